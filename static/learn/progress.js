/**
 * Progress in the guides: the task of a step, and the steps that this browser has done. A cookie stores them, so that
 * the server knows whether a page should offer a guide (games_app/views/learn.py).
 *
 * @import { Ply, Position } from "../boards/types.js"
 *
 * @typedef {Object} Move   one decision of a step; see games_app/games/guide.py
 * @property {string} role
 * @property {string} shown
 * @property {string[]} goal    what must happen by it: kinds of trace steps, and "relay"
 * @property {string[]} only    these actions, if there are any
 * @property {string} task      what to do, where it isn't the step's first decision
 * @property {boolean} byItself the guide plays it
 *
 * @typedef {{title: string, task: string, after: string, side: string, position: Position, moves: Move[]}} LessonStep
 */

import { read, write } from "../preferences.js";

const COOKIE = "guides";
/** Value instead of a number of steps: the guide was declined. */
const DECLINED = "no";

/**
 * Numbers of the steps that were done. They are kept as "1.3."; a number alone, as older versions wrote it, is that of the first
 * so many.
 * @param {string} game
 * @returns {Set<number>}
 */
export function stepsDone(game) {
  const kept = read(COOKIE).get(game) ?? "";
  if (kept.includes(".")) return new Set(kept.split(".").map(Number).filter((n) => n > 0));
  return new Set(Array.from({ length: Number.parseInt(kept, 10) || 0 }, (_, i) => i + 1));
}

/**
 * @param {string} game
 * @param {number} step its number; 0: the guide was opened
 */
export function keepDone(game, step) {
  const done = [...stepsDone(game).add(step)].filter((n) => n > 0).sort((one, other) => one - other);
  write(COOKIE, game, done.map((n) => `${n}.`).join("") || "0");
}

/** @param {string} game */
export function decline(game) {
  write(COOKIE, game, DECLINED);
}

/**
 * Whether a decision is the expected one.
 * @param {Move} move
 * @param {string} action
 * @param {Ply[]} plies the action and what was forced after it
 */
export function isAsked({ goal, only }, action, plies) {
  const happened = new Set();
  for (const step of plies.flatMap(({ trace }) => trace)) {
    happened.add(step.do);
    if (step.relays?.length) happened.add("relay");
  }
  return (!only.length || only.includes(action)) && goal.every((kind) => happened.has(kind));
}

/**
 * Action that is played for a learner who asks to be shown.
 * @param {Move} move
 * @param {Position} position
 */
export function shownAction({ role, shown }, { legal }) {
  const open = legal[role] ?? [];
  return open.includes(shown) ? shown : open[0];
}
