/**
 * Judgements of the engine: the words, marks and lines of a value. Proved and estimated values have different words and shapes, and are
 * never sorted together.
 *
 * A score is for the role to move. "lower": it is proved to be at least so much, which wins; "upper": at most so much,
 * which loses.
 *
 * @import { Game } from "../../boards/games.js"
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
 *
 * @typedef {Object} Worth   the answer about one position
 * @property {"waiting" | "running" | "done" | "failed" | "cancelled"} state
 * @property {Found | null} found
 * @property {boolean} short   the search was cut short because others were waiting; on another request, the engine continues when they are done
 * @property {string} message  reason why there is nothing
 * @property {number} again    time in ms after which to ask again; 0 if there is no need
 */

import { andList } from "../../boards/text/phrases.js";
import { mark, t, tn } from "../../i18n.js";
import { make } from "../../match/dom.js";

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

/** @type {Record<string, Record<string, string>>} by the kind of the loss, then by the best outcome and the chosen one */
const GAVE_AWAY = {
  exact: {
    "": mark("{move} gave away {n}."),
    "1 -1": mark("{move} gave away {n}: a win became a loss."),
    "1 0": mark("{move} gave away {n}: a win became a draw."),
    "0 -1": mark("{move} gave away {n}: a draw became a loss."),
  },
  bound: {
    "": mark("{move} gave away at least {n}."),
    "1 -1": mark("{move} gave away at least {n}: a win became a loss."),
    "1 0": mark("{move} gave away at least {n}: a win became a draw."),
    "0 -1": mark("{move} gave away at least {n}: a draw became a loss."),
  },
  estimate: { "": mark("{move} gave away about {n}.") },
};
/** The same where the number says no more: of the goals a win is 100 points. @type {Record<string, string>} */
const TURNED = {
  "1 -1": mark("{move} turned a win into a loss."),
  "1 0": mark("{move} turned a win into a draw."),
  "0 -1": mark("{move} turned a draw into a loss."),
};

const SVG = "http://www.w3.org/2000/svg";
/** Paths of a filled seal with a tick, and of an open circle with a wave. */
const PROVED = ["M8 .8 14.2 4.4v7.2L8 15.2 1.8 11.6V4.4z", "m4.8 8 2.3 2.4L11.3 6"];
const ESTIMATED = ["M8 1.5a6.5 6.5 0 1 1 0 13a6.5 6.5 0 1 1 0-13", "M4.6 8.6c1.2-1.8 2.2-1.8 3.4-.6s2.2 1.2 3.4-.6"];
/** Pit 6 comes before pit 10. */
const inOrder = new Intl.Collator(undefined, { numeric: true }).compare;

/** @param {Loss} loss */
export const isProvedLoss = ({ kind }) => kind !== "estimate";

/** @param {Value} value */
export const isProved = ({ outcome }) => outcome !== null;

/** @param {boolean} proved */
export const proofWord = (proved) => (proved ? t("proved") : t("estimated"));

/** @param {boolean} proved */
export const proofSentence = (proved) => (proved ? t("Proved.") : t("Estimated."));

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
 * @param {Pick<Found, "role" | "scope" | "unit">} found
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
 * "pit 7", "house 3", "d2-d3"
 * @param {Game} game
 * @param {string} action
 */
export function moveName(game, action) {
  const written = game.notation(action);
  const [stop] = game.stopsOf(action);
  return game.stops.get(stop)?.name === written ? game.words.plain(stop) : written;
}

/**
 * The same at the beginning of a sentence: "Pit 7". Notation stays as it is.
 * @param {Game} game
 * @param {string} action
 */
export function leadingMoveName(game, action) {
  const name = moveName(game, action);
  return name === game.notation(action) ? name : name.charAt(0).toLocaleUpperCase() + name.slice(1);
}

/**
 * "Pit 7 gave away 22 stones: a win became a loss."
 * @param {Game} game
 * @param {Decision} decision
 * @returns {string} empty if nothing is known
 */
export function lossText(game, decision) {
  const { found, action } = decision;
  const loss = lossOf(decision);
  if (!loss || !found) return "";
  const move = leadingMoveName(game, action);
  if (!isMistake(decision)) {
    const choices = Object.keys(found.actions);
    if (game.allAtOnce(choices)) return t("Only collecting was left.");
    if (choices.length === 1) return t("{move} was the only move.", { move });
    if (isProvedLoss(loss)) return goodText(found, choices.length, move);
    if (loss.score < NOTABLE[found.unit]) return t("{move} looks about as good as the best move.", { move });
    return t("It isn't known whether {move} gave anything away.", { move: moveName(game, action) });
  }
  const outcomes = `${found.value.outcome} ${found.actions[action].outcome}`;
  if (found.unit === "goal" && outcomes in TURNED) return t(TURNED[outcomes], { move });
  const said = GAVE_AWAY[loss.kind === "exact" || loss.kind === "estimate" ? loss.kind : "bound"];
  return t(said[outcomes] ?? said[""], { move, n: amount(game, found.unit, loss.score) });
}

