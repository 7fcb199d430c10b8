/**
 * Setting up a position on the analysis board: pieces and stones are put where they are wanted, by mouse, finger or keys. The
 * server says of each position why it can't be, or how to go on from it, and names it in the address.
 *
 * @import { GameBoard } from "../../boards/game_board.js"
 * @import { Position } from "../../boards/types.js"
 * @import { Places } from "./draft.js"
 * @import { Held } from "./setup_drag.js"
 *
 * @typedef {Object} Answer
 * @property {string} text         of the position in addresses
 * @property {string[]} problems   why it can't be
 * @property {Position} position
 *
 * @typedef {Object} SetupPage   what it is given
 * @property {GameBoard} board
 * @property {HTMLElement} root      around the board and what is beside it
 * @property {string} url
 * @property {Places & {start: any}} places   with the facts of the first position
 * @property {Record<string, string>} options   of the game, as the address has them
 * @property {(text: string, refused: boolean) => void} say
 * @property {string} told      what the page says of that position
 * @property {(text: string) => void} name      names a position in the address
 * @property {(answer: Answer | null) => void} end   with what was set up; null: nothing
 */

import { stopAt } from "../../boards/input/stop_input.js";
import { postJson } from "../../http.js";
import { t } from "../../i18n.js";
import { Draft } from "./draft.js";
import { followSetupDrags } from "./setup_drag.js";
import { SetupPanel } from "./setup_panel.js";

/** Time in ms without a change after which the server is asked, and between two asks when it can't be reached. */
const PAUSE = 200;
const AGAIN = 3000;
/** Time in ms within which digits make one number. */
const TYPING = 1000;

export class SetupMode {
  /**
   * @param {SetupPage} page
   * @param {Position} position that it begins with
   */
  constructor(page, position) {
    this.page = page;
    this.board = page.board;
    this.game = /** @type {NonNullable<GameBoard["game"]>} */ (page.board.game);
    this.draft = new Draft(this.game, page.places, position);
    const stops = [...this.game.stops.keys()];
    /** Stop whose stones are counted. */
    this.chosen = stops.find((stop) => stop in this.draft.counts) ?? null;
    this.panel = new SetupPanel(this.draft, {
      count: (place, n) => this.change(() => this.draft.setCount(place, n), place),
      burn: (stop, on) => this.change(() => this.draft.burn(stop, on), stop),
      turn: (role) => this.change(() => (this.draft.turn = role)),
      clear: () => this.change(() => this.draft.clear()),
      beginning: () => this.begin(),
      cancel: () => this.leave(null),
      done: () => this.done(),
    });
    /** What the server has said of the draft as it is now. @type {Answer | null} */
    this.answer = null;
    /** Whether it ends as soon as the server has said that the position can be. */
    this.ends = false;
    /** What was said of the draft last. */
    this.told = page.told;
    this.asked = 0;
    this.typed = { digits: "", at: -Infinity };
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.next = undefined;
    this.ending = new AbortController();
  }

  /** Shows the panel and takes over what is pressed. */
  start() {
    const { board, page: { root }, panel: { node }, ending: { signal } } = this;
    root.toggleAttribute("data-setting", true);
    root.append(node);
    board.addEventListener("keydown", (event) => this.key(event), { signal });
    board.addEventListener("focusin", ({ target }) => this.choose(stopAt(target)), { signal });
    followSetupDrags(root, board, { grasp: (target) => this.grasp(target), drop: (held, stop) => this.drop(held, stop) }, signal);
    this.show();
    this.ask();
    /** @type {HTMLElement | null} */ (node.querySelector("button, input"))?.focus({ preventScroll: true });
    if (board.getBoundingClientRect().top < 0 || node.getBoundingClientRect().bottom > innerHeight) board.scrollIntoView();
  }

  begin() {
    this.change(() => (this.draft = new Draft(this.game, this.page.places, { facts: this.page.places.start, to_move: [] })));
  }

  /**
   * @param {() => void} edit
   * @param {string} [place] what is said of it
   */
  change(edit, place) {
    edit();
    this.answer = null;
    this.asked += 1; // an answer on its way is about the draft before
    this.ends = false;
    this.show();
    if (place !== undefined) this.panel.tell(this.draft, place);
    clearTimeout(this.next);
    this.next = setTimeout(() => this.ask(), PAUSE);
  }

  show() {
    const { draft } = this;
    // With nobody to move, the board only reports what is pressed.
    this.board.show({ facts: draft.plain, scene: draft.scene, to_move: [], legal: {} }, { roles: [] });
    if (this.chosen !== null) this.board.choose([this.chosen]);
    this.panel.show(draft, this.chosen);
  }

