/**
 * Reasons in words: what a move brought about, and what a better one does. The server proves each claim; here are only its sentences.
 * Kinds that only one game has are in its module (`reasons`). A reason without words here or there is not shown.
 *
 * @import { Game } from "../boards/games.js"
 *
 * @typedef {"does" | "allows" | "prepares" | "later" | "prevents" | "shows" | "ends"} Use
 *
 * @typedef {Object} Reason   a claim that the server has proved, see games_app/games/claims.py
 * @property {Use} use
 * @property {string} kind    of the motif: "capture"
 * @property {string} role    the role that brings it
 * @property {number} n       how much of it; if it is sure, at least so much
 * @property {string[]} stops the places to look at
 * @property {number} first   number of the decision in the line that begins the turn
 * @property {number} by      number of the decision that players name
 * @property {[string, string][]} line   roles and actions, from the position of the decision on
 * @property {boolean} sure   it follows every reply
 * @property {boolean} [proved]   whether the whole line is
 *
 * @typedef {Record<"does" | "allows" | "shows" | "sure", string>} ReasonWords
 *   does: the move itself brings it; allows: the reply to the move; shows: a role brings it with a later move, after words that lead to it; sure: nothing prevents it.
 *   {move}, {name} and {reply}; {stones}: how many; {k}: moves in a row
 */

import { mark, t } from "../i18n.js";
import { leadingMoveName, moveName } from "./review/judgement.js";

/** @type {Record<string, ReasonWords>} */
const WORDS = {
  wins: {
    does: mark("{move} wins the game."),
    allows: mark("{move} let {name} win with {reply}."),
    shows: mark("{name} wins the game with {reply}."),
    sure: mark("After {move}, nothing stops {name} from winning."),
  },
  collectedWin: {
    does: mark("Collecting what is left wins the game."),
    allows: mark("{move} let {name} collect what was left and win."),
    shows: mark("{name} collects what is left and wins."),
    sure: mark("After {move}, nothing stops {name} from winning."),
  },
  capture: {
    does: mark("{move} captures {stones}."),
    allows: mark("{move} let {name} capture {stones} with {reply}."),
    shows: mark("{name} captures {stones} with {reply}."),
    sure: mark("After {move}, nothing stops {name} from capturing at least {stones}."),
  },
  again: {
    does: mark("{move} starts {k} moves in a row and gains {stones}."),
    allows: mark("{move} let {name} move {k} times in a row and gain {stones}."),
    shows: mark("{name} moves {k} times in a row, starting with {reply}, and gains {stones}."),
    sure: mark("After {move}, nothing stops {name} from moving several times in a row and gaining at least {stones}."),
  },
  collect: {
    does: mark("{move} collects what is left: {stones}."),
    allows: mark("{move} let {name} collect what was left: {stones}."),
    shows: mark("{name} collects what is left: {stones}."),
    sure: mark("After {move}, nothing stops {name} from collecting at least {stones} at the end."),
  },
  block: {
    does: mark("{move} leaves the other side without a move."),
    allows: mark("{move} let {name} block every piece of the other side with {reply}."),
    shows: mark("{name} blocks every piece of the other side with {reply}."),
    sure: mark("After {move}, nothing stops {name} from blocking every piece of the other side."),
  },
};

/**
 * "Pit 7 let alice capture 7 stones with pit 3." Empty if there are no words for it.
 * @param {Game} game
 * @param {Reason} reason
 * @param {(role: string) => string} name
 */
export function reasonText(game, reason, name) {
  if (reason.use === "ends") return endText(game, reason, name);
  const collects = reason.kind === "wins" && game.allAtOnce([reason.line[reason.by][1]]);
  const words = game.reasons?.[reason.kind] ?? WORDS[collects ? "collectedWin" : reason.kind];
  if (!words) return "";
  const { use, role, n, first, by, line, sure, proved = true } = reason;
  const move = leadingMoveName(game, line[0][1]);
  if (use === "prevents") return t("{move} prevents that.", { move });
  const args = { move, name: name(role), reply: moveName(game, line[by][1]), stones: game.words.stones(n), k: line.length - first };
  if (sure) return t(words.sure, { ...args, move: moveName(game, line[0][1]) });
  if ((use === "does" && by === 0) || use === "allows") return t(use === "does" ? words.does : words.allows, args);
  const event = t(words.shows, args);
  if (use === "shows") return event;
  const led = { move: moveName(game, line[0][1]), event };
  if (use === "does") return t("After {move} the turn goes on: {event}", led);
  const leads = t("With best play after {move}, {event}", led);
  return proved ? leads : `${leads} ${t("This line is estimated, not proved.")}`;
}

/**
 * "The game ends there: alice wins by 4 seeds."
 * @param {Game} game
 * @param {Reason} reason
 * @param {(role: string) => string} name
 */
function endText(game, { role, n }, name) {
  const args = { name: name(role), stones: game.words.stones(n) };
  return n > 0 ? t("The game ends there: {name} wins by {stones}.", args) : t("The game ends there: {name} wins.", args);
}

/**
 * "Pit 8, 3, 10": the moves of a line as they are written.
 * @param {Game} game
 * @param {[string, string][]} line
 */
export const lineText = (game, line) => line.map(([, action]) => game.notation(action)).join(", ");
