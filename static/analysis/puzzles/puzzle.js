/** Page of a puzzle: the server judges each decision; only the server knows the solution. */

import { GameBoard } from "../../boards/game_board.js";
import { gameOf } from "../../boards/games.js";
import { decisionName, decisionText } from "../../boards/text/move_text.js";
import { capitalized, roleName } from "../../boards/text/phrases.js";
import { postJson } from "../../http.js";
import { mark, t, tn } from "../../i18n.js";
import { make } from "../../match/dom.js";
import { follow } from "../../preferences.js";
import { tryAction } from "../../try_action.js";
import { reasonText } from "../reason_words.js";

/**
 * @import { HintMarks } from "../../boards/preview.js"
 * @import { Ply, Position } from "../../boards/types.js"
 *
 * @typedef {{plies: Ply[], position: Position}} Played
 * @typedef {{outcome: -1 | 0 | null, loss?: number, exact?: boolean}} Fault   what is proved of a wrong decision
 * @typedef {{before: number, after: number}} Rating
 * @typedef {import("../reason_words.js").Reason | null} MaybeReason   what the solution wins, or a wrong decision allows
 * @typedef {Played & {right: boolean, solved: boolean, follows: Played[], fault: Fault | null, reason?: MaybeReason, rating?: Rating, themes?: string[], streak?: number}} Judged
 * @typedef {{message: string}} Refused
 * @typedef {"task" | "refused" | "done"} Tone
 */

/**
 * @type {Record<string, Record<string, string>>} by the scope of the win, and the proved outcome of a wrong decision
 */
const FAULTS = {
  game: { "-1": mark("{move} loses."), 0: mark("{move} only draws."), null: mark("{move} doesn't win.") },
  round: { "-1": mark("{move} loses the round."), 0: mark("{move} only draws the round."), null: mark("{move} doesn't win the round.") },
};

class Puzzle {
  /** @param {HTMLElement} section */
  constructor(section) {
    const board = section.querySelector("game-board");
    if (!(board instanceof GameBoard)) throw new Error("No board to solve on");
    this.board = board;
    this.game = gameOf(board.getAttribute("game") ?? "");
    this.data = section.dataset;
    this.said = /** @type {HTMLElement} */ (section.querySelector("[data-part=said]"));
    this.buttons = new Map([...section.querySelectorAll("[data-do]")].map((each) => [each.getAttribute("data-do"), /** @type {HTMLElement} */ (each)]));
    /** @type {Position} */
    this.start = JSON.parse(document.getElementById("position")?.textContent ?? "null");
    this.position = this.start;
    /** Right decisions so far. @type {string[]} */
    this.taken = [];
    this.over = false;
    /** The decision that is marked on the board. @type {string | null} */
    this.marked = null;
    /** Fetched with the first answer. @type {HintMarks | null} */
    this.marks = null;
  }

  begin() {
    const { board } = this;
    follow("speed", (value) => (board.speed = /** @type {GameBoard["speed"]} */ (value)));
    board.addEventListener("act", (event) => this.act(/** @type {CustomEvent} */ (event).detail));
    board.addEventListener("refused", (event) => this.explain(/** @type {CustomEvent} */ (event).detail));
    this.buttons.get("again")?.addEventListener("click", () => this.tryAgain());
    this.buttons.get("show")?.addEventListener("click", () => this.showSolution());
    this.buttons.get("share")?.addEventListener("click", () => this.share());
    board.show(this.position, this.view);
  }

  get role() {
    return this.data.role ?? "";
  }

  get view() {
    return { roles: [this.role], side: this.role };
  }

  /** @param {{role: string, action: string}} request */
  async act({ action }) {
    const answer = await this.ask(this.data.attempt, { taken: this.taken, action });
    if ("message" in answer) {
      this.board.show(this.position, this.view);
      this.tell("refused", answer.message);
    } else if (answer.right) await this.goOn(answer, action);
    else await this.miss(answer, action);
  }

  /**
   * @param {Judged} judged
   * @param {string} action
   */
  async goOn(judged, action) {
    this.taken.push(action);
    this.markChoice(action, true);
    const line = [{ plies: judged.plies, position: judged.position }, ...judged.follows];
    this.position = line[line.length - 1].position;
    if (judged.solved) this.finish(judged);
    else this.tell("done", this.nextTask(judged.follows));
    const shown = line.pop();
    for (const each of line) await this.board.play(each.plies, still(each.position), this.view);
    if (shown) await this.board.play(shown.plies, this.over ? still(shown.position) : shown.position, this.view);
  }

  /** @param {Played[]} follows */
  nextTask(follows) {
    const reply = follows.map(({ plies }) => plies[0]).filter(({ role }) => role !== this.role);
    if (!reply.length) return t("Right. Your turn goes on: find the next move.");
    return t("Right. The reply is {moves}. Find the next move.", { moves: reply.map(({ action }) => this.game.notation(action)).join(" ") });
  }

  /**
   * Shows the effect of a wrong decision, and what is known of it.
   * @param {Judged} judged
   * @param {string} action
   */
  async miss({ plies, position, fault, reason = null, rating }, action) {
    this.tell("refused", this.faultText(fault, plies), this.whyText(reason), ratingText(rating));
    this.markChoice(action, false);
    this.button("again", true);
    await this.board.play(plies, still(position), this.view);
  }

