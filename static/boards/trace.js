/**
 * Reads traces, which docs/trace.md describes.
 *
 * @import { Ply, Step } from "./types.js"
 */

/**
 * Expands a trace to one whole scoop for each relay: a relay takes up all stones where the list before it ended.
 * @param {Step[]} trace
 * @returns {Step[]}
 */
export function whole(trace) {
  return trace.flatMap(withoutRelays);
}

/**
 * @param {Step} step
 * @returns {Step[]}
 */
function withoutRelays({ relays, ...scoop }) {
  const steps = [/** @type {Step} */ (scoop)];
  for (const drops of relays ?? []) {
    const before = steps[steps.length - 1];
    const tick = before.tick === undefined ? {} : { tick: before.tick + before.drops.length };
    const [from] = before.drops[before.drops.length - 1];
    steps.push({ do: "scoop", role: scoop.role, from, n: drops.length, drops, ...tick });
  }
  return steps;
}

/**
 * Whether a step of this kind is among them.
 * @param {Step[]} steps
 * @param {string} kind
 */
export const happens = (steps, kind) => steps.some((step) => step.do === kind);

/**
 * How many stones or pieces are captured in these steps.
 * @param {Step[]} steps
 * @returns {number}
 */
export function captured(steps) {
  const lifted = steps.filter((step) => step.do === "capture").flatMap(({ from }) => from);
  return lifted.reduce((sum, [, n]) => sum + n, 0);
}

/**
 * Stops where stones fall in these steps, once for each stone.
 * @param {Step[]} steps
 * @returns {string[]}
 */
export function fallen(steps) {
  return whole(steps).flatMap((step) => {
    if (step.do === "drop") return [String(step.at)];
    return step.do === "scoop" ? step.drops.map((/** @type {[string | number, number]} */ [stop]) => String(stop)) : [];
  });
}

/**
 * Whether a ply continues a sowing by hand: its trace begins with a stone that falls.
 * @param {Ply} ply
 */
export function isHandDrop({ trace: [first] }) {
  return first?.do === "drop" || first?.do === "forfeit";
}

/**
 * Whether stones of a decision fall one after another by themselves. A stone dropped by hand is there as soon as it is
 * played.
 * @param {Ply[]} plies
 */
export function isSowing(plies) {
  const steps = plies.flatMap(({ trace }) => trace);
  return steps[0]?.do === "scoop" && steps.some((step) => step.do === "drop" || step.drops?.length > 0);
}

/**
 * Stops where a decision began and ended, for each role that acts in it: they stay marked until the next decision.
 * @param {Ply[]} plies
 * @returns {string[]}
 */
export function lastStops(plies) {
  /** @type {Record<string, string[]>} by role */
  const all = {};
  for (const step of plies.flatMap(({ trace }) => whole(trace))) {
    const stops = (all[step.role] ??= []);
    if (step.do === "scoop") {
      if (!stops.length) stops.push(String(step.from));
      const end = step.drops[step.drops.length - 1];
      if (end) stops[1] = String(end[0]);
    } else if (step.do === "drop" || step.do === "forfeit") {
      stops[stops.length ? 1 : 0] = String(step.at);
    } else if (step.do === "move") stops.push(step.from, step.to);
    else if (step.do === "place") stops.push(step.to);
  }
  return [...new Set(Object.values(all).flat())];
}
