/**
 * Predicts sowing by hand before the server has answered. The position says where the shells of a hand fall one by one
 * (`ways`, see docs/protocol.md); only the server knows the consequences of the last one, or of a misplaced one. Pure.
 *
 * @import { Lap, Position, Prediction, Step } from "../../boards/types.js"
 */

const STORES = /** @type {Record<string, string>} */ ({ A: "south", B: "north" });

/** @param {string} stop as facts and traces write it: houses are numbers */
const named = (stop) => (stop in STORES ? stop : Number(stop));

/**
 * Laps ahead of a role's hand, or of the hand that would take up the shells at `start`.
 * @param {Position} position
 * @param {string} role
 * @param {string} [start]
 * @returns {Lap[] | undefined}
 */
function lapsOf({ facts, ways }, role, start = String(facts.at?.[role])) {
  return ways?.[role]?.[start];
}

/**
 * Next drop of a role that holds shells.
 * @param {Position} position
 * @param {string} role
 * @returns {string | null}
 */
export function nextDrop(position, role) {
  const stops = lapsOf(position, role)?.[0][0];
  return stops ? `drop ${stops[stops.length - 1]}` : null;
}

/**
 * Predicts an action's trace and position, in the shape of the server's own. If unknown consequences follow, the role
 * is not to move in that position.
 * @param {Position} position
 * @param {string} role
 * @param {string} action
 * @returns {Prediction | null} null if it is unknown
 */
export function predict(position, role, action) {
  const [verb, stop] = action.split(" ");
  const laps = verb === "scoop" ? lapsOf(position, role, stop) : lapsOf(position, role);
  if (!laps || !position.legal[role]?.includes(action)) return null;
  if (verb === "drop" && nextDrop(position, role) !== action) return null;
  const facts = structuredClone(position.facts);
  const { trace, left } = verb === "scoop" ? takeUp(facts, role, stop, laps) : drop(facts, role, stop, laps);
  const open = left[0]?.[0].map((one) => `drop ${one}`) ?? [];
  const legal = { ...position.legal, [role]: open };
  const to_move = position.to_move.filter((one) => one !== role || open.length);
  const ways = { ...position.ways, [role]: left.length ? { [stop]: left } : {} };
  return { trace, position: { ...position, facts, to_move, legal, ways } };
}

/**
 * @param {any} facts
 * @param {string} role
 * @param {string} from
 * @param {Lap[]} laps
 * @returns {{trace: Step[], left: Lap[]}}
 */
function takeUp(facts, role, from, laps) {
  const n = laps[0].length;
  facts.houses[from] = 0;
  facts.hand[role] = n;
  facts.at[role] = named(from);
  facts.choosing = facts.choosing.filter((/** @type {string} */ one) => one !== role);
  return { trace: [{ do: "scoop", role, from: named(from), n, drops: [] }], left: laps };
}

/**
 * @param {any} facts
 * @param {string} role
 * @param {string} stop
 * @param {Lap[]} laps
 * @returns {{trace: Step[], left: Lap[]}}
 */
function drop(facts, role, stop, [[, ...lap], ...further]) {
  const now = stop in STORES ? (facts.stores[STORES[stop]] += 1) : (facts.houses[stop] += 1);
  const hand = (facts.hand[role] -= 1);
  facts.at[role] = hand ? named(stop) : null;
  const fallen = { do: "drop", role, at: named(stop), now, hand };
  if (hand || !further.length) return { trace: [fallen], left: lap.length ? [lap, ...further] : [] };
  const { trace, left } = takeUp(facts, role, stop, further);
  return { trace: [fallen, ...trace], left };
}
