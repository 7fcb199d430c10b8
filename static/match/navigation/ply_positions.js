import { gameOf } from "../../boards/games.js";
import { beatsOf } from "../../boards/motion/beats.js";
import { after } from "../../boards/motion/motion_scene.js";
import { turnOf } from "./turns.js";

/**
 * Where in the match the viewer looks. A place is a ply number, 0 before the first; steps go by decision or by ply.
 * What is sown by hand counts as one decision as long as nobody else acts.
 * Everything here answers from what is loaded (see record/archive.js).
 *
 * @typedef {import("../state/event_log.js").EventLog} EventLog
 * @typedef {import("../types.js").Ply} Ply
 * @typedef {import("../types.js").Position} Position
 */

/**
 * The end of the decision that comes after a place; inside of a decision, its end.
 * @param {EventLog} log
 * @param {number} ply
 * @param {number} last the newest place
 */
export function forward(log, ply, last) {
  const decision = log.decision(log.line.after(ply));
  return Math.min(last, decision ? turnOf(log, decision, true).slice(-1)[0].position.ply : last);
}

/**
 * The place before the decision that led here.
 * @param {EventLog} log
 * @param {number} ply
 */
export function back(log, ply) {
  const decision = log.decision(ply);
  return log.line.before(decision ? turnOf(log, decision, true)[0].plies[0].n : ply);
}

/**
 * What the board shows at a place.
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
 * The plies from one place to a later one in the same decision or the next: what is to be animated; else none.
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
 * The plies of the decision that led here, up to here: what is marked as the last move.
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
 * The place that an address names: "#12", or "#12:…" with what is tried from there.
 * @param {string} hash
 * @returns {number | null}
 */
export function placeOf(hash) {
  return /^#\d{1,6}(:|$)/.test(hash) ? parseInt(hash.slice(1)) : null;
}

/**
 * The position in the middle of a decision, for drawing only: what lay on the table before it, after the beats of some of its
 * plies.
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
