/** Count of a rush: its time, right and missed puzzles, and the best of this browser. */

import { read, write } from "../../preferences.js";

const COOKIE = "rush";
/** Time of a rush in ms. */
export const DURATION = 3 * 60 * 1000;
/** Number of missed puzzles that ends a rush. */
export const MOST_MISSED = 3;

/** @template Puzzle */
export class RushCount {
  /**
   * @param {Puzzle[]} puzzles
   * @param {number} begun time in ms
   */
  constructor(puzzles, begun) {
    this.puzzles = puzzles;
    this.ends = begun + DURATION;
    this.at = 0;
    this.right = 0;
    /** @type {Puzzle[]} */
    this.missed = [];
  }

  get puzzle() {
    return this.puzzles[this.at];
  }

  /** @param {boolean} isRight whether the present puzzle was solved; the next one follows */
  judge(isRight) {
    if (isRight) this.right += 1;
    else this.missed.push(this.puzzle);
    this.at += 1;
  }

  /** Passes by a puzzle that can't be solved now. */
  skip() {
    this.at += 1;
  }

  /** @param {number} now @returns {number} time left in ms */
  left(now) {
    return Math.max(0, this.ends - now);
  }

  /** @param {number} now @returns {"time" | "missed" | "puzzles" | null} why the rush is over */
  over(now) {
    if (this.missed.length >= MOST_MISSED) return "missed";
    if (this.at >= this.puzzles.length) return "puzzles";
    return this.left(now) ? null : "time";
  }
}

/** @param {string} game @returns {number} the most right puzzles of a rush in this browser */
export function bestOf(game) {
  return Number.parseInt(read(COOKIE).get(game) ?? "", 10) || 0;
}

/**
 * @param {string} game
 * @param {number} count right puzzles of a rush
 * @returns {boolean} whether this is a new best
 */
export function keepBest(game, count) {
  if (count <= bestOf(game)) return false;
  write(COOKIE, game, String(count));
  return true;
}
