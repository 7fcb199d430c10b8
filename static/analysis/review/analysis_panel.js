/**
 * Analysis beside the match: its progress, the loss of the move on the board, the mistakes to step through, the search for a better
 * move, and the marks in the move list.
 *
 * @import { LiveMatch } from "../../match/state/live_match.js"
 * @import { Playback } from "../../match/navigation/playback.js"
 * @import { Analysis, Decision } from "./analysis.js"
 * @import { PositionWorth } from "./judgement.js"
 * @import { Variations } from "./variations.js"
 */

import { gameOf } from "../../boards/games.js";
import { make, setText, visible } from "../../match/dom.js";
import { nameOf } from "../../match/controls/seats.js";
import { turnOf } from "../../match/navigation/ply_positions.js";
import { mark, t, tn } from "../../i18n.js";
import { Accuracy, countText, ranked } from "./grades.js";
import {
  amount, bestText, isMistake, isProved, isProvedLoss, lossOf, lossText, outcomeText, proofMark, proofShape, proofWord, unjudgedText,
  worthLines, worthText,
} from "./judgement.js";

/**
 * @param {string} text
 * @param {string} name of its class
 */
const button = (text, name = "tool") => /** @type {HTMLButtonElement} */ (make("button", { type: "button", class: name }, text));

export class AnalysisPanel {
  /**
   * @param {Playback} playback
   * @param {Analysis} analysis
   * @param {BetterMove} better
   * @param {PositionWorth} worth of tried positions
   */
  constructor(playback, analysis, better, worth) {
    this.playback = playback;
    this.nav = playback.nav;
    this.live = this.nav.live;
    this.analysis = analysis;
    this.better = better;
    this.worth = worth;
    this.game = gameOf(this.live.match.game);
    this.ask = button(t("Analyse"));
    this.cancel = button(t("Cancel"));
    this.said = make("span", { role: "status" });
    this.state = make("p", { class: "analysis-state" }, this.said, this.cancel);
    this.judgement = make("div", { class: "judgement" });
    this.count = make("span", { class: "mistake-count" });
    this.previous = button(t("Previous"));
    this.next = button(t("Next"));
    this.previous.setAttribute("aria-label", t("Previous mistake"));
    this.next.setAttribute("aria-label", t("Next mistake"));
    this.find = button(t("Find a better move"));
    this.show = button(t("Show the best move"));
    this.name = (/** @type {string} */ role) => nameOf(this.live.match.seats, role);
    this.accuracy = new Accuracy(this.game, this.name);
    this.mistakes = make("div", { class: "course-ways mistakes" }, this.count, this.previous, this.next, this.find, this.show, this.accuracy.node);
    this.node = make("section", { class: "analysis", hidden: "", "aria-label": t("Analysis") }, this.state, this.judgement, this.mistakes);
    /** Mistake whose best move is shown. */
    this.revealed = -1;
    this.drawn = "";
  }

  start() {
    this.ask.addEventListener("click", () => this.analysis.ask());
    this.cancel.addEventListener("click", () => this.analysis.cancel());
    this.previous.addEventListener("click", () => this.step(-1));
    this.next.addEventListener("click", () => this.step(1));
    this.find.addEventListener("click", () => {
      const { current } = this;
      if (current) this.better.begin(current);
    });
    this.show.addEventListener("click", () => {
      this.revealed = this.current?.seq ?? -1;
      this.render();
    });
  }

  /** Decision that led to the position on the board; for a turn by hand, its last choice. @returns {Decision | null} */
  get current() {
    const { live: { log }, ply, variation } = this.nav;
    const frame = variation ? null : log.decision(ply);
    if (!frame) return null;
    const turn = turnOf(log, frame).filter(({ position }) => position.ply <= ply).map(({ seq }) => this.analysis.bySeq.get(seq));
    return turn.filter((one) => one !== undefined).pop() ?? null;
  }

  /** Decision that was taken in the position on the board. @returns {Decision | null} */
  get following() {
    const { ply, variation } = this.nav;
    return variation ? null : this.analysis.decisions.find((one) => one.ply > ply) ?? null;
  }

