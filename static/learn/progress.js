import { read, write } from "../cookie.js";

/**
 * How far this browser has come in the guides, in a cookie of its own, which the server reads too (games_app/views/learn.py):
 * a page knows whether to offer a guide before it is sent.
 */

const COOKIE = "guides";
/** Instead of a number of steps: the guide was offered, and is not wanted. */
const DECLINED = "no";

/**
 * @param {string} game
 * @returns {number} how many of the first steps were done
 */
export function stepsDone(game) {
  return Number.parseInt(read(COOKIE).get(game) ?? "", 10) || 0;
}

/**
 * @param {string} game
 * @param {number} steps
 */
export function keepDone(game, steps) {
  if (steps >= stepsDone(game)) write(COOKIE, game, String(steps));
}

/** @param {string} game */
export function decline(game) {
  write(COOKIE, game, DECLINED);
}
