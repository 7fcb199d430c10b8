import { tn } from "../text.js";

/**
 * What each side has, read off the facts: the number that decides the game, in its own unit.
 *
 * @typedef {{count: Record<string, number>, say: (n: number) => string}} Score
 */

/** @param {number} n */
const stones = (n) => tn("{n} stone", "{n} stones", n);

/** @type {Record<string, (facts: any) => Score>} */
const SCORES = {
  mancala: ({ pits }) => ({ count: { north: pits.pwinnorth, south: pits.pwinsouth }, say: stones }),

  morris: ({ points, heap }) => {
    const on = (/** @type {string} */ role) => Object.values(points).filter((kind) => kind === role).length;
    return { count: { white: on("white") + heap.white, black: on("black") + heap.black }, say: stones };
  },

  checkers: ({ captures }) => ({ count: captures, say: (n) => tn("{n} pawn taken", "{n} pawns taken", n) }),

  // After the agreed rounds shells decide, not rounds: who won two of three may still have lost the match.
  congkak: ({ stores }) => ({ count: stores, say: (n) => tn("{n} shell", "{n} shells", n) }),
};

/**
 * @param {string} game
 * @param {any} facts
 * @returns {Score | null} null for a game that keeps no count
 */
export function scoreOf(game, facts) {
  return SCORES[game]?.(facts) ?? null;
}
