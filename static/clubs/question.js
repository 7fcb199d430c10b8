/**
 * Page of one position for all: a member taps a move and may change it until the question is closed. Then the board shows how
 * many chose each move, what is proved of it, and the line, step by step for everybody. The question can also be where a sowing
 * ends: members tap a stop, and then it is sown.
 *
 * @import { Found } from "../analysis/review/judgement.js"
 * @import { HintMarks } from "../boards/preview.js"
 * @import { Ply, Position } from "../boards/types.js"
 *
 * @typedef {{kind: "question", id: number, is_open: boolean, answered: number, of: number, step: number, last_step: number, hands: Record<string, number>, state: string, found: Found | null, line: {plies: Ply[], position: Position}[], landed: string, taken: number}} Question
 */

import { bestText, isProved, leadingMoveName, moveName, proofMark, worthText } from "../analysis/review/judgement.js";
import { GameBoard } from "../boards/game_board.js";
import { gameOf } from "../boards/games.js";
import { decisionName } from "../boards/text/move_text.js";
import { capitalized, roleName } from "../boards/text/phrases.js";
import { postJson } from "../http.js";
import { t, tn } from "../i18n.js";
import { Connection } from "../match/commands/connection.js";
import { byId, make, setText } from "../match/dom.js";
import { follow } from "../preferences.js";
import { tryAction } from "../try_action.js";
import { HandMarks } from "./hand_marks.js";

/** Longest time in ms before a page loads the next question: not all of a class at the same instant. */
const SPREAD = 1000;
/** Steps of a closed question, as the server counts them. */
const VERDICTS = 1;

class QuestionBoard {
  /**
   * @param {HTMLElement} root
   * @param {GameBoard} board
   */
  constructor(root, board) {
    this.root = root;
    this.board = board;
    this.game = gameOf(board.getAttribute("game") ?? "");
    this.role = root.dataset.role ?? "";
    this.own = root.dataset.own ?? "";
    /** The sowing whose end is asked for; empty if a move is. */
    this.sown = root.dataset.sown ?? "";
    /** @type {Position} */
    this.start = JSON.parse(byId("position", HTMLScriptElement).textContent ?? "null");
    /** @type {Question | null} */
    this.shown = null;
    /** @type {HandMarks | null} */
    this.marks = null;
    /** Rings around chosen stops. @type {HintMarks | null} */
    this.rings = null;
    follow("speed", (value) => (board.speed = /** @type {GameBoard["speed"]} */ (value)));
    board.addEventListener("act", (event) => this.answer(/** @type {CustomEvent} */ (event).detail.action));
    board.addEventListener("refused", (event) => this.explain(/** @type {CustomEvent} */ (event).detail));
    for (const button of root.querySelectorAll("button[data-do]")) {
      button.addEventListener("click", () => this.change(button.getAttribute("data-do") ?? ""));
    }
    this.prepare();
  }

  async prepare() {
    const kit = await import("../boards/preview.js").catch(() => null);
    if (!kit || !this.board.renderer) return;
    this.rings = new kit.HintMarks(this.board.renderer);
    this.marks = new HandMarks(this.board.renderer, this.game);
    this.mark();
  }

  /** @param {string} name */
  part(name) {
    return /** @type {HTMLElement} */ (this.root.querySelector(`[data-part="${name}"]`));
  }

  get view() {
    return { roles: this.shown?.is_open ? [this.role] : [], side: this.role };
  }

  /** @param {Question} question */
  show(question) {
    const before = this.shown;
    this.shown = question;
    setText(this.part("count"), countText(question));
    this.showTools(question);
    if (!before || before.is_open !== question.is_open) {
      this.showStart();
      this.tell(this.own ? this.ownText() : "");
    }
    this.part("answers").hidden = question.is_open;
    if (question.is_open) {
      this.mark();
      return;
    }
    this.list(question);
    this.showWorth(question);
    this.showLine(question, before?.line.length ?? 0);
    this.mark();
  }

  /** Shows the position. While the end of a sowing is asked for nobody is to move, so each stop can be an answer. */
  showStart() {
    const isAsked = !!this.shown?.is_open;
    const own = this.sown && isAsked && this.own ? this.game.stopsOf(this.own) : [];
    this.board.show(isAsked && !this.sown ? this.start : still(this.start), { ...this.view, last: own });
  }

