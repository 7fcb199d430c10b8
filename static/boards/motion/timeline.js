/**
 * Plies laid out in time.
 *
 * @typedef {import("../types.js").Ply} Ply
 *
 * @typedef {Object} Tempo
 * @property {import("./pacing.js").Speed} speed
 * @property {boolean} [timed]   whether a clock is running
 * @property {number} [from]     so many of the beats are shown already
 * @property {number} [until]    and so many will be
 */

import { beatsOf } from "./beats.js";
import { pace } from "./pacing.js";

/**
 * @param {Ply[]} plies
 * @param {Tempo} [tempo]
 * @returns {import("./pacing.js").TimedBeat[]} in the order of landing
 */
export const timeline = (plies, { speed, timed, from = 0, until } = { speed: "normal" }) =>
  pace(beatsOf(plies).slice(from, until), speed, timed);
