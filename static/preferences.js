/**
 * Preferences of this browser: the looks of pages, boards and pieces, whether ratings and strangers' names are shown, the speed of animations, sound and its volume in percent,
 * vibration, single letters as shortcuts, confirmation of moves (auto: with days for a turn), the chat, notifications, whether they come with the site
 * closed too (push), whether the computer's moves are explained (auto: at its lowest level). They are stored in a cookie, which the server reads too
 * (games_app/door/context.py), so that pages arrive with these choices.
 *
 * Each change is a "preference" event on the document, with {name, value}.
 *
 * @typedef {"theme" | "board" | "seeds" | "men" | "people" | "speed" | "sound" | "volume" | "vibration" | "letters" | "confirm" | "talk" |
 *   "notifications" | "explain" | "push"} PreferenceName
 */

const DAYS = 400;

/**
 * Reads a cookie of named values; each time, since other pages write it too.
 * @param {string} cookie its name
 */
export function read(cookie) {
  const kept = document.cookie.split("; ").find((one) => one.startsWith(`${cookie}=`)) ?? "";
  return new URLSearchParams(kept.slice(cookie.length + 1));
}

/**
 * @param {string} cookie
 * @param {string} name of the value
 * @param {string} value
 */
export function write(cookie, name, value) {
  const all = read(cookie);
  all.set(name, value);
  document.cookie = `${cookie}=${all}; Path=/; SameSite=Lax; Max-Age=${DAYS * 24 * 60 * 60}`;
}

/** Choices. The first is the default. */
export const CHOICES = Object.freeze({
  theme: ["auto", "light", "dark"],
  board: ["teak", "ebony", "maple", "clay", "boat", "naga"],
  seeds: ["usual", "shell", "stone", "marble", "saga"],
  men: ["usual", "wood", "glass"],
  people: ["named", "unnamed"],
  speed: ["normal", "slow", "fast", "none"],
  sound: ["on", "off"],
  volume: ["70", "0", "10", "20", "30", "40", "50", "60", "80", "90", "100"],
  vibration: ["off", "on"],
  letters: ["on", "off"],
  confirm: ["auto", "on", "off"],
  talk: ["words", "phrases", "off"],
  notifications: ["off", "on"],
  explain: ["auto", "on", "off"],
  push: ["off", "on"],
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
 * Calls back with the choice, now and after each change.
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

/** Applies the chosen looks to the page. */
function dress() {
  const { dataset } = document.documentElement;
  dataset.theme = preference("theme");
  dataset.board = preference("board");
}

/**
 * Vibrates, on devices that can, if the viewer has chosen it.
 * @param {number[]} pattern ms of vibration and pause in turn
 */
export function vibrate(pattern) {
  if (preference("vibration") === "on" && !document.hidden) navigator.vibrate?.(pattern);
}
