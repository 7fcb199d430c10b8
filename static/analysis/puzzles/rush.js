/** Page of a rush: short puzzles one after another, until the time is up or too many were missed. */

import { GameBoard } from "../../boards/game_board.js";
import { roleName } from "../../boards/text/phrases.js";
import { HttpError, postJson } from "../../http.js";
import { mark, t } from "../../i18n.js";
import { make } from "../../match/dom.js";
import { countdown, spokenTime, untilCounted } from "../../match/time/clock.js";
import { follow } from "../../preferences.js";
import { bestOf, keepBest, MOST_MISSED, RushCount } from "./rush_count.js";

/**
 * @import { Ply, Position } from "../../boards/types.js"
 *
 * @typedef {{role: string, position: Position, address: string, attempt: string}} RushPuzzle
 * @typedef {{plies: Ply[], position: Position}} Played
 * @typedef {Played & {right: boolean, solved: boolean, follows: Played[]}} Verdict
 */

/** Times left in ms that are said to those who don't see the clock. */
const SAID = [60_000, 10_000];
const ENDS = { time: mark("Time is up: {n} right"), missed: mark("Three missed: {n} right"), puzzles: mark("No puzzle is left: {n} right") };

class Rush {
  /**
   * @param {HTMLElement} section
   * @param {RushPuzzle[]} puzzles
   */
  constructor(section, puzzles) {
    const board = section.querySelector("game-board");
    if (!(board instanceof GameBoard) || !board.game) throw new Error("No board to solve on");
    /** @param {string} name */
    const part = (name) => /** @type {HTMLElement} */ (section.querySelector(`[data-part=${name}]`));
    this.board = board;
    this.slug = board.game.slug;
    this.puzzles = puzzles;
    this.title = part("title");
    this.clock = part("clock");
    this.left = part("left");
    this.right = part("right");
    this.missed = part("missed");
    this.best = part("best");
    this.said = part("said");
    this.review = part("review");
    this.start = /** @type {HTMLButtonElement} */ (section.querySelector("[data-do=start]"));
    this.again = /** @type {HTMLElement} */ (section.querySelector("[data-do=again]"));
    /** @type {RushCount<RushPuzzle> | null} */
    this.count = null;
    /** Right decisions in the present puzzle. @type {string[]} */
    this.taken = [];
    this.isAsking = false;
  }

  listen() {
    const { board, slug, start } = this;
    // Slow animations would take the solver's time.
    follow("speed", (value) => (board.speed = value === "none" ? "none" : "fast"));
    board.addEventListener("act", (event) => this.act(/** @type {CustomEvent} */ (event).detail.action));
    start.addEventListener("click", () => this.begin());
    start.disabled = false;
    this.showBest(bestOf(slug));
  }

  begin() {
    this.count = new RushCount(this.puzzles, Date.now());
    this.start.hidden = true;
    this.ask("task");
    this.title.scrollIntoView({ block: "nearest" });
    this.focusBoard();
    this.tick();
  }

  /** Shows the time left, and ends the rush when there is none; a decision on its way still counts. */
  tick() {
    const { count } = this;
    if (!count) return;
    const left = count.left(Date.now());
    this.clock.textContent = countdown(left);
    const said = SAID.findLast((time) => left <= time);
    if (said && left) this.sayLeft(t("{time} left", { time: spokenTime(said) }));
    if (left) setTimeout(() => this.tick(), untilCounted(left));
    else if (!this.isAsking) this.finish("time");
  }

  /** @param {string} text announced once, not at each second */
  sayLeft(text) {
    if (this.left.textContent !== text) this.left.textContent = text;
  }

  /**
   * Shows the present puzzle.
   * @param {"task" | "done" | "refused"} tone
   * @param {string} [said] of the puzzle before
   */
  ask(tone, said = "") {
    const { count } = this;
    if (!count) return;
    const why = count.over(Date.now());
    if (why) {
      this.finish(why);
      return;
    }
    const { role, position } = count.puzzle;
    this.taken = [];
    this.position = position;
    this.board.show(position, this.view);
    this.tell(tone, `${said} ${t("{role} is to move.", { role: roleName(role) })}`.trim());
  }

  get view() {
    const role = this.count?.puzzle?.role ?? "";
    return { roles: [role], side: role };
  }

