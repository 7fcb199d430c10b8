/**
 * Predicts sowing by hand before the server has answered. The position says where the stones of a hand fall one by one
 * (`ways`, see docs/protocol.md); only the server knows the consequences of the last one, or of a misplaced one. Pure.
 *
 * @import { Lap, Position, Prediction, Role, Step, Stop } from "../types.js"
 *
 * How a game's facts and actions write what a hand does.
 * @typedef {Object} HandWords
 * @property {string} take   the verb that takes up the stones of a pit
 * @property {string} put    the verb that drops one of them
 * @property {(facts: any, stop: Stop, by: number) => number} add   changes what lies at a stop, and returns what lies there then
 * @property {(facts: any, role: Role, stop: Stop, next: Stop | null) => void} moveHand
 *   notes that a hand has come to a stop; next: where its next stone falls, null if it is empty
 * @property {(facts: any, role: Role) => void} [began]   notes that a role has taken up stones
 * @property {(stop: Stop) => Stop | number} named   a stop as the trace writes it
 */

/**
 * Returns the parts of a game's module that sow by hand.
 * @param {HandWords} words
 * @returns {{predict: (position: Position, role: Role, action: string) => Prediction | null,
 *   nextDrop: (position: Position, role: Role) => string | null}}
 */
export function handSowing(words) {
  return {
    predict: (position, role, action) => predict(words, position, role, action),
    nextDrop(position, role) {
      const next = lapsOf(position, role)?.[0][0];
      return next ? `${words.put} ${goal(next)}` : null;
    },
  };
}

/** Where a stone should fall: the last of the stops where it may. @param {(Stop | number)[]} stops */
const goal = (stops) => String(stops[stops.length - 1]);

/**
 * Laps ahead of a role's hand, or of the hand that would take up the stones at `start`.
 * @param {Position} position
 * @param {Role} role
 * @param {Stop} [start]
 * @returns {Lap[] | undefined}
 */
function lapsOf({ facts, ways }, role, start) {
  const own = ways?.[role] ?? {};
  if (start !== undefined) return own[start];
  return facts.hand?.[role] ? Object.values(own)[0] : undefined;
}

/**
 * Predicts an action's trace and position, in the shape of the server's own. If unknown consequences follow, the role
 * is not to move in that position.
 * @param {HandWords} words
 * @param {Position} position
 * @param {Role} role
 * @param {string} action
 * @returns {Prediction | null} null if it is unknown
 */
function predict(words, position, role, action) {
  const [verb, stop] = action.split(" ");
  const takes = verb === words.take;
  const laps = takes ? lapsOf(position, role, stop) : lapsOf(position, role);
  if (!laps || !position.legal[role]?.includes(action)) return null;
  if (!takes && goal(laps[0][0]) !== stop) return null;
  const facts = structuredClone(position.facts);
  const { trace, left } = (takes ? takeUp : drop)(words, facts, role, stop, laps);
  const open = left[0]?.[0].map((one) => `${words.put} ${one}`) ?? [];
  const legal = { ...position.legal, [role]: open };
  const to_move = position.to_move.filter((one) => one !== role || open.length);
  const ways = { ...position.ways, [role]: left.length ? { [stop]: left } : {} };
  return { trace, position: { ...position, facts, to_move, legal, ways } };
}

/**
 * @param {HandWords} words
 * @param {any} facts
 * @param {Role} role
 * @param {Stop} from
 * @param {Lap[]} laps
 * @returns {{trace: Step[], left: Lap[]}}
 */
function takeUp(words, facts, role, from, laps) {
  const n = laps[0].length;
  words.add(facts, from, -n);
  facts.hand[role] = n;
  words.moveHand(facts, role, from, goal(laps[0][0]));
  words.began?.(facts, role);
  return { trace: [{ do: "scoop", role, from: words.named(from), n, drops: [] }], left: laps };
}

/**
 * @param {HandWords} words
 * @param {any} facts
 * @param {Role} role
 * @param {Stop} stop
 * @param {Lap[]} laps
 * @returns {{trace: Step[], left: Lap[]}}
 */
function drop(words, facts, role, stop, [[, ...lap], ...further]) {
  const now = words.add(facts, stop, 1);
  const hand = (facts.hand[role] -= 1);
  words.moveHand(facts, role, stop, hand ? goal(lap[0]) : null);
  const fallen = { do: "drop", role, at: words.named(stop), now, hand };
  if (hand || !further.length) return { trace: [fallen], left: lap.length ? [lap, ...further] : [] };
  const { trace, left } = takeUp(words, facts, role, stop, further);
  return { trace: [fallen, ...trace], left };
}
