/**
 * Plies laid out in time.
 *
 * @typedef {import("./types.js").Ply} Ply
 */

import { beatsOf } from "./beats.js";
import { pace } from "./pacing.js";

/**
 * @param {Ply[]} plies
 * @param {import("./pacing.js").Speed} [speed]
 * @param {boolean} [timed] whether a clock is running
 * @returns {import("./pacing.js").TimedBeat[]} in the order of landing
 */
export const timeline = (plies, speed, timed) => pace(beatsOf(plies), speed, timed);
