/**
 * Descriptions of the keyboard shortcuts. Loaded when somebody opens the list of keys.
 *
 * @import { Place, Shortcut } from "./shortcuts.js"
 */

import { t } from "../../i18n.js";
import { make } from "../dom.js";

/**
 * Keys that the board and the field for moves handle themselves, see boards/input/stop_input.js.
 * @type {{on: Place, press: string[], words: string}[]}
 */
const OWN = [
  { on: "board", press: ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"], words: t("Move between places") },
  { on: "board", press: ["Enter"], words: t("Play, or choose a piece and move it") },
  { on: "board", press: ["Space"], words: t("Same as Enter. When sowing by hand: drop the next shell") },
  { on: "board", press: ["Escape"], words: t("Cancel the selection") },
  { on: "board", press: ["Enter", "Escape"], words: t("Confirm or cancel a move") },
  { on: "field", press: ["Enter"], words: t("Play the typed move") },
];

/** The words for each shortcut, by where it counts and its first key. @type {Record<string, string>} */
export const WORDS = {
  "letter b": t("Go to the board"),
  "letter n": t("Go to the next playable place"),
  "letter Shift+n": t("Go to the previous one"),
  "letter t": t("Type a move"),
  "letter p": t("Read the position aloud"),
  "letter l": t("Say the last move again"),
  "letter m": t("Say what you can play"),
  "letter w": t("Say whose turn it is"),
  "letter c": t("Say how much time is left"),
  "letter s": t("Open the chat"),
  "letter o": t("Go to the open offer"),
  "letter r": t("Show the move again"),
  "letter ,": t("Previous stone"),
  "letter .": t("Next stone"),
  "letter h": t("Pause or resume the animation"),
  "letter f": t("Turn the board"),
  "letter a": t("Try moves, or go back to the match"),
  "letter x": t("Go to the next mistake, once the match is analysed"),
  "letter Shift+x": t("Go to the previous mistake"),
  "letter v": t("Go to the live position"),
  "letter g": t("Go to the next board that waits for you"),
  "letter ?": t("Open this list"),
  "field Escape": t("Back to the board"),
  "page ArrowLeft": t("Back a move"),
  "page ArrowRight": t("Forward a move"),
  "page Shift+ArrowLeft": t("Back within the move"),
  "page Shift+ArrowRight": t("Forward within the move"),
  "page Home": t("To the beginning"),
  "page End": t("To the latest move"),
};

/** Sections of the list, as the dialog shows them. */
const PARTS = /** @type {[Shortcut["on"], string][]} */ ([
  ["board", t("On the board")],
  ["letter", t("Letters")],
  ["field", t("In the move field")],
  ["page", t("Beside the board")],
]);

/**
 * @param {Shortcut[]} shortcuts
 * @returns {HTMLElement[]} a heading and a list for each section
 */
export function sections(shortcuts) {
  return PARTS.flatMap(([on, title]) => section(shortcuts, on, title));
}

/**
 * @param {Shortcut[]} shortcuts
 * @param {Shortcut["on"]} on
 * @param {string} title
 */
function section(shortcuts, on, title) {
  const explained = shortcuts.map((key) => ({ ...key, words: WORDS[`${key.on} ${key.press[0]}`] }));
  const rows = [...OWN, ...explained].filter((key) => key.on === on).map(({ press, words }) => {
    const keys = press.flatMap((name) => [" ", make("kbd", {}, shown(name))]).slice(1);
    return make("div", {}, make("dt", {}, ...keys), make("dd", {}, words));
  });
  return [make("h3", {}, title), make("dl", {}, ...rows)];
}

/**
 * Name of a key as it stands on the keyboard.
 * @param {string} name
 */
function shown(name) {
  const signs = { ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓", Escape: "Esc", Space: t("Space") };
  return name
    .split("+")
    .map((one) => signs[/** @type {keyof typeof signs} */ (one)] ?? (one.length === 1 ? one.toUpperCase() : one))
    .join(" + ");
}
