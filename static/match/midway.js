/**
 * The facts in the middle of a decision, for drawing only: the facts before it with the steps of some of its plies
 * done to them. A trace says how many stones lie where after each step, so no rule is needed here.
 *
 * @typedef {import("./types.js").Ply} Ply
 * @typedef {import("./types.js").Position} Position
 * @typedef {import("./types.js").Step} Step
 * @typedef {(facts: any, step: Step) => void} Doing
 */

/** @type {Doing} */
function sown(facts, step) {
  const { pits, hand } = facts;
  /** @param {string} stop @param {number} left */
  const holds = (stop, left) => {
    hand[step.role] = left;
    facts.at = left ? stop : null;
  };
  switch (step.do) {
    case "scoop":
      pits[step.from] = 0;
      for (const [stop, now] of step.drops) pits[stop] = now;
      holds(step.from, step.n - step.drops.length);
      break;
    case "drop":
      pits[step.at] = step.now;
      holds(step.at, step.hand);
      break;
    case "capture":
    case "collect":
      for (const [stop] of step.from) pits[stop] = 0;
      pits[step.to] = step.now;
      break;
  }
}

/** @type {Doing} */
function placed(facts, step) {
  const { points, heap } = facts;
  switch (step.do) {
    case "place":
      points[step.to] = step.role;
      heap[step.role] -= 1;
      break;
    case "move":
      points[step.to] = points[step.from];
      points[step.from] = "empty";
      break;
    case "capture":
      for (const [stop] of step.from) points[stop] = "empty";
      break;
  }
}

/** Only where a decision can have several plies. @type {Record<string, Doing>} */
const DOINGS = { mancala: sown, morris: placed };

/**
 * @param {string} game
 * @param {Position} before
 * @param {Ply[]} plies
 * @returns {Position} without anything to play
 */
export function midway(game, before, plies) {
  const facts = structuredClone(before.facts);
  for (const { trace } of plies) for (const step of trace) DOINGS[game]?.(facts, step);
  const ply = plies.length ? plies[plies.length - 1].n : before.ply;
  return { facts, to_move: [], legal: {}, base: before.base, ply };
}
