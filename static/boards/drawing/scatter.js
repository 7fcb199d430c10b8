/**
 * Scatters the stones of a pile at random, but the same for everybody: the seed is the match and the stop.
 * games_app/drawing/arrangement.py computes the same; tests compare both with tests/drawing/scatter.json.
 *
 * @typedef {{hash: number, degrees: number, half: boolean, mirrored: boolean}} Scatter
 *   placement of the table of resting places in a stop: rotated by any angle in a round one, otherwise by 0 or 180 degrees; hash: decides which of the stones' drawings comes first
 */

/**
 * 32-bit FNV-1a over the UTF-8 of a text.
 * @param {string} text
 * @returns {number}
 */
function fnv1a(text) {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}

/**
 * Mixes the bits: the names of a game's stops differ only in their last letters.
 * @param {number} hash
 */
const mixed = (hash) => Math.imul(hash ^ (hash >>> 15), 0x9e3779b1) >>> 0;

/**
 * @param {string} seed the public id of the match, or the game's slug without a match
 * @param {string} stop
 * @returns {Scatter}
 */
export function scatter(seed, stop) {
  const hash = mixed(fnv1a(`${seed} ${stop}`));
  return { hash, degrees: hash % 360, half: ((hash >>> 30) & 1) === 1, mirrored: hash >>> 31 === 1 };
}

/**
 * Number of the symbol of stone i, from 1.
 * @param {Scatter} scattered
 * @param {number} i
 * @param {number} variants
 */
export function variant({ hash }, i, variants) {
  return ((((i + 1) * 2654435761 + hash) >>> 7) % variants) + 1;
}
