/**
 * Analysis beside the match: its progress, the loss of the move on the board, the mistakes to step through, an arrow on the board for
 * what was better, the search for a better move, and the marks in the move list.
 *
 * @import { LiveMatch } from "../../match/state/live_match.js"
 * @import { Playback } from "../../match/navigation/playback.js"
 * @import { Analysis, Decision } from "./analysis.js"
 * @import { LinePlayer } from "./line_player.js"
 * @import { PositionWorth } from "./position_worth.js"
 * @import { Variations } from "./variations.js"
 */

import { Arrows } from "../../boards/arrows.js";
import { gameOf } from "../../boards/games.js";
import { byId, make, setText, visible } from "../../match/dom.js";
import { nameOf } from "../../match/controls/seats.js";
import { turnOf } from "../../match/navigation/ply_positions.js";
import { mark, t, tn } from "../../i18n.js";
import { Accuracy, countText, gravest } from "./grades.js";
import {
  amount, bestSentence, betterActions, isMistake, isProved, isProvedLoss, leadingMoveName, lossOf, lossText, moveName, proofMark, proofSentence, proofShape,
  proofWord, unchangedText, unjudgedText, verdictText, worthLines, worthText,
} from "./judgement.js";
import { Reasons } from "./reasons.js";

const NO_MISTAKES = t("No mistakes were found.");

export class AnalysisPanel {
  /**
   * @param {Playback} playback
   * @param {Analysis} analysis
   * @param {BetterMove} better
   * @param {PositionWorth} worth of tried positions
   * @param {LinePlayer} lines
   */
  constructor(playback, analysis, better, worth, lines) {
    this.playback = playback;
    this.nav = playback.nav;
    this.live = this.nav.live;
    this.analysis = analysis;
    this.better = better;
    this.worth = worth;
    this.game = gameOf(this.live.match.game);
    this.node = byId("analysis", HTMLElement);
    this.ask = make("button", { type: "button", class: "tool" }, t("Analyse"));
    this.cancel = make("button", { type: "button", class: "tool" }, t("Cancel"));
    this.said = make("span", { role: "status" });
    this.judgement = make("div", { class: "judgement" });
    this.name = (/** @type {string} */ role) => nameOf(this.live.match.seats, role);
    this.accuracy = new Accuracy(this.game, this.name);
    this.reasons = new Reasons(this.game, this.name, lines);
    this.previous = byId("mistake-before", HTMLButtonElement);
    this.next = byId("mistake-after", HTMLButtonElement);
    this.find = byId("find-better", HTMLButtonElement);
    this.show = byId("show-best", HTMLButtonElement);
    /** Whether the best move is shown at mistakes. */
    this.reveals = true;
    this.drawn = "";
    /** Whether somebody has gone elsewhere since the page, or the analysis, chose the place on the board. */
    this.wentAway = () => true;
    this.led = false;
    /** @type {Arrows | undefined} */
    this.arrows = undefined;
  }

