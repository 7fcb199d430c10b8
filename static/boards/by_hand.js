/**
 * Sowing congkak by hand, as far as the board can tell before the server has answered: where the next shell falls, and
 * what a drop leads to. What a last shell captures or ends is left to the rules. Pure.
 *
 * @typedef {import("./types.js").Position} Position
 * @typedef {import("./types.js").Guess} Guess
 * @typedef {import("./types.js").Step} Step
 */

const AROUND = ["1", "2", "3", "4", "5", "6", "7", "A", "8", "9", "10", "11", "12", "13", "14", "B"];
const HOUSES = /** @type {Record<string, string[]>} */ ({ south: AROUND.slice(0, 7), north: AROUND.slice(8, 15) });
const STORE = /** @type {Record<string, string>} */ ({ south: "A", north: "B" });
const STORES = { A: "south", B: "north" };
const OTHER = /** @type {Record<string, string>} */ ({ south: "north", north: "south" });

/** @param {string} stop as the rules write it: houses are numbers */
const named = (stop) => (stop in STORES ? stop : Number(stop));

/**
 * Where the shell in a role's hand may fall: burnt houses on the way, and last the next stop of the path.
 * @param {any} facts
 * @param {string} role
 * @returns {string[]}
 */
function reach(facts, role) {
  const stops = [];
  for (let i = AROUND.indexOf(String(facts.at[role])) + 1; ; i += 1) {
    const stop = AROUND[i % AROUND.length];
    if (stop === STORE[OTHER[role]]) continue;
    stops.push(stop);
    if (!facts.burnt.includes(Number(stop))) return stops;
  }
}

/**
 * The drop that goes on along the path, while a role holds shells.
 * @param {Position} position
 * @param {string} role
 * @returns {string | null}
 */
export function onward({ facts, legal }, role) {
  const drops = (legal[role] ?? []).filter((action) => action.startsWith("drop "));
  return drops.find((action) => !facts.burnt.includes(Number(action.slice(5)))) ?? null;
}

/**
 * What an action leads to, in the shape of the server's own trace and position. Where more follows than can be told
 * here, nobody is to move in that position.
 * @param {Position} position
 * @param {string} role
 * @param {string} action
 * @returns {Guess | null} null for what is not sown by hand, or not legal
 */
export function guess(position, role, action) {
  if (position.facts.options?.sowing !== "hand" || !position.legal[role]?.includes(action)) return null;
  const facts = structuredClone(position.facts);
  const [verb, stop] = action.split(" ");
  const trace = verb === "scoop" ? [scoop(facts, role, stop)] : drop(facts, role, stop);
  const legal = { ...position.legal, [role]: open(facts, role) };
  const to_move = Object.keys(OTHER).filter((one) => (one === role ? legal[role].length : position.to_move.includes(one)));
  return { trace, position: { ...position, facts, to_move, legal } };
}

/**
 * @param {any} facts
 * @param {string} role
 * @param {string} house
 * @returns {Step}
 */
function scoop(facts, role, house) {
  const n = facts.houses[house];
  facts.houses[house] = 0;
  facts.hand[role] = n;
  facts.at[role] = named(house);
  facts.choosing = facts.choosing.filter((/** @type {string} */ one) => one !== role);
  return { do: "scoop", role, from: named(house), n, drops: [] };
}

/**
 * @param {any} facts
 * @param {string} role
 * @param {string} stop
 * @returns {Step[]}
 */
function drop(facts, role, stop) {
  const burnt = facts.burnt.includes(Number(stop));
  const now = lay(facts, burnt ? STORE[OTHER[role]] : stop);
  const hand = (facts.hand[role] -= 1);
  facts.at[role] = hand ? named(stop) : null;
  if (burnt) return [{ do: "forfeit", role, at: named(stop), to: STORE[OTHER[role]], now, hand }];
  const fallen = { do: "drop", role, at: named(stop), now, hand };
  if (hand) return [fallen];
  if (stop !== STORE[role]) return now > 1 ? [fallen, scoop(facts, role, stop)] : [fallen];
  if (!HOUSES[role].some((house) => facts.houses[house])) return [fallen];
  facts.choosing = [...facts.choosing, role].sort().reverse();
  return [fallen, { do: "again", role }];
}

/**
 * One shell more.
 * @param {any} facts
 * @param {string} stop
 * @returns {number} those that lie there now
 */
function lay(facts, stop) {
  if (stop in facts.houses) return (facts.houses[stop] += 1);
  return (facts.stores[stop === STORE.south ? "south" : "north"] += 1);
}

/**
 * What a role may do now.
 * @param {any} facts
 * @param {string} role
 */
function open(facts, role) {
  if (facts.hand[role]) return reach(facts, role).map((stop) => `drop ${stop}`);
  if (!facts.choosing.includes(role)) return [];
  return HOUSES[role].filter((house) => facts.houses[house]).map((house) => `scoop ${house}`);
}