  /** @param {string | null} stop */
  choose(stop) {
    if (stop === null || stop === this.chosen || !(stop in this.draft.counts)) return;
    this.chosen = stop;
    this.typed.digits = "";
    this.board.choose([stop]);
    this.panel.show(this.draft, stop);
  }

  /** A stop was pressed. @param {string} stop */
  press(stop) {
    const { draft, panel: { piece } } = this;
    if (draft.points.has(stop)) this.change(() => draft.put(stop, draft.men[stop] === piece ? null : piece), stop);
    else if (stop in draft.counts) {
      this.choose(stop);
      this.board.choose([stop]);
    } else this.page.say(t("Nothing can be placed there."), true);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const stop = stopAt(event.target);
    if (stop === null || event.ctrlKey || event.metaKey || event.altKey) return;
    const { draft } = this;
    const away = event.key === "Delete" || event.key === "Backspace";
    if (draft.isCounted(stop)) {
      const n = away ? 0 : this.typedCount(event, draft.counts[stop]);
      if (n === null) return;
      this.change(() => draft.setCount(stop, n), stop);
    } else if (away && draft.men[stop]) this.change(() => draft.put(stop, null), stop);
    else return;
    event.preventDefault();
  }

  /**
   * @param {KeyboardEvent} event
   * @param {number} n as it was
   * @returns {number | null} null: the key says nothing of a number
   */
  typedCount({ key, timeStamp }, n) {
    if (key === "+" || key === "-") return n + (key === "+" ? 1 : -1);
    if (!/^\d$/.test(key)) return null;
    const before = timeStamp - this.typed.at < TYPING ? this.typed.digits : "";
    this.typed = { digits: `${before}${key}`.slice(-2), at: timeStamp };
    return Number(this.typed.digits);
  }

  /**
   * @param {EventTarget | null} target
   * @returns {Held | null}
   */
  grasp(target) {
    const { draft, game: { slug } } = this;
    const tool = target instanceof Element ? target.closest("[data-piece]") : null;
    if (tool) return { piece: `${slug}-piece-${tool.getAttribute("data-piece")}`, stop: null };
    const stop = stopAt(target);
    if (stop === null || !this.board.contains(/** @type {Node} */ (target))) return null;
    if (draft.men[stop]) return { piece: `${slug}-piece-${draft.men[stop]}`, stop };
    return draft.isCounted(stop) && draft.counts[stop] ? { piece: `${slug}-piece-1`, stop } : null;
  }

  /**
   * @param {Held} held
   * @param {string | null} to
   */
  drop({ piece, stop: from }, to) {
    const { draft } = this;
    const role = piece.slice(`${this.game.slug}-piece-`.length);
    if (to !== null && !draft.points.has(to) && !draft.isCounted(to)) this.page.say(t("Nothing can be placed there."), true);
    else if (from === null) to !== null && this.change(() => draft.put(to, role), to);
    else if (to !== null) this.change(() => draft.move(from, to), to);
    else if (draft.men[from]) this.change(() => draft.put(from, null), from);
  }

  /** Asks the server what the draft is. */
  async ask() {
    clearTimeout(this.next);
    const asked = (this.asked += 1);
    const answer = await this.request();
    if (asked !== this.asked || this.ending.signal.aborted) return;
    if ("message" in answer) {
      this.tell(answer.message);
      this.next = setTimeout(() => this.ask(), answer.again);
      return;
    }
    this.answer = answer;
    this.page.name(answer.text);
    this.draft.shown = this.game.scene(answer.position.facts);
    this.show();
    this.tell(answer.problems.join(" "));
    if (this.ends) this.done();
  }

  /** Says what is wrong with the draft, if anything is or was. @param {string} text */
  tell(text) {
    if (text || this.told) this.page.say(text, text !== "");
    this.told = text;
  }

  /** @returns {Promise<Answer | {message: string, again: number}>} */
  async request() {
    try {
      return await postJson(this.page.url, { ...this.draft.plain, options: this.page.options });
    } catch (/** @type {any} */ { message, retryMs }) {
      return { message: message || t("No connection. Try again."), again: retryMs || AGAIN };
    }
  }

  /** Goes on from the position, once the server has said that it can be. */
  done() {
    this.ends = this.answer === null;
    if (this.answer === null) return;
    if (this.answer.problems.length) this.tell(this.answer.problems.join(" "));
    else this.leave(this.answer);
  }

  /** @param {Answer | null} answer */
  leave(answer) {
    clearTimeout(this.next);
    this.ending.abort();
    this.panel.node.remove();
    this.page.root.removeAttribute("data-setting");
    this.page.end(answer);
  }
}
