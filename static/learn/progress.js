/**
 * Progress in guides and courses: what a step asks for, and which steps this browser has done.
 *
 * @import { Position } from "../boards/types.js"
 *
 * @typedef {Object} Move   one decision of a step; see games_app/games/guide.py
 * @property {string} role
 * @property {string} shown
 * @property {boolean} named    the task names what is to be played; otherwise the learner has to find it
 * @property {boolean} sought    the same, but no answer and no mark may name it
 * @property {string} task      what to do, where it isn't the step's first decision
 * @property {boolean} byItself the guide plays it
 * @property {{text: string, stops: string[]}} look   what to look at, to find it; without text there is nothing to say
 *
 * @typedef {Object} LessonStep
 * @property {string} title
 * @property {string} task
 * @property {string} after
 * @property {string} side
 * @property {Position} position
 * @property {Move[]} moves
 * @property {Record<string, string[]>} asked   right actions by the learner's earlier decisions, joined by commas
 */

import { read, write } from "../preferences.js";
import { COOKIE } from "./guide_cookie.js";

/**
 * Numbers of the steps that were done. They are kept as "1.3."; a number alone, as older versions wrote it, is that of the first
 * so many.
 * @param {string} game
 * @param {string} [cookie] of the guides, or that of the courses
 * @returns {Set<number>}
 */
export function stepsDone(game, cookie = COOKIE) {
  const kept = read(cookie).get(game) ?? "";
  if (kept.includes(".")) return new Set(kept.split(".").map(Number).filter((n) => n > 0));
  return new Set(Array.from({ length: Number.parseInt(kept, 10) || 0 }, (_, i) => i + 1));
}

/**
 * @param {string} game
 * @param {number} step its number; 0: the guide was opened
 * @param {string} [cookie]
 */
export function keepDone(game, step, cookie = COOKIE) {
  const done = [...stepsDone(game, cookie).add(step)].filter((n) => n > 0).sort((one, other) => one - other);
  write(cookie, game, done.map((n) => `${n}.`).join("") || "0");
}

/**
 * Right actions for the learner's next decision.
 * @param {LessonStep} step
 * @param {string[]} made the learner's earlier decisions in the step
 */
export const askedActions = ({ asked }, made) => asked[made.join(",")] ?? [];

/**
 * Action that is played for a learner who asks to be shown.
 * @param {Move} move
 * @param {string[]} asked the right actions
 */
export const shownAction = ({ shown }, asked) => (asked.includes(shown) ? shown : asked[0]);
