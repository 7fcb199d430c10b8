/**
 * Plies laid out in time.
 *
 * @typedef {import("../types.js").Ply} Ply
 *
 * @typedef {Object} Tempo
 * @property {import("./timing.js").Speed} speed
 * @property {boolean} [timed]   whether a clock is running
 * @property {number} [from]     so many of the beats are shown already
 * @property {number} [until]    and so many will be
 */

import { beatsOf } from "./beats.js";
import { schedule } from "./timing.js";

/**
 * @param {Ply[]} plies
 * @param {import("../game.js").Game} game
 * @param {Tempo} [tempo]
 * @returns {import("./timing.js").TimedBeat[]} in the order of landing
 */
export const timeline = (plies, game, { speed, timed, from = 0, until } = { speed: "normal" }) =>
  schedule(beatsOf(plies, game).slice(from, until), speed, timed);
