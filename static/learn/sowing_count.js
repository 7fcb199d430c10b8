/** Counts of the sowing trainer: the best of this browser at each level, and the numbers that are offered as answers. */

import { read, write } from "../preferences.js";

const COOKIE = "sowing";
/** How many numbers are offered. */
const OFFERED = 5;

/**
 * Best counts at the levels of a game, kept as "9.7".
 * @param {string} game
 * @returns {number[]}
 */
export function bestOf(game) {
  return (read(COOKIE).get(game) ?? "").split(".").map((count) => Number.parseInt(count, 10) || 0);
}

/**
 * @param {string} game
 * @param {number} level its place, from 0
 * @param {number} count right answers in a series
 */
export function keepBest(game, level, count) {
  const best = bestOf(game);
  const all = Array.from({ length: Math.max(best.length, level + 1) }, (_, i) => best[i] ?? 0);
  all[level] = Math.max(all[level], count);
  write(COOKIE, game, all.join("."));
}

/**
 * Numbers to choose from, in order: nothing, the right one, and others near it, so that its place tells nothing.
 * @param {number} right
 * @returns {number[]}
 */
export function numbersAround(right) {
  const chosen = new Set([0, right]);
  const below = (right * 7 + 3) % (OFFERED - 1);
  for (let n = Math.max(1, right - below); chosen.size < OFFERED; n += 1) chosen.add(n);
  return [...chosen].sort((one, other) => one - other);
}