  start() {
    const state = make("p", { class: "analysis-state" }, this.said, this.ask, this.cancel);
    this.node.replaceChildren(state, this.judgement, this.accuracy.node);
    if (this.leadsAtOnce && this.nav.place === null && !window.location.hash) this.wentAway = this.nav.overtaken();
    byId("review", HTMLButtonElement).addEventListener("click", () => {
      if (this.nav.place !== null) return;
      this.wentAway = this.nav.overtaken();
      this.render();
    });
    window.addEventListener("resize", () => this.render());
    this.ask.addEventListener("click", () => this.analysis.ask());
    this.cancel.addEventListener("click", () => this.analysis.cancel());
    this.previous.addEventListener("click", () => this.step(-1));
    this.next.addEventListener("click", () => this.step(1));
    this.find.addEventListener("click", () => {
      const { current } = this;
      if (current && isMistake(current)) this.better.begin(current);
      else this.better.notice.explain(t("Go to a mistake first: there you can look for a better move."));
    });
    this.show.addEventListener("click", () => {
      this.reveals = !this.reveals;
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

  /** Mistakes in the order of the match. */
  get slips() {
    return this.analysis.decisions.filter(isMistake);
  }

  /**
   * Goes to the next mistake, or to the one before; past the last it begins again with the first.
   * @param {1 | -1} way
   */
  step(way) {
    const { slips, nav: { ply } } = this;
    const to = way > 0 ? slips.find((one) => one.ply > ply) ?? slips[0] : slips.findLast((one) => one.ply < ply) ?? slips[slips.length - 1];
    if (to) this.go(to);
    else this.playback.announcer.say(NO_MISTAKES);
  }

  /** @param {Decision} decision */
  async go(decision) {
    await this.playback.seek(decision.ply);
    const why = this.reasons.of(decision, this.reveals).map(({ text }) => text);
    this.playback.announcer.say([verdictText(this.game, decision, this.reveals), ...why].join(" "));
  }

  /** Whether the page shows the result of a match that has just ended: it stays until the review is asked for. */
  get showsResult() {
    return byId("match", HTMLElement).matches("[data-ending], [data-fresh]");
  }

  /** Whether those who open the page want the review. Others want the result, and so do all where it stands below the board. */
  get leadsAtOnce() {
    const { live } = this;
    return live.playing || this.showsResult || (live.you.length > 0 && !matchMedia("(width < 1100px)").matches);
  }

  /**
   * Goes to the first turning point that is found, and to the gravest mistake once all are known, unless somebody has gone
   * elsewhere meanwhile.
   */
  lead() {
    const { analysis, nav, live } = this;
    if (live.playing || this.showsResult || this.wentAway() || nav.variation) return;
    const worst = gravest(analysis.decisions);
    const isOver = analysis.progress.state === "done";
    if (!worst || !(isOver || (worst.grade === "turning" && !this.led))) return;
    this.led = true;
    if (worst.ply !== nav.ply) this.go(worst);
    this.wentAway = isOver ? () => true : nav.overtaken();
  }

  render() {
    const { analysis, live } = this;
    const over = live.match.status === "over";
    const { state } = analysis.progress;
    const { slips, current } = this;
    const wrong = !!current && isMistake(current);
    visible(this.ask, over && analysis.answered && !analysis.working && state !== "done");
    visible(this.cancel, analysis.working && !!analysis.progress.mine);
    setText(this.said, this.stateText() || countText(slips) || (state === "done" ? NO_MISTAKES : ""));
    this.accuracy.render(analysis);
    for (const button of [this.previous, this.next]) button.setAttribute("aria-disabled", String(!slips.length));
    this.find.setAttribute("aria-disabled", String(!wrong));
    this.show.setAttribute("aria-pressed", String(this.reveals));
    visible(this.node, (over && this.nav.last > 0) || this.tried !== null);
    const better = wrong && this.reveals && !this.nav.boardView.moving.length ? betterActions(current) : [];
    this.point(better.map((action) => this.game.stopsOf(action)));
    this.judge();
    this.lead();
  }

  /** @param {string[][]} lines the stops of each arrow */
  point(lines) {
    const { renderer } = this.nav.boardView.board;
    if (renderer) this.arrows ??= new Arrows(renderer);
    this.arrows?.show(lines);
  }

  stateText() {
    const { refusal, progress: { state, done = 0, of = 0, before = 0 }, judged } = this.analysis;
    if (refusal) return refusal;
    if (state === "waiting") return before ? tn("Waiting for {n} other analysis", "Waiting for {n} other analyses", before) : t("Starting the analysis");
    if (state === "running") return t("Analysed {n} of {of} moves", { n: done, of });
    if (state === "failed") return t("The analysis failed. Try again.");
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
    const { found = null, message = "" } = this.tried ?? {};
    if (!this.tried || message) return message;
    if (!found) return t("Analysing…");
    const sentence = `${worthText(this.game, found, found.value, this.name)}, ${proofWord(isProved(found.value))}`;
    return `${t("{sentence}.", { sentence })} ${bestSentence(this.game, found)}`;
  }

  /** Shows the loss of the move on the board, and the value of the position. */
  judge() {
    const { following, tried } = this;
    const current = this.current ?? this.reasons.lines.decision;
    if (tried) {
      this.drawn = "";
      this.judgement.replaceChildren(...worthLines(this.game, tried, this.name));
      return;
    }
    const drawn = `${this.reasons.lines.decision?.seq} ${current?.seq} ${following?.seq} ${this.reveals} ${this.analysis.decisions.length}`;
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    this.judgement.replaceChildren(...(current ? this.moveLines(current) : []), ...(following ? this.worthLine(following) : []));
  }

  /** @param {Decision} decision */
  moveLines(decision) {
    const loss = lossOf(decision);
    if (!loss || !decision.found) return [make("p", {}, unjudgedText(decision))];
    const lines = [
      make("p", { class: "judged-move" }, lossText(this.game, decision), " ", proofMark(isProvedLoss(loss), proofSentence(isProvedLoss(loss)))),
    ];
    const reasons = this.reasons.of(decision, this.reveals);
    const more = [unchangedText(decision), isMistake(decision) && this.reveals ? bestSentence(this.game, decision.found) : ""];
    if (more.some(Boolean)) lines.push(make("p", {}, more.filter(Boolean).join(" ")));
    return [...lines, ...reasons.map((one) => this.reasons.line(decision, one))];
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
    this.notice.tell(t("Find a move that is better than {move}.", { move: moveName(this.game, decision.action) }));
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
    if (!found || !loss) return t("There's no analysis of {move}.", { move: moveName(this.game, action) });
    const best = loss.score <= 0 || found.best.includes(action);
    const better = loss.score < (lossOf(decision)?.score ?? 0);
    const said = best
      ? mark("{move} is the best move, {proof}.")
      : better ? mark("{move} is better, but still gives away {n}, {proof}.") : mark("{move} gives away {n}, {proof}. Try another move.");
    const args = { n: amount(this.game, found.unit, loss.score), proof: proofWord(isProvedLoss(loss)) };
    return t(said, { move: leadingMoveName(this.game, action), ...args });
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
    const said = verdictText(this.game, decision, false);
    return make("span", { class: `loss ${proved ? "proved" : "estimated"}`, "data-grade": decision.grade, title: said },
      proofShape(proved),
      make("span", { "aria-hidden": "true" }, `−${Math.max(1, Math.round(loss.score))}`),
      make("span", { class: "unseen" }, `. ${said}`));
  }
}
