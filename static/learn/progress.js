/**
 * How far this browser has come in the guides, in a cookie of its own, which the server reads too (games_app/views/learn.py):
 * a page knows whether to offer a guide before it is sent.
 */

const COOKIE = "guides";
const DAYS = 400;
/** Instead of a number of steps: the guide was offered, and is not wanted. */
const DECLINED = "no";

/**
 * @param {string} game
 * @returns {number} how many of the first steps were done
 */
export function stepsDone(game) {
  return Number.parseInt(read().get(game) ?? "", 10) || 0;
}

/**
 * @param {string} game
 * @param {number} steps
 */
export function keepDone(game, steps) {
  if (steps >= stepsDone(game)) write(game, String(steps));
}

/** @param {string} game */
export function decline(game) {
  write(game, DECLINED);
}

/**
 * @param {string} game
 * @param {string} value
 */
function write(game, value) {
  const all = read();
  all.set(game, value);
  document.cookie = `${COOKIE}=${all}; Path=/; SameSite=Lax; Max-Age=${DAYS * 24 * 60 * 60}`;
}

/** Other pages of this browser write the same cookie: it is read each time. */
function read() {
  const kept = document.cookie.split("; ").find((cookie) => cookie.startsWith(`${COOKIE}=`)) ?? "";
  return new URLSearchParams(kept.slice(COOKIE.length + 1));
}
