/**
 * Positions at a ply, and the steps between plies: by decision or by single ply, 0 before the first. A turn sown by hand is many
 * decisions, a shell each; it counts as one as long as nobody else acts. Everything is answered from what is loaded (see
 * state/event_loader.js).
 *
 * @import { EventLog } from "../state/event_log.js"
 * @import { Frame, Ply, Position } from "../types.js"
 */

import { gameOf } from "../../boards/games.js";
import { beatsOf } from "../../boards/motion/beats.js";
import { after } from "../../boards/motion/motion_scene.js";
import { isHandDrop } from "../../boards/trace.js";
import { t } from "../../i18n.js";

/**
 * Loaded decisions of the turn that one belongs to, in order; only this one if it isn't sown by hand.
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
 * Next step by hand of the same role, or the one before.
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
 * Text of a turn by hand: the houses that were chosen, and what became of the shells. "3 5, 27 shells, 1 lost"
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

/**
 * Ply at the end of the next decision; inside of a decision, at its end.
 * @param {EventLog} log
 * @param {number} ply
 * @param {number} last the newest place
 */
export function forward(log, ply, last) {
  const decision = log.decision(log.line.after(ply));
  return Math.min(last, decision ? turnOf(log, decision, true).slice(-1)[0].position.ply : last);
}

/**
 * Ply before the decision that led here.
 * @param {EventLog} log
 * @param {number} ply
 */
export function back(log, ply) {
  const decision = log.decision(ply);
  return log.line.before(decision ? turnOf(log, decision, true)[0].plies[0].n : ply);
}

/**
 * Position at a ply.
 * @param {EventLog} log
 * @param {string} game
 * @param {number} ply
 * @returns {Position | null} null if not all of it is loaded
 */
export function positionAt(log, game, ply) {
  const standing = log.positionAt(ply);
  if (standing) return standing;
  const decision = log.decision(ply);
  if (!decision) return null;
  const before = log.positionAt(log.line.before(decision.plies[0].n));
  return before && midway(game, before, decision.plies.filter(({ n }) => n <= ply));
}

/**
 * Plies from one ply to a later one in the same decision or the next, to be animated; otherwise none.
 * @param {EventLog} log
 * @param {number} from
 * @param {number} to
 * @returns {Ply[]}
 */
export function pliesBetween(log, from, to) {
  const plies = lastPlies(log, to);
  if (!plies.length) return [];
  const begun = plies.findIndex(({ n }) => n === from);
  return begun >= 0 || from === log.line.before(plies[0].n) ? plies.slice(begun + 1) : [];
}

/**
 * Plies of the decision that led here, up to here, to be marked as the last move.
 * @param {EventLog} log
 * @param {number} ply
 * @returns {Ply[]}
 */
export function lastPlies(log, ply) {
  const decision = log.decision(ply);
  const plies = decision ? turnOf(log, decision, true).flatMap((one) => one.plies) : [];
  return plies.filter(({ n }) => n <= ply);
}

/**
 * Ply that an address names: "#12", or "#12:…" with a variation.
 * @param {string} hash
 * @returns {number | null}
 */
export function placeOf(hash) {
  return /^#\d{1,6}(:|$)/.test(hash) ? parseInt(hash.slice(1)) : null;
}

/**
 * Position in the middle of a decision, for drawing only: the scene before it, after the beats of some of its plies.
 * @param {string} game
 * @param {Position} before
 * @param {Ply[]} plies
 * @returns {Position} without anything to play
 */
function midway(game, before, plies) {
  const known = gameOf(game);
  const scene = after(before.scene ?? known.scene(before.facts), beatsOf(plies, known));
  const ply = plies.length ? plies[plies.length - 1].n : before.ply;
  return { facts: before.facts, scene, to_move: [], legal: {}, base: before.base, ply };
}
