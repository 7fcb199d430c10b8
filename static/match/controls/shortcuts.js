/**
 * Keyboard shortcuts of the match page: one list, by which they work and by which the dialog explains them.
 *
 * `on` says where a key counts: "board" for what the board itself does (see boards/input/stop_input.js); "field" where a
 * move is typed; "page" elsewhere, but in no other field; "letter" on the board and the page, and only while letters are
 * switched on, since those who use speech input, or have shortcuts of their own, may not want them.
 *
 * @typedef {"board" | "field" | "page"} Place
 * @typedef {Object} Shortcut
 * @property {Place | "letter"} on
 * @property {string[]} press   names as `named` gives them
 * @property {string} words
 * @property {string} [does]    a name in Deeds; the board's own have none
 * @typedef {Record<string, () => unknown>} ShortcutActions
 */

import { openStyled } from "../../late_styles.js";
import { preference, setPreference } from "../../preferences.js";
import { t } from "../../i18n.js";
import { byId, make } from "../dom.js";

/** @type {Shortcut[]} */
export const SHORTCUTS = [
  { on: "board", press: ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"], words: t("Go from place to place") },
  { on: "board", press: ["Enter"], words: t("Play, or choose a piece and move it") },
  { on: "board", press: ["Space"], words: t("The same; while you sow by hand, drop the next shell from wherever you are") },
  { on: "board", press: ["Escape"], words: t("Cancel the selection") },
  { on: "board", press: ["Enter", "Escape"], words: t("Confirm a move that waits for it, or cancel it") },
  { on: "letter", press: ["b"], does: "board", words: t("Go to the board") },
  { on: "letter", press: ["n"], does: "next", words: t("Go to the next place that can be played") },
  { on: "letter", press: ["Shift+n"], does: "previous", words: t("Go to the one before") },
  { on: "letter", press: ["t"], does: "type", words: t("Type a move") },
  { on: "letter", press: ["p"], does: "position", words: t("Read the position aloud") },
  { on: "letter", press: ["l"], does: "last", words: t("Say the last move again") },
  { on: "letter", press: ["m"], does: "possible", words: t("Say what can be played") },
  { on: "letter", press: ["w"], does: "turn", words: t("Say whose turn it is") },
  { on: "letter", press: ["c"], does: "times", words: t("Say how much time is left") },
  { on: "letter", press: ["s"], does: "chat", words: t("Open the chat, to say something") },
  { on: "letter", press: ["o"], does: "between", words: t("Go to what is offered") },
  { on: "letter", press: ["r"], does: "replay", words: t("Show the move again") },
  { on: "letter", press: [","], does: "dropBack", words: t("Previous stone") },
  { on: "letter", press: ["."], does: "dropOn", words: t("Next stone") },
  { on: "letter", press: ["h"], does: "hold", words: t("Hold what moves, or let it go on") },
  { on: "letter", press: ["f"], does: "flip", words: t("Turn the board") },
  { on: "letter", press: ["a"], does: "try", words: t("Try moves, or go back to the match") },
  { on: "letter", press: ["x"], does: "mistake", words: t("Go to the next mistake, once the match is analysed") },
  { on: "letter", press: ["Shift+x"], does: "mistakeBefore", words: t("Go to the mistake before") },
  { on: "letter", press: ["v"], does: "live", words: t("Go to the live position") },
  { on: "letter", press: ["?"], does: "keys", words: t("Open this list") },
  { on: "field", press: ["Enter"], words: t("Play what is typed") },
  { on: "field", press: ["Escape"], does: "board", words: t("Back to the board") },
  { on: "page", press: ["ArrowLeft"], does: "back", words: t("Back a move") },
  { on: "page", press: ["ArrowRight"], does: "forward", words: t("Forward a move") },
  { on: "page", press: ["Shift+ArrowLeft"], does: "backPly", words: t("Back within the move") },
  { on: "page", press: ["Shift+ArrowRight"], does: "forwardPly", words: t("Forward within the move") },
  { on: "page", press: ["Home"], does: "first", words: t("To the beginning") },
  { on: "page", press: ["End"], does: "live", words: t("Where the match stands") },
];

/** Sections of the list, as the dialog shows them. */
const PARTS = /** @type {[Shortcut["on"], string][]} */ ([
  ["board", t("On the board")],
  ["letter", t("Letters")],
  ["field", t("Where a move is typed")],
  ["page", t("Beside the board")],
]);

const FIELDS = "input, textarea, select, dialog, summary, [contenteditable]";

export class Shortcuts {
  /** @param {ShortcutActions} actions what each key does; "keys" opens the list */
  constructor(actions) {
    /** @type {ShortcutActions} */
    this.actions = { ...actions, keys: () => this.open() };
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
    const key = SHORTCUTS.find(({ on, does, press }) => does && press.includes(name) && counts(on, place));
    if (!key) return;
    event.preventDefault();
    this.actions[key.does ?? ""]?.();
  }

  open() {
    const list = byId("keys-list", HTMLElement);
    if (!list.childElementCount) list.append(...PARTS.flatMap(([on, title]) => part(on, title)));
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

/**
 * @param {Shortcut["on"]} on
 * @param {string} title
 */
function part(on, title) {
  const rows = SHORTCUTS.filter((key) => key.on === on).map(({ press, words }) => {
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
