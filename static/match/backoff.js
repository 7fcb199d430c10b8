/** How long to wait before the next attempt at connecting. */

const FIRST = 300;
const LONGEST = 5000;

/**
 * Grows with each failure, at random, so that all pages of a restarted server don't come back at the same instant.
 * @param {number} failures since the last success, from 1
 * @param {() => number} [random] 0 to 1
 * @returns {number} ms
 */
export function backoff(failures, random = Math.random) {
  const most = Math.min(LONGEST, FIRST * 2 ** failures);
  return Math.round(FIRST + random() * (most - FIRST));
}
