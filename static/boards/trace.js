/** @typedef {import("./types.js").Step} Step */

/**
 * The trace with one whole scoop for each relay, as docs/trace.md says: a relay takes up all that lies where the
 * list before it ended.
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
