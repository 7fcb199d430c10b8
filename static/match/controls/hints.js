/**
 * Hints: where a choice would lead, shown while somebody points at it: with a resting mouse, the keyboard focus, or a finger that
 * is held down. The rules are asked once for each choice of a position, when the pointer has come to rest, and never for two at a
 * time.
 *
 * @import { Renderer } from "../../boards/drawing/renderer.js"
 * @import { Game } from "../../boards/games.js"
 * @import { Candidate } from "../../boards/input/selection.js"
 * @import { Preview } from "../../boards/preview.js"
 * @import { Position } from "../../boards/types.js"
 * @import { Answer, Question } from "../../try_action.js"
 *
 * @typedef {"mouse" | "keys" | "finger"} HoverDevice
 *
 * @typedef {Object} HoverHandlers
 * @property {(stop: string | null, means: HoverDevice) => void} point   null: at nothing any more
 * @property {() => boolean} shows   whether there is, or will be at once, something to be seen where it was pointed at
 *
 * @typedef {Object} Shown   the board as it is shown
 * @property {Game} [game]
 * @property {Position} position
 * @property {{roles: string[]}} view
 * @property {string[]} chosen
 * @property {string | null} locked
 * @property {string} [arranged]   how the drawing is turned
 *
 * @typedef {Object} HintModules   what it takes to show one
 * @property {{show: (preview: Preview) => void, clear: () => void}} marks
 * @property {typeof import("../../boards/preview.js")} reading
 *
 * @typedef {Object} HintEffects
 * @property {(question: Question) => Promise<Answer>} ask
 * @property {(text: string) => void} say      for those who point with keys
 * @property {() => boolean} allowed           now: a hidden page and stones on their way show nothing
 */

import { candidates } from "../../boards/input/selection.js";
import { stopAt } from "../../boards/input/stop_input.js";

/** Milliseconds after which a finger is held and does not tap. */
const HOLD = 400;
/** Pixels that a finger may move meanwhile. */
const STRAY = 10;

/**
 * @param {HTMLElement} board
 * @param {HoverHandlers} handlers
 */
function listenForHover(board, handlers) {
  byMouse(board, handlers);
  byKeys(board, handlers);
  byFinger(board, handlers);
}

/**
 * Listens for a mouse that moves. Under one that rests the page may scroll: then it points at nothing until it moves again.
 * @param {HTMLElement} board
 * @param {HoverHandlers} handlers
 */
function byMouse(board, { point }) {
  /** @type {string | null} */
  let at = null;
  const go = (/** @type {string | null} */ stop) => {
    if (stop !== at) point(at = stop, "mouse");
  };
  board.addEventListener("pointermove", ({ pointerType, target }) => {
    if (pointerType !== "touch") go(stopAt(target));
  });
  board.addEventListener("pointerover", ({ pointerType, target }) => {
    if (pointerType !== "touch" && stopAt(target) !== at) go(null);
  });
  board.addEventListener("pointerleave", ({ pointerType }) => {
    if (pointerType !== "touch") go(null);
  });
}

/**
 * @param {HTMLElement} board
 * @param {HoverHandlers} handlers
 */
function byKeys(board, { point }) {
  board.addEventListener("focusin", ({ target }) => {
    if (target instanceof Element && target.matches(":focus-visible")) point(stopAt(target), "keys");
  });
  board.addEventListener("focusout", () => point(null, "keys"));
}

/**
 * Listens for a finger that is held. What is shown stays until the next touch, and lifting the finger is no tap.
 * @param {HTMLElement} board
 * @param {HoverHandlers} handlers
 */
function byFinger(board, { point, shows }) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let start = { x: 0, y: 0, time: 0 };
  let held = false;
  board.addEventListener("pointerdown", ({ pointerType, target, clientX, clientY, timeStamp }) => {
    held = false;
    clearTimeout(timer);
    if (pointerType !== "touch") return;
    point(null, "finger");
    start = { x: clientX, y: clientY, time: timeStamp };
    const stop = stopAt(target);
    if (stop === null) return;
    timer = setTimeout(() => {
      held = true;
      point(stop, "finger");
    }, HOLD);
  });
  board.addEventListener("pointermove", ({ clientX, clientY }) => {
    if (Math.hypot(clientX - start.x, clientY - start.y) > STRAY) clearTimeout(timer);
  });
  board.addEventListener("pointercancel", () => clearTimeout(timer));
  board.addEventListener("pointerup", ({ timeStamp }) => {
    clearTimeout(timer);
    if (!held || timeStamp - start.time >= HOLD) return;
    // A busy page hears of a tap's end only after its timer.
    held = false;
    point(null, "finger");
  });
  board.addEventListener("contextmenu", (event) => held && event.preventDefault());
  board.addEventListener("click", (event) => {
    // Asked only now: a hint that waits for stones in motion is shown when they have landed.
    const preview = held && shows();
    held = false;
    if (!preview) return;
    event.stopPropagation();
    event.preventDefault();
  }, { capture: true });
}

/** Milliseconds that a pointer rests before anything is asked. */
const REST = 120;

/**
 * What pointing at a stop means: the only choice that begins with what is chosen and this, if it is one.
 * @param {Shown} shown
 * @param {string} stop
 * @returns {Candidate | null}
 */
