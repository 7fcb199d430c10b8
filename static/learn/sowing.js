/** Page of the sowing trainer: a series of sowings; the learner says where each ends, and then sees it sown. */

import { GameBoard } from "../boards/game_board.js";
import { capitalized } from "../boards/text/phrases.js";
import { t } from "../i18n.js";
import { offerLink } from "../lobby/link.js";
import { follow } from "../preferences.js";
import { bestOf, keepBest, numbersAround } from "./sowing_count.js";

/**
 * @import { HintMarks } from "../boards/preview.js"
 * @import { Ply, Position } from "../boards/types.js"
 *
 * @typedef {Object} Sowing   see games_app/learn/sowing.py
 * @property {string} role
 * @property {string} action
 * @property {Position} start
 * @property {Ply[]} plies
 * @property {Position} position
 * @property {number} stones   that are taken up
 * @property {string} landing  where the last one falls
 * @property {number} taken
 */

class SowingTrainer {
  /**
   * @param {HTMLElement} section
   * @param {Sowing[]} sowings
   */
  constructor(section, sowings) {
    const board = section.querySelector("game-board");
    if (!(board instanceof GameBoard) || !board.game) throw new Error("No board to sow on");
    this.board = board;
    this.game = board.game;
    this.sowings = sowings;
    this.asksTaken = "asksTaken" in section.dataset;
    this.enough = Number(section.dataset.enough);
    this.parts = {
      title: find(section, "#sowing-title"),
      task: find(section, "[data-part=task]"),
      said: find(section, "[data-part=said]"),
      numbers: find(section, "[data-part=numbers]"),
    };
    this.buttons = {
      next: find(section, "[data-do=next]"),
      more: find(section, "[data-do=more]"),
      again: find(section, "[data-do=again]"),
      show: find(section, "[data-do=show]"),
    };
    this.marks = [...section.querySelectorAll("[data-part=count] li")];
    const levels = [...section.querySelectorAll(".sowing-levels a")];
    this.level = levels.findIndex((each) => each.hasAttribute("aria-current"));
    this.levels = levels;
    /** Ring at the house that is sown, fetched once. @type {HintMarks | null} */
    this.ring = null;
    this.begin();
  }

  listen() {
    const { board, buttons } = this;
    follow("speed", (value) => (board.speed = /** @type {GameBoard["speed"]} */ (value)));
    // Nobody is to move, so that each stop of the board can be an answer.
    board.addEventListener("refused", (event) => this.land(/** @type {CustomEvent} */ (event).detail.stop));
    buttons.next.addEventListener("click", () => {
      this.ask((this.at ?? 0) + 1);
      lead(this.parts.title);
    });
    buttons.show.addEventListener("click", () => this.judge(null));
    buttons.again.addEventListener("click", () => {
      this.begin();
      lead(this.parts.title);
    });
    this.showLevels();
  }

  begin() {
    /** @type {boolean[]} */
    this.answers = [];
    for (const mark of this.marks) setMark(mark, null);
    this.ask(0);
  }

  get sowing() {
    return this.sowings[this.at ?? 0];
  }

  get view() {
    return { roles: [this.sowing.role], side: this.sowing.role };
  }

  /** @param {number} at */
  ask(at) {
    this.at = at;
    /** Answers to the present sowing; null until given. @type {string | null} */
    this.landing = null;
    this.isOpen = true;
    const { board, sowing, buttons } = this;
    this.marks.forEach((mark, i) => mark.toggleAttribute("data-now", i === at));
    for (const button of Object.values(buttons)) button.hidden = button !== buttons.show;
    this.parts.numbers.hidden = true;
    board.show(still(sowing.start), this.view);
    const title = { n: at + 1, of: this.sowings.length };
    this.parts.title.textContent = t("Sowing {n} of {of}", title);
    const sown = { place: this.place(this.start), stones: this.game.words.stones(sowing.stones) };
    this.parts.task.textContent = t("Sow {place} in your head: {stones}. Tap the place where the last one falls.", sown);
    this.tell("", "task");
    this.circle(this.start);
  }

  get start() {
    return this.game.stopsOf(this.sowing.action)[0];
  }

  /** @param {string} stop */
  place(stop) {
    return this.game.words.placeName(stop, this.sowing.role);
  }

  /** @param {string} stop what the learner has tapped */
  land(stop) {
    if (!this.isOpen || this.landing !== null) return;
    this.landing = stop;
    if (!this.asksTaken) return this.judge(null);
    this.board.show(still(this.sowing.start), { ...this.view, last: [stop] });
    this.parts.task.textContent = t("{place}. And how many does it take?", { place: capitalized(this.place(stop)) });
    this.parts.numbers.replaceChildren(...numbersAround(this.sowing.taken).map((n) => this.number(n)));
    this.parts.numbers.hidden = false;
    lead(/** @type {HTMLElement} */ (this.parts.numbers.firstElementChild));
  }

