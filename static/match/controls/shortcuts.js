/**
 * Keyboard shortcuts of the match page. `keys_list.js` has the words for each.
 *
 * `on` says where a key counts: "board" for what the board itself does (see boards/input/stop_input.js); "field" where a
 * move is typed; "page" elsewhere, but in no other field; "letter" on the board and the page, and only while letters are
 * switched on, since those who use speech input, or have shortcuts of their own, may not want them.
 *
 * @typedef {"board" | "field" | "page"} Place
 * @typedef {Object} Shortcut
 * @property {Place | "letter"} on
 * @property {string[]} press   names as `named` gives them
 * @property {string} does      the name of an action
 * @typedef {Record<string, () => unknown>} ShortcutActions
 */

import { openStyled } from "../../late_styles.js";
import { preference, setPreference } from "../../preferences.js";
import { byId } from "../dom.js";

/** @type {Shortcut[]} */
export const SHORTCUTS = [
  { on: "letter", press: ["b"], does: "board" },
  { on: "letter", press: ["n"], does: "next" },
  { on: "letter", press: ["Shift+n"], does: "previous" },
  { on: "letter", press: ["t"], does: "type" },
  { on: "letter", press: ["p"], does: "position" },
  { on: "letter", press: ["l"], does: "last" },
  { on: "letter", press: ["m"], does: "possible" },
  { on: "letter", press: ["w"], does: "turn" },
  { on: "letter", press: ["c"], does: "times" },
  { on: "letter", press: ["s"], does: "chat" },
  { on: "letter", press: ["o"], does: "between" },
  { on: "letter", press: ["r"], does: "replay" },
  { on: "letter", press: [","], does: "dropBack" },
  { on: "letter", press: ["."], does: "dropOn" },
  { on: "letter", press: ["h"], does: "hold" },
  { on: "letter", press: ["f"], does: "flip" },
  { on: "letter", press: ["a"], does: "try" },
  { on: "letter", press: ["x"], does: "mistake" },
  { on: "letter", press: ["Shift+x"], does: "mistakeBefore" },
  { on: "letter", press: ["v"], does: "live" },
  { on: "letter", press: ["g"], does: "nextBoard" },
  { on: "letter", press: ["?"], does: "keys" },
  { on: "field", press: ["Escape"], does: "board" },
  { on: "page", press: ["ArrowLeft"], does: "back" },
  { on: "page", press: ["ArrowRight"], does: "forward" },
  { on: "page", press: ["Shift+ArrowLeft"], does: "backPly" },
  { on: "page", press: ["Shift+ArrowRight"], does: "forwardPly" },
  { on: "page", press: ["Home"], does: "first" },
  { on: "page", press: ["End"], does: "live" },
];

const FIELDS = "input, textarea, select, dialog, summary, [contenteditable]";

export class Shortcuts {
  /** @param {ShortcutActions} actions what each key does; "keys" opens the list */
  constructor(actions) {
    /** @type {ShortcutActions} */
    this.actions = { ...actions, keys: () => this.open() };
    /** Those that do something on this page. */
    this.shortcuts = SHORTCUTS.filter(({ does }) => does in this.actions);
    this.dialog = byId("keys", HTMLDialogElement);
    this.letters = /** @type {NodeListOf<HTMLInputElement>} */ (this.dialog.querySelectorAll("[name=letters]"));
  }

  start() {
    document.addEventListener("keydown", (event) => this.press(event));
    byId("show-keys", HTMLButtonElement).addEventListener("click", () => this.open());
    for (const choice of this.letters) {
      choice.addEventListener("change", () => setPreference("letters", choice.value));
    }
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const place = placeOf(event.target instanceof Element ? event.target : document.body);
    if (!place || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    const name = named(event);
    const key = this.shortcuts.find(({ on, press }) => press.includes(name) && counts(on, place));
    if (!key) return;
    event.preventDefault();
    this.actions[key.does]?.();
  }

  async open() {
    const list = byId("keys-list", HTMLElement);
    if (!list.childElementCount) await import("./keys_list.js").then(({ sections }) => list.append(...sections(this.shortcuts)), () => {});
    for (const choice of this.letters) choice.checked = choice.value === preference("letters");
    openStyled(this.dialog);
  }
}

/**
 * @param {Element} target
 * @returns {Place | null} null in a field with keys of its own
 */
function placeOf(target) {
  if (target.closest("#entry input")) return "field";
  if (target.closest(FIELDS)) return null;
  return target.closest("game-board") ? "board" : "page";
}

/**
 * @param {Shortcut["on"]} on
 * @param {Place} place
 */
function counts(on, place) {
  return on === place || (on === "letter" && place !== "field" && preference("letters") === "on");
}

/**
 * Name of a key: "n", "Shift+n", "Shift+ArrowLeft", "?", "Space". Signs have no "Shift+".
 * @param {{key: string, shiftKey: boolean}} event
 */
export function named({ key, shiftKey }) {
  const name = key === " " ? "Space" : /^\p{L}$/u.test(key) ? key.toLowerCase() : key;
  return shiftKey && (name.length > 1 || name !== name.toUpperCase()) ? `Shift+${name}` : name;
}