  /** @param {string} action */
  async act(action) {
    const { board, count } = this;
    if (!count || this.isAsking) return;
    this.isAsking = true;
    board.lock(t("One moment."));
    /** @type {Verdict | Error} */
    const verdict = await postJson(count.puzzle.attempt, { taken: this.taken, action, rush: true }).catch((error) => error);
    this.isAsking = false;
    board.lock(null);
    if (verdict instanceof Error) this.passBy(verdict);
    else if (verdict.right && !verdict.solved) await this.goOn(verdict, action);
    else this.judge(verdict.right);
  }

  /** @param {boolean} isRight */
  judge(isRight) {
    const { count } = this;
    if (!count) return;
    count.judge(isRight);
    this.right.textContent = String(count.right);
    this.missed.textContent = t("{n} of {of}", { n: count.missed.length, of: MOST_MISSED });
    if (isRight) this.ask("done", t("Right!"));
    else this.ask("refused", t("Missed."));
  }

  /**
   * Shows the reply to a right decision.
   * @param {Verdict} verdict
   * @param {string} action
   */
  async goOn({ plies, position, follows }, action) {
    this.taken.push(action);
    this.tell("done", t("Right. Find the next move."));
    const line = [{ plies, position }, ...follows];
    this.position = line[line.length - 1].position;
    const { view } = this;
    for (const each of line.slice(0, -1)) await this.board.play(each.plies, still(each.position), view);
    if (this.count?.left(Date.now())) await this.board.play(line[line.length - 1].plies, this.position, view);
    else this.ask("task");
  }

  /**
   * A puzzle that somebody is playing now is withheld, and the next one follows. After other failures the same one is asked again.
   * @param {Error} error
   */
  passBy(error) {
    if (error instanceof HttpError && error.code === "in_play") {
      this.count?.skip();
      this.ask("task");
    } else if (this.count?.left(Date.now()) && this.position) {
      this.board.show(this.position, this.view);
      this.tell("refused", error.message || t("No answer from the server. Try again in a moment."));
    } else this.finish("time");
  }

  /** @param {"time" | "missed" | "puzzles"} why */
  finish(why) {
    const { count, slug } = this;
    if (!count) return;
    this.count = null;
    if (this.position) this.board.show(still(this.position), { roles: [], side: this.board.view.side });
    this.title.textContent = t(ENDS[why], { n: count.right });
    this.tell("task", "");
    this.left.textContent = "";
    const isBest = keepBest(slug, count.right);
    this.showBest(bestOf(slug), isBest);
    this.again.hidden = false;
    this.review.hidden = !count.missed.length;
    const links = count.missed.map(({ address, role }) => make("a", { href: address, target: "_blank", rel: "noopener" }, this.nameOf(count.puzzles, address, role)));
    this.review.querySelector("ul")?.replaceChildren(...links.map((link) => make("li", {}, link)));
    this.title.focus({ preventScroll: true });
    this.title.scrollIntoView({ block: "nearest" });
  }

  /**
   * @param {RushPuzzle[]} puzzles
   * @param {string} address
   * @param {string} role
   */
  nameOf(puzzles, address, role) {
    return t("Puzzle {n}, {role}", { n: puzzles.findIndex((each) => each.address === address) + 1, role: roleName(role) });
  }

  /**
   * @param {number} n
   * @param {boolean} [isNew]
   */
  showBest(n, isNew = false) {
    this.best.textContent = n ? t(isNew ? mark("A new best in this browser: {n}.") : mark("Your best in this browser: {n}."), { n }) : "";
  }

  focusBoard() {
    /** @type {SVGElement | null} */ (this.board.querySelector("[data-stop][tabindex='0']"))?.focus({ preventScroll: true });
  }

  /**
   * @param {"task" | "done" | "refused"} tone
   * @param {string} text
   */
  tell(tone, text) {
    this.said.dataset.tone = tone;
    this.said.textContent = text;
  }
}

/** @param {Position} position @returns {Position} the same, with nothing to play */
const still = (position) => ({ ...position, to_move: [], legal: {} });

const section = /** @type {HTMLElement} */ (document.getElementById("rush"));
new Rush(section, JSON.parse(document.getElementById("puzzles")?.textContent ?? "[]")).listen();
