/**
 * Plies laid out in time, and what they leave behind.
 *
 * @typedef {import("./types.js").Ply} Ply
 */

import { beatsOf } from "./beats.js";
import { pace } from "./pacing.js";
import { whole } from "./trace.js";

/**
 * @param {Ply[]} plies
 * @param {import("./pacing.js").Speed} [speed]
 * @param {boolean} [timed] whether a clock is running
 * @returns {import("./pacing.js").TimedBeat[]} in the order of landing
 */
export const timeline = (plies, speed, timed) => pace(beatsOf(plies), speed, timed);

/**
 * The stops that a decision began and ended at: what stays marked until the next.
 * @param {Ply[]} plies
 * @returns {string[]}
 */
export function lastStops(plies) {
  const stops = [];
  for (const { trace } of plies) {
    for (const step of whole(trace)) {
      if (step.do === "scoop") {
        if (!stops.length) stops.push(String(step.from));
        const end = step.drops[step.drops.length - 1];
        if (end) stops[1] = String(end[0]);
      } else if (step.do === "drop" || step.do === "forfeit") {
        stops[stops.length ? 1 : 0] = String(step.at);
      } else if (step.do === "move") stops.push(step.from, step.to);
      else if (step.do === "place") stops.push(step.to);
    }
  }
  return [...new Set(stops)];
}
