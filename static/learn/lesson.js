/** Page of a guide or a course: one step at a time on the board, with a task. Learners may go on without doing it. */

import { GameBoard } from "../boards/game_board.js";
import { orList } from "../boards/text/phrases.js";
import { t } from "../i18n.js";
import { follow } from "../preferences.js";
import { tryAction } from "../try_action.js";
import { askedActions, keepDone, shownAction, stepsDone } from "./progress.js";

/**
 * @import { HintMarks } from "../boards/preview.js"
 * @import { Ply, Position } from "../boards/types.js"
 * @import { LessonStep, Move } from "./progress.js"
 * @typedef {"task" | "said" | "done" | "refused"} Tone
 */

/** Pattern of a step in the address. */
const STEP = /^#(\d\d?)$/;

class Lesson {
  /**
   * @param {HTMLElement} section
   * @param {LessonStep[]} steps
   */
  constructor(section, steps) {
    const board = section.querySelector("game-board");
    if (!(board instanceof GameBoard) || !board.game) throw new Error("Nothing to learn on");
    this.board = board;
    this.game = board.game;
    this.url = section.dataset.try ?? "";
    /** Cookie of the progress. */
    this.kept = section.dataset.kept ?? "";
    this.steps = steps;
    this.parts = {
      title: part(section, "title"),
      task: part(section, "task"),
      said: part(section, "said"),
      happened: part(section, "happened"),
      learnt: part(section, "learnt"),
      ways: part(section, "ways"),
    };
    this.buttons = /** @type {HTMLButtonElement[]} */ ([...section.querySelectorAll("[data-do]")]);
    this.marks = /** @type {HTMLAnchorElement[]} */ ([...section.querySelectorAll("[data-part=steps] a")]);
    this.at = 0;
    /** Number of the step's decisions that were made. */
    this.made = 0;
    /** Whether the learner was told what to look at: then the move is shown next. */
    this.looked = false;
    /** Marks of what to look at, fetched when a learner asks. @type {HintMarks | null} */
    this.shownPlaces = null;
    /** @type {string[]} those of them that the learner made */
    this.path = [];
    /** Whether something legal was tried that this decision doesn't ask for. */
    this.missed = false;
    this.position = steps[0].position;
    /** Counts requests, so that an outdated answer is dropped. */
    this.requests = 0;
  }

  start() {
    const { board } = this;
    board.addEventListener("act", (event) => this.act(/** @type {CustomEvent} */ (event).detail));
    board.addEventListener("refused", (event) => this.explain(/** @type {CustomEvent} */ (event).detail));
    board.addEventListener("say", (event) => this.tell(/** @type {CustomEvent} */ (event).detail.text, "said"));
    follow("speed", (value) => (board.speed = /** @type {GameBoard["speed"]} */ (value)));
    const ways = /** @type {Record<string, () => void>} */ ({
      show: () => this.showMe(),
      again: () => this.open(this.at),
      next: () => this.goTo(Math.min(this.at + 1, this.steps.length - 1)),
    });
    for (const button of this.buttons) button.addEventListener("click", () => ways[button.dataset.do ?? ""]?.());
    window.addEventListener("hashchange", () => {
      // Any other hash is an element of the page, such as the target of "Skip to the page".
      if (!window.location.hash || STEP.test(window.location.hash)) this.open(this.addressed());
    });
    keepDone(this.game.slug, 0, this.kept);
    this.open(this.addressed());
  }

  /** The step that the address names: "#3". Without one, the first that was not done yet. */
  addressed() {
    const named = STEP.exec(window.location.hash);
    const done = stepsDone(this.game.slug, this.kept);
    const wanted = named ? Number(named[1]) - 1 : this.steps.findIndex((_, i) => !done.has(i + 1));
    return Math.min(Math.max(0, wanted), this.steps.length - 1);
  }

  get step() {
    return this.steps[this.at];
  }

  /** @returns {Move | undefined} the expected decision; none once the step is done */
  get move() {
    return this.step.moves[this.made];
  }

  /** @param {number} at */
  goTo(at) {
    history.pushState(null, "", `#${at + 1}`);
    this.open(at);
    this.parts.title.focus();
  }

  /** @param {number} at */
  open(at) {
    this.requests += 1;
    this.at = at;
    this.made = 0;
    this.unmark();
    this.path = [];
    this.missed = false;
    this.position = this.step.position;
    this.board.lock(null);
    this.board.show(this.shown, this.view);
    this.parts.title.textContent = t("{n}. {title}", { n: at + 1, title: this.step.title });
    this.parts.task.textContent = this.step.task;
    this.tell("", "task");
    this.render();
  }

  get view() {
    return { roles: [this.step.side], side: this.step.side };
  }

  get asked() {
    return askedActions(this.step, this.path);
  }

  /**
   * The position as the board has it. What the task names can be played alone, and so can what is to be found once the learner
   * has missed it; before that a mark would give it away.
   */
  get shown() {
    const { move, position } = this;
    if (!move || move.byItself) return { ...position, to_move: [], legal: {} };
    return move.named || (this.missed && !move.sought) ? { ...position, legal: { [move.role]: this.asked } } : position;
  }