/**
 * @param {Found} found
 * @param {number} choices   number of moves
 * @param {string} move   that gave nothing away
 */
function goodText({ best }, choices, move) {
  if (best.length === 1) return t("{move} was the best move.", { move });
  return best.length === choices ? t("Every move was equally good.") : t("{move} was one of the best moves.", { move });
}

/**
 * Sentence that the outcome did not change, although something else was or may have been given away; empty if that is not known.
 * @param {Decision} decision
 */
export function unchangedText(decision) {
  const { found, action, grade } = decision;
  const before = found?.value.outcome ?? null;
  const isOpen = lossOf(decision)?.kind === "estimate";
  const isSame = before !== null && before === found?.actions[action]?.outcome;
  return isSame && (grade === "margin" || isOpen) ? t("The winner didn't change.") : "";
}

/**
 * The loss of a decision, as it is read aloud: "Pit 7 gave away 22 stones: a win became a loss. Proved. Best: pit 8."
 * @param {Game} game
 * @param {Decision} decision
 * @param {boolean} withBest
 */
export function verdictText(game, decision, withBest) {
  const loss = lossOf(decision);
  if (!loss || !decision.found) return unjudgedText(decision);
  const best = withBest && isMistake(decision) ? bestSentence(game, decision.found) : "";
  return [lossText(game, decision), proofSentence(isProvedLoss(loss)), unchangedText(decision), best].filter(Boolean).join(" ");
}

/**
 * "Best: pit 8", "Best: pit 2 and pit 7", "Best: any of 5 moves"
 * @param {Game} game
 * @param {Found} found
 */
export function bestText(game, { best }) {
  if (best.length > NAMED) return tn("Best: any of {n} move", "Best: any of {n} moves", best.length);
  return t("Best: {moves}", { moves: andList(best.map((action) => moveName(game, action)).sort(inOrder)) });
}

/**
 * "Best: pit 8."
 * @param {Game} game
 * @param {Found} found
 */
export const bestSentence = (game, found) => t("{sentence}.", { sentence: bestText(game, found) });

/**
 * The best actions of the position in which a mistake was made, if they can be named; else none.
 * @param {Decision | null} decision
 */
export function betterActions(decision) {
  const best = (decision && isMistake(decision) && decision.found?.best) || [];
  return best.length > NAMED ? [] : best;
}

/**
 * Reason why a decision is not judged.
 * @param {Decision} decision
 */
export function unjudgedText({ why }) {
  if (why === "in_play") return t("This position can't be analysed now. Look again later.");
  return why === "closed" ? t("Chosen in secret, so it isn't judged.") : "";
}

/**
 * The shape alone, if the word is beside it or screen readers get it.
 * @param {boolean} proved
 */
export function proofShape(proved) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 16 16");
  svg.setAttribute("class", `proof-shape ${proved ? "proved" : "estimated"}`);
  svg.setAttribute("aria-hidden", "true");
  for (const d of proved ? PROVED : ESTIMATED) {
    const path = document.createElementNS(SVG, "path");
    path.setAttribute("d", d);
    svg.append(path);
  }
  return svg;
}

/**
 * The shape with its word.
 * @param {boolean} proved
 * @param {string} [word]
 */
export function proofMark(proved, word = proofWord(proved)) {
  return make("span", { class: `proof ${proved ? "proved" : "estimated"}` }, proofShape(proved), make("span", {}, word));
}

/**
 * @param {Game} game
 * @param {Worth} worth
 * @param {(role: string) => string} name
 * @returns {HTMLElement[]}
 */
export function worthLines(game, { found, short, message }, name) {
  if (message) return [make("p", {}, message)];
  if (!found) return [make("p", {}, t("Analysing…"))];
  return [
    make("p", { class: "judged-move" }, worthText(game, found, found.value, name), " ", proofMark(isProved(found.value))),
    make("p", {}, bestText(game, found)),
    ...[true, false].flatMap((proved) => actionLine(game, found, proved, name)),
    ...(short ? [make("p", {}, t("A first look: others are waiting. The analysis continues after theirs."))] : []),
  ];
}

/**
 * @param {Game} game
 * @param {Found} found
 * @param {boolean} proved
 * @param {(role: string) => string} name
 */
function actionLine(game, found, proved, name) {
  const those = Object.entries(found.actions).filter(([, value]) => isProved(value) === proved);
  if (!those.length) return [];
  const rows = those.map(([action, value]) => make("li", {}, t("{move}: {worth}", { move: game.notation(action), worth: worthText(game, found, value, name) })));
  return [make("div", { class: "worth-of-moves" }, proofMark(proved), make("ul", {}, ...rows))];
}