  /**
   * @param {Fault | null} fault
   * @param {Ply[]} plies
   */
  faultText(fault, plies) {
    const name = decisionName(this.game.slug, plies);
    const args = { move: name === decisionText(this.game.slug, plies) ? name : capitalized(name) };
    const said = t(FAULTS[this.data.scope ?? "game"][String(fault?.outcome ?? null)], args);
    if (!fault?.loss) return said;
    const n = this.game.words.stones(Math.round(fault.loss));
    return `${said} ${t(fault.exact ? mark("It gives away {n}.") : mark("It gives away at least {n}."), { n })}`;
  }

  /** @param {MaybeReason} reason */
  whyText(reason) {
    return reason ? reasonText(this.game, reason, roleName) : "";
  }

  tryAgain() {
    this.button("again", false);
    this.tell("task");
    this.unmark();
    this.board.show(this.position, this.view);
    // The button that had the focus is gone.
    /** @type {SVGElement | null} */ (this.board.querySelector("[data-stop][tabindex='0']"))?.focus();
  }

  /** @param {Judged} judged */
  finish({ reason = null, rating, themes, streak }) {
    this.end();
    this.button("share", true);
    this.tell(
      "done",
      `${t("Right!")} ${this.whyText(reason)}`.trim(),
      ratingText(rating),
      themes?.length ? t("Themes: {themes}.", { themes: themes.join(", ") }) : "",
      streak ? tn("Puzzle of the day solved {n} day in a row.", "Puzzle of the day solved {n} days in a row.", streak) : "",
    );
  }

  /** Hands on the puzzle of the day with a sentence that tells nothing of its solution. */
  async share() {
    const { text = "", address = "" } = this.buttons.get("share")?.dataset ?? {};
    if ("share" in navigator) {
      await navigator.share({ text, url: address }).catch(() => null);
      return;
    }
    const copied = await copyText(`${text} ${address}`);
    this.tell("done", copied ? t("Copied. Paste it into a message.") : address);
  }

  async showSolution() {
    const answer = await this.ask(this.data.solution, {});
    if ("message" in answer) {
      this.tell("refused", answer.message);
      return;
    }
    this.end();
    this.unmark();
    this.buttons.get("next")?.focus();
    /** @type {Played[]} */
    const line = answer.line;
    const moves = line.map(({ plies }) => decisionName(this.game.slug, plies)).join(", ");
    this.tell("done", t("The solution: {moves}", { moves }), this.whyText(answer.reason));
    this.board.show(still(this.start), this.view);
    for (const { plies, position } of line) await this.board.play(plies, still(position), this.view);
  }

  end() {
    this.over = true;
    this.button("again", false);
    this.button("show", false);
    this.buttons.get("next")?.classList.add("primary");
  }

  /** @param {{role: string | null, action: string | null}} click something that can't be played */
  async explain({ role, action }) {
    if (this.over || role === null || action === null) return;
    const answer = await tryAction(this.data.try ?? "", { game: this.game.slug, facts: this.position.facts, role, action });
    this.tell("refused", ("message" in answer && answer.message) || t("Nothing can be played there."));
  }

  /**
   * Asks the server; until it answers, nothing can be played.
   * @param {string | undefined} url
   * @param {object} body
   * @returns {Promise<any>}
   */
  async ask(url, body) {
    this.board.lock(t("One moment."));
    try {
      return await postJson(url ?? "", body);
    } catch (error) {
      return { message: /** @type {Error} */ (error).message || t("No answer from the server. Try again in a moment.") };
    } finally {
      this.board.lock(null);
    }
  }

  /**
   * @param {string} name
   * @param {boolean} shown
   */
  button(name, shown) {
    const button = this.buttons.get(name);
    if (button) button.hidden = !shown;
  }

  /**
   * @param {Tone} tone
   * @param {...string} lines
   */
  tell(tone, ...lines) {
    this.said.dataset.tone = tone;
    this.said.replaceChildren(...lines.filter(Boolean).map((line) => make("p", {}, line)));
    if (tone !== "task") this.said.scrollIntoView({ block: "nearest" });
  }

  /**
   * Marks the stop where a decision ended, until the next one.
   * @param {string} action
   * @param {boolean} isRight
   */
  async markChoice(action, isRight) {
    this.marked = action;
    const kit = await import("../../boards/preview.js").catch(() => null);
    const stop = this.game.stopsOf(action).pop();
    if (!kit || !stop || !this.board.renderer || this.marked !== action) return;
    this.marks ??= new kit.HintMarks(this.board.renderer);
    this.marks.verdict(stop, isRight);
  }

  unmark() {
    this.marked = null;
    this.marks?.clear();
  }
}

/**
 * The position with nothing to play.
 * @param {Position} position
 * @returns {Position}
 */
function still(position) {
  return { ...position, to_move: [], legal: {} };
}

/**
 * @param {string} text
 * @returns {Promise<boolean>} whether the browser took it
 */
async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** @param {Rating | undefined} rating */
function ratingText(rating) {
  return rating ? t("Your puzzle rating: {before} → {after}", { ...rating }) : "";
}

new Puzzle(/** @type {HTMLElement} */ (document.getElementById("puzzle"))).begin();
