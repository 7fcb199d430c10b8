/**
 * Grades of mistakes, and both players' accuracy in a line that opens a table of them. The gravest mistakes changed the outcome,
 * then come those that lost only margin, then estimated ones.
 *
 * @import { Game } from "../../boards/games.js"
 * @import { Analysis, Decision, PlayerSummary, Summaries } from "./analysis.js"
 * @import { Found } from "./judgement.js"
 *
 * @typedef {"turning" | "margin" | "estimated"} Grade
 */

import { andList } from "../../boards/text/phrases.js";
import { make, visible } from "../../match/dom.js";
import { mark, t, tn } from "../../i18n.js";
import { amount, lossOf } from "./judgement.js";

/** @type {Grade[]} the gravest first */
const GRADES = ["turning", "margin", "estimated"];

/** @type {Record<Grade, string>} */
const NAMES = { turning: mark("Turning points"), margin: mark("Margin only"), estimated: mark("Estimated") };

/** @param {Grade} grade */
const gradeName = (grade) => t(NAMES[grade]);

/**
 * The gravest mistake: of the gravest grade, the one that gave away most.
 * @param {Decision[]} decisions
 * @returns {Decision | undefined}
 */
export function gravest(decisions) {
  const mistakes = decisions.filter(({ grade }) => grade);
  return mistakes.sort((a, b) => rank(a) - rank(b) || steps(b) - steps(a) || lost(b) - lost(a) || a.ply - b.ply)[0];
}

/**
 * "2 turning points and 5 small slips"
 * @param {Decision[]} mistakes
 */
export function countText(mistakes) {
  const turning = mistakes.filter(({ grade }) => grade === "turning").length;
  const small = mistakes.length - turning;
  return andList([
    ...(turning ? [tn("{n} turning point", "{n} turning points", turning)] : []),
    ...(small ? [tn("{n} small slip", "{n} small slips", small)] : []),
  ]);
}

/** @param {Decision} decision */
const rank = ({ grade }) => GRADES.indexOf(/** @type {Grade} */ (grade));

/** @param {Decision} decision */
const lost = (decision) => lossOf(decision)?.score ?? 0;

/**
 * Steps from win to draw to loss.
 * @param {Decision} decision
 */
const steps = ({ found, action }) => (found?.value.outcome ?? 0) - (found?.actions[action]?.outcome ?? 0);

export class Accuracy {
  /**
   * @param {Game} game
   * @param {(role: string) => string} name of the player of a role
   */
  constructor(game, name) {
    this.game = game;
    this.name = name;
    this.line = make("summary", {});
    this.table = make("div", {});
    this.node = make("details", { class: "accuracy", hidden: "" }, this.line, this.table);
    /** @type {Summaries | null} */
    this.drawn = null;
  }

  /** @param {Analysis} analysis */
  render({ progress: { summary = null, least_mistake = null }, judged }) {
    const found = judged[0]?.found;
    visible(this.node, !!summary && !!found);
    if (!summary || !found || summary === this.drawn) return;
    this.drawn = summary;
    const players = Object.keys(summary).map((role) => make("th", { scope: "col" }, this.name(role)));
    const lossText = (/** @type {PlayerSummary} */ one) => (one.lost ? amount(this.game, found.unit, one.lost) : "–");
    /** @type {[string, (one: PlayerSummary) => string][]} */
    const rows = [
      [t("Accuracy"), accuracyText],
      ...GRADES.map((grade) => /** @type {[string, (one: PlayerSummary) => string]} */ ([gradeName(grade), (one) => String(one[grade])])),
      [t("Gave away"), lossText],
    ];
    this.line.replaceChildren(t("Accuracy"), ...Object.entries(summary).map(([role, one]) => this.short(role, one)));
    this.table.replaceChildren(
      make("table", {},
        make("thead", {}, make("tr", {}, make("td", {}), ...players)),
        make("tbody", {}, ...rows.map(([head, text]) => row(head, Object.values(summary).map(text))))),
      make("p", {}, explanation(this.game, found, least_mistake)),
    );
  }

  /**
   * Name and percentage, of which the name may be cut.
   * @param {string} role
   * @param {PlayerSummary} summary
   */
  short(role, { accuracy }) {
    const percent = accuracy === null ? "–" : t("{percent} %", { percent: accuracy });
    return make("span", { class: "accuracy-of" }, make("span", {}, this.name(role)), " ", make("b", {}, percent));
  }
}

/**
 * @param {string} head
 * @param {string[]} texts of each player
 */
function row(head, texts) {
  return make("tr", {}, make("th", { scope: "row" }, head), ...texts.map((text) => make("td", {}, text)));
}

/**
 * @param {Game} game
 * @param {Found} found
 * @param {number | null} least estimated loss that is marked
 */
export function explanation(game, { unit, scope }, least) {
  return [
    t("Accuracy: how often a player kept a win or a draw where a move could lose it. Only proved values count."),
    least === null
      ? t("Losses that aren't proved aren't marked: estimates say too little in this game.")
      : t("Losses that aren't proved are marked if they are estimated at {n} or more.", { n: amount(game, unit, least) }),
    unit === "goal" ? t("Points: 100 for a win, 50 for more stones at the last move.") : "",
    scope === "round" ? t("Each round is judged by itself, not the match.") : "",
  ].filter(Boolean).join(" ");
}

/**
 * "83 % of 12 moves"
 * @param {PlayerSummary} summary
 */
export function accuracyText({ accuracy, at_stake }) {
  return accuracy === null ? t("Nothing at stake") : tn("{percent} % of {n} move", "{percent} % of {n} moves", at_stake, { percent: accuracy });
}