  /** @param {number} n */
  number(n) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "button";
    button.textContent = n ? String(n) : t("Nothing");
    button.addEventListener("click", () => this.judge(n));
    return button;
  }

  /** @param {number | null} taken what the learner thinks; null if that isn't asked, or the learner doesn't know */
  async judge(taken) {
    const { sowing, board } = this;
    const isRight = this.landing === sowing.landing && taken === (this.asksTaken ? sowing.taken : null);
    this.isOpen = false;
    this.parts.numbers.hidden = true;
    this.buttons.show.hidden = true;
    this.answers?.push(isRight);
    setMark(this.marks[this.at ?? 0], isRight);
    this.ring?.clear();
    const place = this.game.words.last(this.place(sowing.landing));
    const end = t("{sentence}.", { sentence: capitalized(place) });
    const gain = this.asksTaken ? this.gainText(sowing.taken) : "";
    this.tell([isRight ? t("Right!") : t("Not quite."), end, gain].filter(Boolean).join(" "), isRight ? "done" : "refused");
    this.goOn();
    await board.play(sowing.plies, still(sowing.position), { ...this.view, silent: true });
  }

  /** @param {number} n */
  gainText(n) {
    return n ? t("It takes {stones}.", { stones: this.game.words.stones(n) }) : t("It takes nothing.");
  }

  /** Offers the next sowing, or closes the series. */
  goOn() {
    const { next, more, again } = this.buttons;
    if ((this.at ?? 0) + 1 < this.sowings.length) {
      next.hidden = false;
      lead(next);
      return;
    }
    const right = this.answers?.filter(Boolean).length ?? 0;
    keepBest(this.game.slug, this.level, right);
    this.showLevels();
    const words = { n: right, of: this.sowings.length };
    const isLast = this.level + 1 === this.levels.length;
    const good = isLast ? t("{n} of {of} right: you see through every sowing.", words) : t("{n} of {of} right: on to the next level.", words);
    this.parts.task.textContent = right >= this.enough ? good : t("{n} of {of} right. {enough} open the next level.", { ...words, enough: this.enough });
    more.hidden = false;
    again.hidden = false;
    lead(more);
  }

  /** Shows at each level what this browser has reached there. */
  showLevels() {
    const best = bestOf(this.game.slug);
    for (const [i, level] of this.levels.entries()) {
      const words = level.querySelector(".unseen");
      level.toggleAttribute("data-done", (best[i] ?? 0) >= this.enough);
      if (words) words.textContent = best[i] ? t("best: {n} of {of}", { n: best[i], of: this.sowings.length }) : "";
    }
  }

  /** @param {string} stop */
  async circle(stop) {
    const { at } = this;
    const kit = await import("../boards/preview.js").catch(() => null);
    if (!kit || !this.board.renderer || at !== this.at || !this.isOpen) return;
    this.ring ??= new kit.HintMarks(this.board.renderer);
    this.ring.clear();
    this.ring.ring(stop, "rim", "hint-landing");
  }

  /**
   * @param {string} text
   * @param {"task" | "done" | "refused"} tone
   */
  tell(text, tone) {
    this.parts.said.textContent = text;
    this.parts.said.dataset.tone = tone;
  }
}

/**
 * Moves the focus without scrolling, unless the place is out of sight.
 * @param {HTMLElement} place
 */
function lead(place) {
  place.focus({ preventScroll: true });
  const { top, bottom } = place.getBoundingClientRect();
  if (top < 0 || bottom > window.innerHeight) place.scrollIntoView({ block: "nearest" });
}

/** @param {Position} position @returns {Position} the same, with nothing to play */
const still = (position) => ({ ...position, to_move: [], legal: {} });

/**
 * @param {Element} mark of a sowing in the count
 * @param {boolean | null} isRight null: not answered yet
 */
function setMark(mark, isRight) {
  mark.toggleAttribute("data-right", isRight === true);
  mark.toggleAttribute("data-wrong", isRight === false);
  const words = mark.querySelector(".unseen");
  if (words) words.textContent = isRight === null ? "" : isRight ? t("right") : t("wrong");
}

/**
 * @param {HTMLElement} section
 * @param {string} selector
 */
const find = (section, selector) => /** @type {HTMLElement} */ (section.querySelector(selector));

const section = /** @type {HTMLElement} */ (document.getElementById("sowing"));
new SowingTrainer(section, JSON.parse(document.getElementById("sowings")?.textContent ?? "[]")).listen();
offerLink(/** @type {HTMLElement} */ (document.querySelector(".sowing-together")));