  /** Mistakes, the gravest first. */
  get slips() {
    return ranked(this.analysis.decisions);
  }

  /**
   * Goes to the next mistake, or back, from the one on the board; from any other place, to the gravest.
   * @param {1 | -1} way
   */
  step(way) {
    const slips = this.slips;
    const at = slips.findIndex(({ seq }) => seq === this.current?.seq);
    const to = at < 0 ? slips[0] : slips[at + way];
    if (to) this.playback.seek(to.ply);
    else this.playback.announcer.say(slips.length ? t("No more mistakes this way.") : t("No mistakes were found."));
  }

  render() {
    const { analysis, live } = this;
    const over = live.match.status === "over";
    const { state, short } = analysis.progress;
    visible(this.ask, over && !analysis.working && (state !== "done" || !!short));
    visible(this.cancel, analysis.working && !!analysis.progress.mine);
    setText(this.said, this.stateText());
    visible(this.state, this.said.textContent !== "");
    const { slips, current } = this;
    this.accuracy.render(analysis);
    visible(this.mistakes, slips.length > 0 || !this.accuracy.node.hidden);
    for (const part of [this.count, this.previous, this.next]) visible(part, slips.length > 0);
    visible(this.node, over && (analysis.decisions.length > 0 || !this.state.hidden || this.tried !== null));
    setText(this.count, countText(slips));
    const wrong = !!current && isMistake(current);
    visible(this.find, wrong);
    visible(this.show, wrong && current?.seq !== this.revealed);
    this.judge();
  }

  stateText() {
    const { refusal, progress: { state, done = 0, of = 0, before = 0, short }, judged } = this.analysis;
    if (refusal) return refusal;
    if (state === "waiting") return before ? tn("Waiting for {n} other analysis", "Waiting for {n} other analyses", before) : t("Starting the analysis");
    if (state === "running") return t("Analysed {n} of {of} moves", { n: done, of });
    if (state === "failed") return t("The analysis failed. Try again.");
    if (state === "done" && short) return t("A quick analysis: others were waiting. Analyse again for more.");
    if (state === "cancelled" && judged.length) return t("Analysis cancelled");
    return "";
  }

  /** Analysis of the position that a variation has led to. */
  get tried() {
    const { variation } = this.nav;
    return variation ? this.worth.worthOf(variation.position.facts) : null;
  }

  /** The same in words, for beside the board. */
  worthText() {
    const { tried } = this;
    if (!tried || tried.message) return tried?.message ?? "";
    const { found } = tried;
    return found ? `${worthText(this.game, found, found.value, this.name)}, ${proofWord(isProved(found.value))}. ${bestText(this.game, found)}.` : t("Analysing…");
  }

  /** Shows the loss of the move on the board, and the value of the position. */
  judge() {
    const { current, following, tried } = this;
    if (tried) {
      this.drawn = "";
      this.judgement.replaceChildren(...worthLines(this.game, tried, this.name));
      return;
    }
    const drawn = `${current?.seq} ${following?.seq} ${this.revealed} ${this.analysis.decisions.length}`;
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    this.judgement.replaceChildren(...(current ? this.moveLines(current) : []), ...(following ? this.worthLine(following) : []));
  }

  /** @param {Decision} decision */
  moveLines(decision) {
    const loss = lossOf(decision);
    if (!loss || !decision.found) return [make("p", {}, unjudgedText(decision))];
    const lines = [make("p", { class: "judged-move" }, lossText(this.game, decision), " ", proofMark(isProvedLoss(loss)), " ", outcomeText(decision))];
    if (isMistake(decision) && decision.seq === this.revealed) lines.push(make("p", {}, bestText(this.game, decision.found)));
    return lines;
  }

  /** @param {Decision} decision */
  worthLine({ found }) {
    if (!found) return [];
    const worth = worthText(this.game, found, found.value, this.name);
    return [make("p", { class: "judged-worth" }, t("On the board: {worth}", { worth }), " ", proofMark(isProved(found.value)))];
  }
}

