import { read, write } from "./cookie.js";

/**
 * What somebody likes, in this browser: how pages and boards look, how fast stones move, whether they sound, whether
 * single letters are keys, whether a move is confirmed before it is played (auto: with days for a turn). It is kept
 * in one cookie, which the server reads too (games_app/views/context.py): pages come as they were chosen.
 *
 * Each change is told as a "preference" event on the document, with {name, value}.
 *
 * @typedef {"theme" | "board" | "speed" | "sound" | "letters" | "confirm"} PreferenceName
 */

/** What can be chosen. The first is what holds until somebody chooses. */
export const CHOICES = Object.freeze({
  theme: ["auto", "light", "dark"],
  board: ["teak", "ebony", "maple"],
  speed: ["normal", "slow", "fast", "none"],
  sound: ["on", "off"],
  letters: ["on", "off"],
  confirm: ["auto", "on", "off"],
});

const COOKIE = "preferences";

/**
 * @param {PreferenceName} name
 * @returns {string} one of its CHOICES
 */
export function preference(name) {
  const kept = read(COOKIE).get(name) ?? "";
  return CHOICES[name].includes(kept) ? kept : CHOICES[name][0];
}

/**
 * @param {PreferenceName} name
 * @param {string} value one of its CHOICES; anything else is a `RangeError`
 */
export function setPreference(name, value) {
  if (!CHOICES[name].includes(value)) throw new RangeError(`There is no ${name} ${value}`);
  write(COOKIE, name, value);
  dress();
  document.dispatchEvent(new CustomEvent("preference", { detail: { name, value } }));
}

/**
 * Tells what is chosen: now and after each change.
 * @param {PreferenceName} name
 * @param {(value: string) => void} hear
 */
export function follow(name, hear) {
  hear(preference(name));
  document.addEventListener("preference", (event) => {
    const { detail } = /** @type {CustomEvent<{name: PreferenceName, value: string}>} */ (event);
    if (detail.name === name) hear(detail.value);
  });
}

/** Gives the page the looks that are chosen now. */
export function dress() {
  const { dataset } = document.documentElement;
  dataset.theme = preference("theme");
  dataset.board = preference("board");
}
