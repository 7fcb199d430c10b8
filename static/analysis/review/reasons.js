/**
 * Reasons of a mistake beside the board: each sentence is a button that plays its line.
 *
 * @import { Game } from "../../boards/games.js"
 * @import { Reason } from "../reason_words.js"
 * @import { Decision } from "./analysis.js"
 * @import { LinePlayer } from "./line_player.js"
 *
 * @typedef {{text: string, better: boolean, reason: Pick<Reason, "line" | "stops" | "by">}} Told   better: it names a better move
 */

import { mark, t } from "../../i18n.js";
import { make } from "../../match/dom.js";
import { lineText, reasonText } from "../reason_words.js";
import { isMistake, worthText } from "./judgement.js";

/** Maximum number of moves of a best line that are named. */
const SHOWN_LINE = 6;

export class Reasons {
  /**
   * @param {Game} game
   * @param {(role: string) => string} name of the player of a role
   * @param {LinePlayer} lines
   */
  constructor(game, name, lines) {
    this.game = game;
    this.name = name;
    this.lines = lines;
  }

  /**
   * Why a decision was a mistake: the claims that have words, or else the best line and what it is worth.
   * @param {Decision} decision
   * @param {boolean} reveals whether what is better may be shown
   * @returns {Told[]}
   */
  of(decision, reveals) {
    const { game } = this;
    if (!isMistake(decision) || !decision.found) return [];
    const reasons = (decision.reasons ?? []).map((reason) => (
      { reason, text: reasonText(game, reason, this.name), better: !["allows", "later"].includes(reason.use) }));
    const told = reasons.filter(({ text, better }) => text && (reveals || !better));
    const { line, line_proved, value } = decision.found;
    if (told.length || !reveals || !line.length) return told;
    const shown = line.slice(0, SHOWN_LINE);
    const best = t(line_proved ? mark("The best line: {moves}.") : mark("The best line found: {moves}."), { moves: lineText(game, shown) });
    const text = `${best} ${t("{sentence}.", { sentence: worthText(game, decision.found, value, this.name) })}`;
    return [{ text, better: false, reason: { line: shown, stops: [], by: 0 } }];
  }

  /**
   * @param {Decision} decision
   * @param {Told} told
   */
  line(decision, { text, reason }) {
    if (!this.lines.can) return make("p", {}, text);
    const button = make("button", { type: "button", class: "reason", title: t("Play it on the board") }, text);
    button.addEventListener("click", () => this.lines.play(decision, reason));
    return button;
  }
}