/** "Find a better move": the board at the position of a mistake, where moves are tried until one loses nothing. */
export class BetterMove {
  /** @param {Variations} variations */
  constructor(variations) {
    this.variations = variations;
    this.board = variations.board;
    this.live = variations.live;
    this.nav = variations.nav;
    this.notice = variations.notice;
    this.game = gameOf(this.live.match.game);
    /** @type {{decision: Decision, ply: number} | null} */
    this.sought = null;
    /** Action that was answered last. */
    this.answered = "";
  }

  /**
   * Sets up the position in which a decision was taken.
   * @param {Decision} decision
   */
  async begin(decision) {
    const frame = this.live.log.frames.get(decision.seq);
    if (!frame) return;
    const ply = this.live.log.line.before(frame.plies[0].n);
    await this.nav.goTo(ply);
    this.sought = { decision, ply };
    this.answered = "";
    this.variations.begin();
    // On a phone the button is below the board, out of its sight.
    this.board.scrollIntoView({ block: "nearest" });
    this.notice.tell(t("Find a move that is better than {move}.", { move: this.game.notation(decision.action) }));
  }

  render() {
    const { sought, variations } = this;
    if (!sought) return;
    const { ply, path: [first] } = variations.place;
    if (!variations.trying || ply !== sought.ply) {
      this.sought = null;
      return;
    }
    const action = first?.action ?? "";
    if (action && action !== this.answered) this.notice.tell(this.answer(sought.decision, action));
    this.answered = action;
  }

  /**
   * @param {Decision} decision
   * @param {string} action
   */
  answer(decision, action) {
    const { found } = decision;
    const loss = found?.actions[action]?.loss;
    const move = this.game.notation(action);
    if (!found || !loss) return t("There's no analysis of {move}.", { move });
    const best = loss.score <= 0 || found.best.includes(action);
    const better = loss.score < (lossOf(decision)?.score ?? 0);
    const said = best
      ? mark("{move} is the best move, {proof}.")
      : better ? mark("{move} is better, but still gives away {n}, {proof}.") : mark("{move} gives away {n}, {proof}. Try another move.");
    return t(said, { move, n: amount(this.game, found.unit, loss.score), proof: proofWord(isProvedLoss(loss)) });
  }
}

/** Marks in the move list: the loss of a decision behind its move, with a shape that shows whether it is proved. */
export class MoveMarks {
  /**
   * @param {LiveMatch} live
   * @param {Analysis} analysis
   * @param {HTMLElement} list of the moves
   */
  constructor(live, analysis, list) {
    this.live = live;
    this.game = gameOf(live.match.game);
    this.analysis = analysis;
    this.list = list;
  }

  /** Rows come and go with the place in the match, and are refilled: only those without a mark are checked. */
  render() {
    if (!this.analysis.decisions.length) return;
    for (const row of /** @type {NodeListOf<HTMLElement>} */ (this.list.querySelectorAll(":scope > [data-ply]"))) {
      const link = row.firstElementChild;
      if (link && !link.querySelector(".loss")) link.append(...this.mistakesOf(row).map((decision) => this.mark(decision)));
    }
  }

  /** @param {HTMLElement} row of a decision, or of a whole turn sown by hand */
  mistakesOf(row) {
    const { log } = this.live;
    const frame = log.frames.get(Number(row.dataset.seq));
    return (frame ? turnOf(log, frame) : []).flatMap(({ seq }) => {
      const decision = this.analysis.bySeq.get(seq);
      return decision && isMistake(decision) ? [decision] : [];
    });
  }

  /** @param {Decision} decision */
  mark(decision) {
    const loss = lossOf(decision) ?? { kind: /** @type {const} */ ("estimate"), score: 0 };
    const proved = isProvedLoss(loss);
    const said = [lossText(this.game, decision), proofWord(proved)].join(", ");
    const whole = [`, ${said}.`, outcomeText(decision)].join(" ");
    return make("span", { class: `loss ${proved ? "proved" : "estimated"}`, "data-grade": decision.grade, title: said },
      proofShape(proved),
      make("span", { "aria-hidden": "true" }, `−${Math.max(1, Math.round(loss.score))}`),
      make("span", { class: "unseen" }, whole));
  }
}
