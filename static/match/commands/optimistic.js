import { gameOf } from "../../boards/games.js";

/**
 * What the viewer has done that the match does not show yet: drawn at once, marked as pending, and taken back if the
 * server refuses it. Pure.
 *
 * @typedef {import("../../boards/types.js").Prediction} Prediction
 * @typedef {import("../../boards/types.js").Step} Step
 * @typedef {import("../types.js").Ply} Ply
 * @typedef {import("../types.js").Position} Position
 * @typedef {{role: string, action: string}} PendingAct
 */

/**
 * @param {string} game
 * @param {Position} position
 * @param {PendingAct} act
 * @returns {Prediction | null} null where only the server can tell what follows
 */
export function predict(game, position, { role, action }) {
  return gameOf(game).predict?.(position, role, action) ?? null;
}

/**
 * The position with acts done to it, one after the other, as far as the board can tell.
 * @param {string} game
 * @param {Position} position
 * @param {PendingAct[]} acts
 * @returns {Position} the same one if there is nothing to do
 */
export function applyPending(game, position, acts) {
  /** @type {Record<string, number>} */
  const pending = {};
  let ahead = position;
  for (const act of acts) {
    const guess = predict(game, ahead, act);
    if (!guess) break;
    ahead = { ...position, ...guess.position };
    for (const step of guess.trace) mark(pending, step);
  }
  return ahead === position ? position : { ...ahead, pending };
}

/**
 * @param {Record<string, number>} pending
 * @param {Step} step
 */
function mark(pending, step) {
  if (step.do === "scoop") pending[step.from] = 0;
  const stop = step.do === "forfeit" ? step.to : step.do === "drop" ? step.at : null;
  if (stop !== null) pending[stop] = (pending[stop] ?? 0) + 1;
}

/**
 * What of a decision the board has not drawn yet.
 * @param {Ply[]} plies
 * @param {Step[]} drawn its first steps, as they were guessed
 * @returns {Ply[] | null} null if they were other steps
 */
export function undrawn([first, ...others], drawn) {
  const same = drawn.every((step, i) => step.do === first.trace[i]?.do && step.at === first.trace[i].at);
  if (!same) return null;
  const rest = { ...first, trace: first.trace.slice(drawn.length) };
  return rest.trace.length ? [rest, ...others] : others;
}