  /** @param {{role: string, action: string}} request */
  async act({ role, action }) {
    const { move } = this;
    if (!move) return;
    if (!move.byItself && !this.asked.includes(action)) {
      this.miss();
      return;
    }
    const request = (this.requests += 1);
    this.board.lock(t("One moment."));
    const answer = await this.ask(role, action);
    if (request !== this.requests) return;
    this.board.lock(null);
    if ("message" in answer) {
      this.tell(answer.message ?? t("No answer from the server. Try again in a moment."), "refused");
    } else {
      if (!move.byItself) this.path.push(action);
      await this.advance(answer, request);
    }
  }

  /** Says what is asked for instead of something legal, and marks it. */
  miss() {
    const { game } = this;
    const name = (/** @type {string} */ action) => {
      const stops = game.stopsOf(action);
      return stops.length === 1 ? game.words.plain(stops[0]) : game.notation(action);
    };
    this.missed = true;
    this.board.show(this.shown, this.view);
    if (this.move?.sought) this.tell(t("There is a better move. Look again."), "refused");
    else this.tell(t("Legal, but this step asks for {place}.", { place: orList(this.asked.map(name)) }), "refused");
  }

  /**
   * @param {{plies: Ply[], position: Position}} answer
   * @param {number} request
   */
  async advance({ plies, position }, request) {
    this.made += 1;
    this.unmark();
    this.missed = false;
    this.position = position;
    this.tell("", "said");
    this.render();
    await this.board.play(plies, this.shown, this.view);
    if (request !== this.requests) return;
    if (!this.move) this.finish();
    else if (this.move.byItself) await this.act({ role: this.move.role, action: this.move.shown });
    else this.parts.task.textContent = this.move.task || this.step.task;
  }

  finish() {
    keepDone(this.game.slug, this.at + 1, this.kept);
    this.parts.task.textContent = this.step.task;
    this.parts.learnt.textContent = this.step.after;
    this.parts.said.dataset.tone = "done";
    this.render();
  }

  showMe() {
    if (!this.move) this.open(this.at);
    const { move } = this;
    if (!move || move.byItself) return;
    this.board.skip();
    if (!this.looked && move.look.text) this.lookAt(move.look);
    else this.act({ role: move.role, action: shownAction(move, this.asked) });
  }

  /** @param {{text: string, stops: string[]}} look */
  async lookAt({ text, stops }) {
    const request = this.requests;
    this.looked = true;
    this.tell(text, "said");
    this.render();
    if (!stops.length || !this.board.renderer) return;
    const kit = await import("../boards/preview.js").catch(() => null);
    if (!kit || !this.board.renderer || request !== this.requests || !this.looked) return;
    this.shownPlaces ??= new kit.HintMarks(this.board.renderer);
    for (const stop of stops) this.shownPlaces.ring(stop, "rim", "hint-landing");
  }

  unmark() {
    this.looked = false;
    this.shownPlaces?.clear();
  }

  /** @param {{role: string | null, action: string | null}} click something that can't be played */
  async explain({ role, action }) {
    const request = this.requests;
    if (role === null || action === null) {
      this.tell(t("This step is done. Go on to the next, or do it again."), "refused");
      return;
    }
    const legal = this.position.legal[role] ?? [];
    if (legal.some((one) => one === action || one.startsWith(`${action} `))) {
      this.miss();
      return;
    }
    const answer = await this.ask(role, action);
    const message = "message" in answer ? answer.message : null;
    if (request === this.requests) this.tell(message ?? t("Nothing can be played there."), "refused");
  }

  /**
   * @param {string} role
   * @param {string} action
   */
  ask(role, action) {
    return tryAction(this.url, { game: this.game.slug, facts: this.position.facts, role, action });
  }

  /**
   * @param {string} text
   * @param {Tone} tone
   */
  tell(text, tone) {
    this.parts.happened.textContent = text;
    this.parts.learnt.textContent = "";
    this.parts.said.dataset.tone = tone;
    // On a short phone the answer stands below the board.
    if (tone === "refused") this.parts.said.scrollIntoView({ block: "nearest" });
  }

  render() {
    const done = !this.move;
    const last = this.at === this.steps.length - 1;
    const finished = stepsDone(this.game.slug, this.kept);
    for (const [i, mark] of this.marks.entries()) {
      if (i === this.at) mark.setAttribute("aria-current", "step");
      else mark.removeAttribute("aria-current");
      mark.toggleAttribute("data-done", finished.has(i + 1));
      const words = mark.querySelector(".unseen");
      if (words) words.textContent = finished.has(i + 1) ? t("done") : "";
    }
    for (const button of this.buttons) {
      const { do: what } = button.dataset;
      if (what === "show") button.textContent = this.looked ? t("Show the move") : t("Show me");
      if (what === "next") button.hidden = last;
      if (what === "next") button.classList.toggle("primary", done);
      if (what === "again") button.setAttribute("aria-disabled", String(!this.made));
    }
    this.parts.ways.hidden = !last;
  }
}

/**
 * @param {HTMLElement} section
 * @param {string} name
 */
function part(section, name) {
  return /** @type {HTMLElement} */ (section.querySelector(`[data-part=${name}]`));
}

const section = /** @type {HTMLElement} */ (document.getElementById("lesson"));
const steps = JSON.parse(document.getElementById("steps")?.textContent ?? "[]");

new Lesson(section, steps).start();