export function choiceAt({ game, position, view, chosen }, stop) {
  if (!game) return null;
  const all = candidates(game, position, view.roles);
  for (const path of chosen.length ? [[...chosen, stop], [stop]] : [[stop]]) {
    const matching = all.filter((one) => path.every((place, i) => one.path[i] === place));
    if (matching.length) return matching.length === 1 ? matching[0] : null;
  }
  return null;
}

/**
 * What to ask about a choice, and whether only the first lap of the answer is certain.
 * @param {Shown} shown
 * @param {Candidate} choice
 * @returns {{question: Question, firstLap: boolean} | null} null where nothing true could be said
 */
export function questionOf({ game, position }, { role, action }) {
  if (!game) return null;
  const ahead = game.ahead ? game.ahead(position.facts, role) : { facts: position.facts, firstLap: false };
  return ahead && { question: { game: game.slug, facts: ahead.facts, role, action }, firstLap: ahead.firstLap };
}

export class Hints {
  /**
   * @param {Shown} board
   * @param {HintEffects} ways
   * @param {() => Promise<HintModules>} fetchKit called with the first question, and again with the next if it did not come
   */
  constructor(board, ways, fetchKit) {
    this.board = board;
    this.ways = ways;
    this.fetchKit = fetchKit;
    /** @type {HintModules | null} */
    this.kit = null;
    /** @type {Map<string, Preview | null>} by role and action, of one position; null: nothing to show */
    this.known = new Map();
    /** @type {Position | null} the one that they are known of */
    this.of = null;
    /** @type {{stop: string, means: HoverDevice} | null} */
    this.at = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.resting = undefined;
    this.asking = false;
    /** @type {unknown[]} state of the board at the last refresh */
    this.state = [];
  }

  /**
   * @param {string | null} stop null: pointing is over
   * @param {HoverDevice} means
   */
  point(stop, means) {
    // A click moves the focus away while the mouse still rests on the stop, and a board may scroll away under a resting mouse
    // while keys point at it.
    if (stop === null && means !== "finger" && this.at?.means !== means) return;
    clearTimeout(this.resting);
    this.kit?.marks.clear();
    this.at = stop === null ? null : { stop, means };
    const choice = this.choice();
    if (!choice || !this.shows()) return;
    if (this.known.has(keyOf(choice))) this.tell();
    else this.resting = setTimeout(() => this.look(), means === "finger" ? 0 : REST);
  }

  /** Whether where a choice leads is shown now where it is pointed at, or soon. */
  shows() {
    const choice = this.choice();
    return choice !== null && questionOf(this.board, choice) !== null;
  }

  /** To be called whenever the board may have changed under the pointer. */
  refresh() {
    const { position, view, chosen, locked, arranged } = this.board;
    const state = [position, view, chosen.join(" "), locked, arranged, this.ways.allowed()];
    if (state.every((value, i) => value === this.state[i])) return;
    this.state = state;
    if (this.at) this.point(this.at.stop, this.at.means);
  }

  /** The choice under the pointer, if its hint may be shown. */
  choice() {
    const { board, at } = this;
    if (!at || !this.ways.allowed() || board.locked !== null) return null;
    if (this.of !== board.position) {
      this.of = board.position;
      this.known.clear();
    }
    return choiceAt(board, at.stop);
  }

  /** Requests the hint of the choice under the pointer. After the answer, requests that of the choice now under it. */
  async look() {
    const choice = this.choice();
    const wanted = choice && questionOf(this.board, choice);
    if (!choice || !wanted || this.asking) return;
    const { position } = this.board;
    this.asking = true;
    const fetched = this.kit ?? this.fetchKit().catch(() => null);
    const [answer, kit] = await Promise.all([this.ways.ask(wanted.question), fetched]);
    this.asking = false;
    this.kit = kit;
    const preview = kit && "plies" in answer ? kit.reading.previewOf(answer.plies, wanted.firstLap) : null;
    if (kit && preview && position === this.of) this.known.set(keyOf(choice), kit.reading.worthShowing(preview) ? preview : null);
    const now = this.choice();
    if (now && this.known.has(keyOf(now))) this.tell();
    else if (now && (position !== this.of || keyOf(now) !== keyOf(choice))) this.look();
  }

  tell() {
    const choice = this.choice();
    const preview = choice && this.known.get(keyOf(choice));
    if (!preview || !this.kit || !this.board.game) return;
    this.kit.marks.show(preview);
    if (this.at?.means === "keys") this.ways.say(this.kit.reading.previewText(this.board.game.words, preview));
  }
}

/**
 * @param {HTMLElement & Shown & {renderer?: Renderer}} board
 * @param {HintEffects} ways
 * @returns {Hints}
 */
export function offerHints(board, ways) {
  const { renderer } = board;
  if (!renderer) throw new Error("There is no board to show hints on");
  const hints = new Hints(board, ways, async () => {
    const reading = await import("../../boards/preview.js");
    return { marks: new reading.HintMarks(renderer), reading };
  });
  listenForHover(board, { point: (stop, means) => hints.point(stop, means), shows: () => hints.shows() });
  return hints;
}

/** @param {Candidate} choice */
const keyOf = ({ role, action }) => `${role} ${action}`;
