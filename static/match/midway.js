import { GAMES } from "../boards/games.js";

/**
 * The facts in the middle of a decision, for drawing only: the facts before it with the steps of some of its plies
 * done to them.
 *
 * @typedef {import("./types.js").Ply} Ply
 * @typedef {import("./types.js").Position} Position
 */

/**
 * @param {string} game
 * @param {Position} before
 * @param {Ply[]} plies
 * @returns {Position} without anything to play
 */
export function midway(game, before, plies) {
  const facts = structuredClone(before.facts);
  for (const { trace } of plies) for (const step of trace) GAMES[game].follow?.(facts, step);
  const ply = plies.length ? plies[plies.length - 1].n : before.ply;
  return { facts, to_move: [], legal: {}, base: before.base, ply };
}
