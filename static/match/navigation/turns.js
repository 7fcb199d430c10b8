import { gameOf } from "../../boards/games.js";
import { isHandDrop } from "../../boards/trace.js";
import { t } from "../../i18n.js";

/**
 * A turn sown by hand is many decisions, a shell each. It is gone through, listed and told as one.
 *
 * @typedef {import("../state/event_log.js").EventLog} EventLog
 * @typedef {import("../types.js").Frame} Frame
 * @typedef {import("../types.js").Ply} Ply
 */

/**
 * The loaded decisions of the turn that one belongs to, in order; only this one if it isn't sown by hand.
 * @param {EventLog} log
 * @param {Frame} decision
 * @param {boolean} [unbroken] in a race: only as far as the other did nothing in between
 * @returns {Frame[]}
 */
export function turnOf(log, decision, unbroken = false) {
  const turn = [decision];
  if (!isByHand(decision)) return turn;
  for (let one = beside(log, decision, -1, unbroken); one && !ends(one, one.role); one = beside(log, one, -1, unbroken)) {
    turn.unshift(one);
  }
  for (let one = decision; !ends(one, one.role); one = turn[turn.length - 1]) {
    const next = beside(log, one, 1, unbroken);
    if (!next) break;
    turn.push(next);
  }
  return turn;
}

/**
 * The role's own next step by hand, or the one before.
 * @param {EventLog} log
 * @param {Frame} frame
 * @param {1 | -1} way
 * @param {boolean} unbroken
 * @returns {Frame | null}
 */
function beside(log, frame, way, unbroken) {
  for (let one = log.frames.get(frame.seq + way); one; one = log.frames.get(one.seq + way)) {
    if (!one.plies.length || isTaken(log, one) !== isTaken(log, frame)) continue;
    if (!isByHand(one)) return null;
    if (one.role === frame.role) return one;
    if (unbroken || ends(one, frame.role)) return null;
  }
  return null;
}

/**
 * @param {EventLog} log
 * @param {Frame} frame
 */
const isTaken = ({ line }, { plies: [first] }) => line.taken(first.n);

/**
 * Whether a decision is one step of a turn sown by hand: a stone that falls, or stones taken up that have not fallen yet.
 * @param {Frame} frame
 */
function isByHand({ plies }) {
  if (!plies.length) return false;
  const [first, ...others] = plies.flatMap(({ trace }) => trace);
  const taken = first?.do === "scoop" && first.drops.length === 0;
  return isHandDrop(plies[0]) || (taken && !others.some((step) => step.do === "drop"));
}

/**
 * Whether a role's turn is over with this decision, its own or the other's.
 * @param {Frame} frame
 * @param {string | null} role
 */
function ends({ plies }, role) {
  const steps = plies.flatMap(({ trace }) => trace);
  return steps.some((step) => step.do === "round" || (step.do === "end" && step.role === role));
}

/**
 * A turn by hand in one line: the houses that were chosen, and what became of the shells. "3 5, 27 shells, 1 lost"
 * @param {string} game
 * @param {Ply[]} plies
 * @returns {string}
 */
export function turnText(game, plies) {
  const known = gameOf(game);
  const chosen = plies.filter(({ action }) => known.begins(action)).map(({ action }) => known.notation(action));
  const dropped = plies.filter(({ action }) => known.continues(action)).length;
  const lost = plies.filter(({ trace }) => trace.some((step) => step.do === "forfeit")).length;
  const said = [chosen.join(" ") || "…"];
  if (dropped) said.push(known.words.stones(dropped));
  if (lost) said.push(t("{n} lost", { n: lost }));
  return said.join(", ");
}
