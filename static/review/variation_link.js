import { gameOf } from "../boards/games.js";

/**
 * A variation as an address names it: "#12:3,10" is what was tried from ply 12 on, each decision as the field for typed
 * moves reads it, what followed by itself left out. docs/review.md tells all of it. Pure.
 *
 * @typedef {{ply: number, moves: string[]}} VariationLink
 */

/** Decisions in one link. */
export const LONGEST = 120;

/**
 * @param {string} game
 * @param {number} ply
 * @param {{action: string}[]} path
 */
export function linkTo(game, ply, path) {
  return `#${ply}${path.length ? ":" : ""}${path.map(({ action }) => gameOf(game).notation(action)).join(",")}`;
}

/**
 * @param {string} hash
 * @returns {VariationLink | null} null if it names no variation
 */
export function readLink(hash) {
  const found = /^#(\d{1,6}):(.*)$/.exec(plain(hash));
  if (!found) return null;
  return { ply: Number(found[1]), moves: found[2].split(",").map((move) => move.trim()).filter(Boolean) };
}

/**
 * What some programs put in place of signs when they pass a link on is read as what it was.
 * @param {string} hash
 */
function plain(hash) {
  try {
    return decodeURIComponent(hash);
  } catch {
    return hash;
  }
}
