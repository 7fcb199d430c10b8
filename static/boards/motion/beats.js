/**
 * Beats of a trace: one for each thing that moves, in the order of landing. Pure, and without times: timeline.js has
 * the times, motion_scene.js the scene after each, effects.js the looks.
 *
 * `pass`, `seal`, `end` and `over` move nothing: the seats, the marks and the texts beside the board show them.
 *
 * @import { Game } from "../games.js"
 * @import { Ply, Step, Stop } from "../types.js"
 *
 * @typedef {"lift" | "drop" | "lose" | "carry" | "slide" | "leap" | "enter" | "leave" | "mill" | "fill" | "burn" | "glow"
 *   | "round" | "swap" | "crown"} Move
 *
 * @typedef {Object} Beat
 * @property {Move} move
 * @property {string} role                  whose hand, piece or store
 * @property {[Stop, number][]} from        stones taken up as it begins: stop and number
 * @property {Stop | null} to               where it lands
 * @property {Record<Stop, number>} counts  how many lie there once it has landed
 * @property {number} [hand]                how many the hand still holds as it begins
 * @property {number} [tick]                beats of one tick happen together, see docs/trace.md
 * @property {Stop[][]} [lines]             of a mill
 *
 * @typedef {{step: Step, kind: string, index: number}} Item
 */

import { whole } from "../trace.js";

/**
 * @param {Ply[]} plies
 * @param {Game} game
 * @returns {Beat[]}
 */
export function beatsOf(plies, game) {
  /** @type {Beat[]} */
  const beats = [];
  for (const { trace } of plies) {
    for (const item of unroll(whole(trace), game.roles)) {
      const make = MAKE[item.kind];
      if (make) beats.push(...make(item, beats, game));
    }
  }
  return beats;
}

/**
 * Unrolls scoops into their drops. In congkak's simultaneous opening both roles' items are merged by tick; in one tick
 * the first role's come first, and consequences of a landing come right after it.
 * @param {Step[]} trace
 * @param {string[]} roles
 * @returns {Item[]}
 */
function unroll(trace, roles) {
  /** @type {{key: number[], item: Item}[]} */
  const keyed = [];
  trace.forEach((step, order) => {
    const rank = roles.indexOf(step.role);
    const key = (/** @type {number} */ tick, /** @type {number} */ kind) =>
      step.tick === undefined ? [order] : [tick, rank, kind, order];
    if (step.do === "scoop") {
      keyed.push({ key: key((step.tick ?? 0) - 1, 3), item: { step, kind: "lift", index: 0 } });
      for (let i = 0; i < step.drops.length; i += 1) {
        keyed.push({ key: key((step.tick ?? 0) + i, 1), item: { step, kind: "sown", index: i } });
      }
    } else {
      const leaps = step.do === "move" && trace[order + 1]?.do === "capture";
      keyed.push({ key: key(step.tick ?? 0, 2), item: { step, kind: leaps ? "leap" : step.do, index: 0 } });
    }
  });
  if (trace.some((step) => step.tick !== undefined)) keyed.sort((a, b) => compare(a.key, b.key));
  return keyed.map(({ item }) => item);
}

/**
 * Compares keys; steps without a tick (a round's end after the opening) come after all ticks.
 * @param {number[]} a
 * @param {number[]} b
 */
function compare(a, b) {
  if (a.length === 1 || b.length === 1) return b.length - a.length || a[0] - b[0];
  for (let i = 0; i < a.length; i += 1) if (a[i] !== b[i]) return a[i] - b[i];
  return 0;
}

/** Defaults of a beat. */
const still = { from: /** @type {[Stop, number][]} */ ([]), to: null, counts: {} };

/** @type {Record<string, (item: Item, before: Beat[], game: Game) => Beat[]>} by kind of item */
const MAKE = {
  lift: ({ step: { role, from, n, tick } }) => [
    { ...still, move: "lift", role, from: [[String(from), n]], counts: { [from]: 0 }, hand: n, ...ticked(tick, -1) }],

  sown({ step: { role, drops, n, tick }, index }) {
    const [at, now] = drops[index];
    return [dropped(role, at, now, n - index - 1, ticked(tick, index))];
  },

  drop: ({ step: { role, at, now, hand } }) => [dropped(role, at, now, hand)],

  forfeit: ({ step: { role, at, to, now, hand, tick } }) => [
    { ...still, move: "lose", role, from: [[String(at), 0]], to: String(to), counts: { [to]: now }, hand, ...ticked(tick, 0) }],

  capture: taken,
  collect: taken,

  move: ({ step: { role, from, to } }) => [{ ...still, move: "slide", role, from: [[from, 1]], to }],
  leap: ({ step: { role, from, to } }) => [{ ...still, move: "leap", role, from: [[from, 1]], to }],
  place: ({ step: { role, to } }) => [{ ...still, move: "enter", role, to }],
  crown: ({ step: { role, at } }) => [{ ...still, move: "crown", role, to: at }],
  mill: ({ step: { role, lines } }) => [{ ...still, move: "mill", role, lines }],

  again({ step: { role, tick } }, before) {
    const last = before.findLast((beat) => beat.role === role && beat.move === "drop");
    return [{ ...still, move: "glow", role, to: last?.to ?? null, ...ticked(tick, 0) }];
  },

  round: ({ step: { winner } }, _, game) => [
    { ...still, move: "round", role: winner ?? "", to: winner ? game.storeOf(winner) : null }],
  refill: refilled,

  swap: ({ step: { role, now } }) => [{ ...still, move: "swap", role, counts: Object.fromEntries(now) }],
};

/**
 * @param {string} role
 * @param {string | number} at
 * @param {number} now
 * @param {number} hand
 * @param {{tick?: number}} [tick]
 * @returns {Beat}
 */
const dropped = (role, at, now, hand, tick) =>
  ({ ...still, move: "drop", role, to: String(at), counts: { [at]: now }, hand, ...tick });

/**
 * @param {number | undefined} tick
 * @param {number} later
 */
const ticked = (tick, later) => (tick === undefined ? {} : { tick: tick + later });

/**
 * Beats of stones that go into a store, or of a piece that leaves the game.
 * @param {Item} item
 * @returns {Beat[]}
 */
function taken({ step: { role, from: pairs, to, now, tick } }) {
  /** @type {[Stop, number][]} */
  const from = pairs
    .filter((/** @type {[Stop | number, number]} */ [, n]) => n)
    .map((/** @type {[Stop | number, number]} */ [stop, n]) => [String(stop), n]);
  if (!from.length) return [];
  if (to === null) return [{ ...still, move: "leave", role, from }];
  const emptied = Object.fromEntries(from.map(([stop]) => [stop, 0]));
  return [{ ...still, move: "carry", role, from, to: String(to), counts: { ...emptied, [to]: now }, ...ticked(tick, 0) }];
}

/**
 * Beats of a refill: house by house out of the store; then houses that could not be filled burn.
 * @param {Item} item
 * @param {Beat[]} _
 * @param {Game} game
 * @returns {Beat[]}
 */
function refilled({ step: { role, houses, burnt } }, _, game) {
  const from = /** @type {[Stop, number][]} */ ([[game.storeOf(role), game.full]]);
  const filled = houses.map((/** @type {number} */ house) =>
    ({ ...still, move: "fill", role, from, to: String(house), counts: { [house]: game.full } }));
  return [...filled, ...burnt.map((/** @type {number} */ house) => ({ ...still, move: "burn", role, to: String(house) }))];
}