  /**
   * @param {Question} question
   * @param {number} before number of moves that were shown
   */
  async showLine({ line }, before) {
    if (line.length === before) return;
    const last = line[line.length - 1];
    this.marks?.clear();
    this.rings?.clear();
    if (line.length === before + 1) {
      if (!this.sown) this.tell(t("The line: {moves}", { moves: line.map(({ plies }) => decisionName(this.game.slug, plies)).join(", ") }));
      await this.board.play(last.plies, still(last.position), this.view);
    } else this.board.show(still(last?.position ?? this.start), this.view);
    this.mark();
  }

  /** Marks the answers on the board, or before it is closed the viewer's own. */
  mark() {
    const { shown } = this;
    this.rings?.clear();
    this.marks?.clear();
    if (!shown || shown.line.length) return;
    if (this.sown) this.ring(this.game.stopsOf(this.sown).slice(0, 1));
    if (!shown.is_open && this.sown) this.marks?.show(shown.hands);
    else if (!shown.is_open) {
      this.marks?.show(shown.hands);
      for (const action of Object.keys(shown.hands)) this.ring(this.game.stopsOf(action).slice(0, 1));
    } else if (this.own && !this.sown) this.ring(this.game.stopsOf(this.own));
  }

  /** @param {string[]} stops */
  ring(stops) {
    for (const stop of stops) this.rings?.ring(stop, "rim", "hint-landing");
  }

  /** @param {Question} question */
  list({ hands, found, landed }) {
    const best = [landed, ...(found?.best ?? [])].filter((action) => action && !(action in hands));
    const most = Math.max(...Object.values(hands), 1);
    const rows = [...Object.entries(hands), ...best.map((action) => /** @type {[string, number]} */ ([action, 0]))];
    this.part("hands").replaceChildren(...rows.map(([action, n]) => this.line(action, n, most, found, landed)));
    if (!rows.length) this.part("hands").replaceChildren(make("li", {}, t("Nobody has answered.")));
  }

  /**
   * @param {string} action
   * @param {number} n
   * @param {number} most
   * @param {Found | null} found
   * @param {string} landed
   */
  line(action, n, most, found, landed) {
    const bar = make("span", { class: "hands-bar", "aria-hidden": "true" });
    bar.style.setProperty("--part", String(n / most));
    const name = make("b", {}, leadingMoveName(this.game, action));
    const own = action === this.own ? [" ", make("span", { class: "quiet" }, t("your answer"))] : [];
    const row = make("li", {}, make("span", { class: "hands-n" }, tn("{n} hand", "{n} hands", n)), make("span", {}, name, ...own), bar);
    if (action === landed) row.toggleAttribute("data-best", true);
    const value = found?.actions[action];
    if (found && value) {
      row.append(make("span", { class: "hands-worth" }, worthText(this.game, found, value, roleName), " ", proofMark(isProved(value))));
      row.toggleAttribute("data-best", found.best.includes(action));
    }
    return row;
  }

  /** @param {Question} question */
  showWorth({ step, state, found, hands, landed, taken }) {
    const worth = this.part("worth");
    if (step < VERDICTS) worth.replaceChildren();
    else if (this.sown) setText(worth, this.endText(landed, taken, hands[landed] ?? 0));
    else if (found) {
      const lines = [make("p", {}, worthText(this.game, found, found.value, roleName), " ", proofMark(isProved(found.value))), make("p", {}, bestText(this.game, found))];
      if (worth.textContent !== lines.map((line) => line.textContent).join("")) worth.replaceChildren(...lines);
    } else setText(worth, stateText(state));
  }

  /**
   * "The last shell falls into house 5. It takes 7 shells. 12 people saw it."
   * @param {string} landed
   * @param {number} taken
   * @param {number} n how many people
   */
  endText(landed, taken, n) {
    const { words } = this.game;
    const last = t("{sentence}.", { sentence: capitalized(words.last(words.placeName(this.game.stopsOf(landed)[0], this.role))) });
    const gain = taken ? t("It takes {stones}.", { stones: words.stones(taken) }) : "";
    return [last, gain, tn("{n} person saw it.", "{n} people saw it.", n)].filter(Boolean).join(" ");
  }

