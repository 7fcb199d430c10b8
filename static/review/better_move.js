/**
 * "Find a better move": the board at the position of a mistake, where moves are tried until one loses nothing.
 *
 * @import { Decision } from "./analysis.js"
 * @import { Variations } from "./variations.js"
 */

import { gameOf } from "../boards/games.js";
import { mark, t } from "../i18n.js";
import { amount, isProvedLoss, lossOf, proofWord } from "./judgement.js";

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
