/**
 * Judgements of the engine in words. Proved and estimated values have different words, and are never sorted together.
 * Pure.
 *
 * A score is for the role to move. "lower": it is proved to be at least so much, which wins; "upper": at most so much,
 * which loses.
 *
 * @import { Game } from "../boards/games.js"
 * @import { Decision } from "./analysis.js"
 *
 * @typedef {"exact" | "lower" | "upper" | "estimate"} Kind
 * @typedef {{kind: Kind, score: number, outcome: 1 | 0 | -1 | null}} Value   outcome: null if it is not proved
 * @typedef {{kind: Kind, score: number}} Loss   how much worse an action is than the best one
 *
 * @typedef {Object} Found   the analysis of a position
 * @property {string} role   to move
 * @property {"game" | "round"} scope
 * @property {"margin" | "goal"} unit
 * @property {Value} value
 * @property {string[]} best
 * @property {Record<string, Value & {loss: Loss}>} actions
 * @property {[string, string][]} line
 * @property {boolean} line_proved
 */

import { andList } from "../boards/text/phrases.js";
import { mark, t, tn } from "../i18n.js";

/** Minimum estimated difference that is meaningful. */
const NOTABLE = { margin: 1, goal: 5 };
/** Maximum number of best moves that are named; for more, only the number. */
const NAMED = 3;

/** @type {Record<Found["scope"], Record<"wins" | "least" | "draw" | "ahead" | "even", string>>} */
const WORTH = {
  game: {
    wins: mark("{name} wins by {n}"),
    least: mark("{name} wins by at least {n}"),
    draw: mark("A draw"),
    ahead: mark("{name} is ahead by about {n}"),
    even: mark("About even"),
  },
  round: {
    wins: mark("{name} wins this round by {n}"),
    least: mark("{name} wins this round by at least {n}"),
    draw: mark("This round is a draw"),
    ahead: mark("{name} is ahead by about {n} in this round"),
    even: mark("About even in this round"),
  },
};

/** @type {Record<string, string>} by the best outcome and the chosen one */
const OUTCOMES = {
  "1 -1": mark("A win became a loss."),
  "1 0": mark("A win became a draw."),
  "0 -1": mark("A draw became a loss."),
};

/** @param {Loss} loss */
export const isProvedLoss = ({ kind }) => kind !== "estimate";

/** @param {Value} value */
export const isProved = ({ outcome }) => outcome !== null;

/** @param {boolean} proved */
export const proofWord = (proved) => (proved ? t("proved") : t("estimated"));

/**
 * Loss of the action that was taken.
 * @param {Decision} decision
 * @returns {Loss | null}
 */
export function lossOf({ found, action }) {
  return found?.actions[action]?.loss ?? null;
}

/**
 * Whether a decision lost enough to be mentioned.
 * @param {Decision} decision
 */
export const isMistake = ({ found, grade }) => !!found && grade !== "";

/**
 * "4 stones"; of the difference of goals "50 points"
 * @param {Game} game
 * @param {Found["unit"]} unit
 * @param {number} score
 */
export function amount(game, unit, score) {
  const n = Math.max(1, Math.round(Math.abs(score)));
  return unit === "goal" ? tn("{n} point", "{n} points", n) : game.words.stones(n);
}

/**
 * "North wins by 8 stones"
 * @param {Game} game
 * @param {Found} found
 * @param {Value} value
 * @param {(role: string) => string} name
 */
export function worthText(game, { role, scope, unit }, { kind, score }, name) {
  const words = WORTH[scope];
  const other = game.roles.find((one) => one !== role) ?? "";
  const args = { name: name(score > 0 ? role : other), n: amount(game, unit, score) };
  if (kind === "exact") return t(score ? words.wins : words.draw, args);
  if (kind !== "estimate") return t(words.least, args);
  return t(Math.abs(score) < NOTABLE[unit] ? words.even : words.ahead, args);
}

/**
 * "p7 gave away 22 stones. A win became a loss."
 * @param {Game} game
 * @param {Decision} decision
 * @returns {string} empty if nothing is known
 */
export function lossText(game, decision) {
  const { found, action } = decision;
  const loss = lossOf(decision);
  if (!loss || !found) return "";
  const move = game.notation(action);
  if (!isMistake(decision)) {
    if (isProvedLoss(loss)) return t("{move} is a best move", { move });
    const said = loss.score < NOTABLE[found.unit] ? mark("{move} looks as good as any") : mark("It isn't known whether {move} gave anything away");
    return t(said, { move });
  }
  const args = { move, n: amount(game, found.unit, loss.score) };
  const said = { exact: mark("{move} gave away {n}"), estimate: mark("{move} gave away about {n}") }[String(loss.kind)];
  return t(said ?? mark("{move} gave away at least {n}"), args);
}

/**
 * "A win became a loss.", or that the outcome did not change although something else was or may have been given away;
 * empty if that is not known
 * @param {Decision} decision
 */
export function outcomeText(decision) {
  const { found, action, grade } = decision;
  const before = found?.value.outcome ?? null;
  const after = found?.actions[action]?.outcome ?? null;
  const open = lossOf(decision)?.kind === "estimate";
  if ((grade === "margin" || open) && before !== null && before === after) return t("Who wins did not change.");
  const text = OUTCOMES[`${before} ${after}`];
  return text ? t(text) : "";
}

/**
 * "Best: 8", "Best: 2 and 7", "Best: any of 5 moves"
 * @param {Game} game
 * @param {Found} found
 */
export function bestText(game, { best }) {
  if (best.length > NAMED) return tn("Best: any of {n} move", "Best: any of {n} moves", best.length);
  return t("Best: {moves}", { moves: andList(best.map((action) => game.notation(action))) });
}

/**
 * Reason why a decision is not judged.
 * @param {Decision} decision
 */
export function unjudgedText({ why }) {
  if (why === "in_play") return t("This position can't be analysed now. Look again later.");
  return why === "closed" ? t("Chosen in secret, so it isn't judged.") : "";
}