  /** @param {Question} question */
  showTools({ is_open: isOpen, step, last_step: last }) {
    const on = /** @type {HTMLButtonElement | null} */ (this.root.querySelector("[data-do=on]"));
    if (!on) return;
    on.disabled = false;
    const first = this.sown ? t("Sow it") : t("Show what is proved");
    setText(on, isOpen ? t("Close the question") : step < VERDICTS || this.sown ? first : t("Next move"));
    on.setAttribute("aria-disabled", String(!isOpen && step >= last));
    const back = /** @type {HTMLButtonElement} */ (this.root.querySelector("[data-do=back]"));
    back.hidden = isOpen;
    back.setAttribute("aria-disabled", String(step === 0));
    this.part("another").hidden = isOpen;
  }

  /** @param {string} action */
  async answer(action) {
    this.board.lock(t("One moment."));
    const refusal = await send(this.root.dataset.answer, { question: this.number, action }, () => (this.own = action));
    this.board.lock(null);
    if (this.shown?.is_open) this.showStart();
    this.mark();
    this.tell(refusal || this.ownText(), refusal ? "refused" : "done");
  }

  get number() {
    return Number(this.root.dataset.id);
  }

  ownText() {
    const move = moveName(this.game, this.own);
    return this.shown?.is_open ? t("Your answer: {move}. You can change it until the question is closed.", { move }) : t("Your answer: {move}.", { move });
  }

  /** @param {string} what a button of those who run the club */
  async change(what) {
    const { shown } = this;
    if (!shown) return;
    const step = shown.step + (what === "back" ? -1 : 1);
    if (what !== "take_away" && !shown.is_open && (step < 0 || step > shown.last_step)) return;
    const deed = what === "take_away" ? what : shown.is_open ? "close" : "show";
    const body = { do: deed, question: this.number, ...(deed === "show" ? { step } : {}) };
    const refusal = await send(this.root.dataset.change, body, (now) => hear(now));
    if (refusal) this.tell(refusal, "refused");
  }

  /** @param {{role: string | null, action: string | null, stop: string}} click something that can't be played */
  async explain({ role, action, stop }) {
    if (this.sown && this.shown?.is_open) await this.answer(`land ${stop}`);
    if (this.sown || !this.shown?.is_open || role === null || action === null) return;
    const answer = await tryAction(this.root.dataset.try ?? "", { game: this.game.slug, facts: this.start.facts, role, action });
    this.tell(("message" in answer && answer.message) || t("Nothing can be played there."), "refused");
  }

  /**
   * @param {string} text
   * @param {"done" | "refused"} tone
   */
  tell(text, tone = "done") {
    const said = this.part("said");
    said.dataset.tone = tone;
    setText(said, text);
  }
}

/** @param {Question} question */
function countText({ answered, of }) {
  return tn("{answered} of {n} has answered.", "{answered} of {n} have answered.", of, { answered });
}

/** @param {string} state of the engine's job, without a result */
function stateText(state) {
  if (state === "withheld") return t("This position can't be analysed now. Look again later.");
  return state === "failed" || state === "cancelled" ? t("The analysis failed. Try again.") : t("Analysing…");
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
 * @param {string | undefined} url
 * @param {object} body
 * @param {(answer: any) => void} done
 * @returns {Promise<string>} the refusal; empty if it was done
 */
async function send(url, body, done) {
  try {
    done(await postJson(url ?? "", body));
    return "";
  } catch (error) {
    return /** @type {Error} */ (error).message || t("No answer from the server. Try again in a moment.");
  }
}

const root = byId("question", HTMLElement);
const element = root.querySelector("game-board");
const page = element instanceof GameBoard ? new QuestionBoard(root, element) : null;
let leaves = false;

/** @param {Question | {kind: string}} message */
function hear(message) {
  if (message.kind !== "question" || leaves) return;
  const question = /** @type {Question} */ (message);
  if (question.id === Number(root.dataset.id)) page?.show(question);
  else {
    leaves = true;
    setTimeout(() => location.reload(), Math.random() * SPREAD);
  }
}

new Connection({
  address: () => `${location.origin.replace(/^http/, "ws")}/ws/clubs/${root.dataset.club}/question`,
  first: "question",
  heard: hear,
  changed: () => undefined,
  seen: () => 0,
}).start();
