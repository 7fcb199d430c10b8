/**
 * Marks in the move list: a decision's loss, behind the move, with a shape that shows whether it is proved.
 *
 * @import { LiveMatch } from "../match/state/live_match.js"
 * @import { Analysis, Decision } from "./analysis.js"
 */

import { gameOf } from "../boards/games.js";
import { make } from "../match/dom.js";
import { turnOf } from "../match/navigation/ply_positions.js";
import { isMistake, isProvedLoss, lossOf, lossText, outcomeText, proofWord } from "./judgement.js";
import { proofShape } from "./proof_mark.js";

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
