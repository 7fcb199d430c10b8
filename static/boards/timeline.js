/**
 * A trace laid out in time. Pure: plies in, beats out, each with the counts as they are printed once it has landed.
 *
 * @typedef {import("./types.js").Ply} Ply
 * @typedef {import("./types.js").Step} Step
 *
 * @typedef {Object} Beat
 * @property {number} at        ms after the start
 * @property {number} ms        how long it moves
 * @property {"lift" | "drop" | "lose" | "carry" | "slide" | "enter" | "leave" | "flash" | "fill"} move
 * @property {string} role
 * @property {[string, number][]} from            what is taken up at the start: stop and how many
 * @property {string | null} to                   where it lands
 * @property {Record<string, number>} counts      printed from the landing on
 * @property {number} [hand]                      held in role's hand from the start on
 * @property {string[][]} [lines]                 mills
 * @property {string[]} [burnt]                   all burnt houses, from the landing on
 *
 * @typedef {{step: Step, kind: string, index: number}} Item
 */

import { whole } from "./trace.js";

const DROP = 140;
const LIFT = 150;
/** The beat waited after a landing, so that the eye sees what follows from what. */
const BEHIND = /** @type {Record<string, number>} */ ({ carry: 170, lift: 60, leave: 60 });
const CARRY = 340;
const SLIDE = 260;
const ROUND = 700;
const LONGEST = 5800;
const ROLE_ORDER = ["south", "north"];

/**
 * Unrolls scoops into their drops. In congkak's simultaneous opening both roles' items are merged by tick; in one
 * tick south's come first, and what follows from a landing comes right behind it.
 * @param {Step[]} trace
 * @returns {Item[]}
 */
function unroll(trace) {
  /** @type {{key: number[], item: Item}[]} */
  const keyed = [];
  trace.forEach((step, order) => {
    const rank = ROLE_ORDER.indexOf(step.role);
    const key = (/** @type {number} */ tick, /** @type {number} */ kind) =>
      step.tick === undefined ? [order] : [tick, rank, kind, order];
    if (step.do === "scoop") {
      keyed.push({ key: key((step.tick ?? 0) - 1, 3), item: { step, kind: "lift", index: 0 } });
      for (let i = 0; i < step.drops.length; i += 1) {
        keyed.push({ key: key((step.tick ?? 0) + i, 1), item: { step, kind: "drop", index: i } });
      }
    } else {
      keyed.push({ key: key(step.tick ?? 0, 2), item: { step, kind: step.do, index: 0 } });
    }
  });
  if (trace.some((step) => step.tick !== undefined)) keyed.sort((a, b) => compare(a.key, b.key));
  return keyed.map(({ item }) => item);
}

/**
 * Steps without a tick (a round's end after the opening) stay behind all ticks.
 * @param {number[]} a
 * @param {number[]} b
 */
function compare(a, b) {
  if (a.length === 1 || b.length === 1) return b.length - a.length || a[0] - b[0];
  for (let i = 0; i < a.length; i += 1) if (a[i] !== b[i]) return a[i] - b[i];
  return 0;
}

/**
 * The beat that a step asks for, without its time; null if nothing moves.
 * @param {Item} item
 * @returns {Omit<Beat, "at"> | null}
 */
function beatOf({ step, kind, index }) {
  const { role } = step;
  /** @param {[string | number, number][]} pairs @returns {[string, number][]} */
  const named = (pairs) => pairs.filter(([, n]) => n).map(([stop, n]) => [String(stop), n]);
  const gone = (/** @type {[string, number][]} */ from) => Object.fromEntries(from.map(([stop]) => [stop, 0]));
  switch (kind) {
    case "lift":
      return { move: "lift", ms: LIFT, role, from: [[String(step.from), step.n]], to: null, counts: {}, hand: step.n };
    case "drop": {
      const [at, now, hand] = step.do === "scoop"
        ? [...step.drops[index], step.n - index - 1]
        : [step.at, step.now, step.hand];
      return { move: "drop", ms: DROP, role, from: [], to: String(at), counts: { [at]: now }, hand };
    }
    case "forfeit":
      return {
        move: "lose", ms: CARRY, role, from: [[String(step.at), 0]], to: String(step.to),
        counts: { [step.to]: step.now }, hand: step.hand,
      };
    case "capture":
    case "collect": {
      const from = named(step.from);
      if (step.to === null) return { move: "leave", ms: SLIDE, role, from, to: null, counts: {} };
      if (!from.length) return null;
      return { move: "carry", ms: CARRY, role, from, to: String(step.to), counts: { ...gone(from), [step.to]: step.now } };
    }
    case "move":
      return { move: "slide", ms: SLIDE, role, from: [[step.from, 1]], to: step.to, counts: {} };
    case "place":
      return { move: "enter", ms: SLIDE, role, from: [], to: step.to, counts: {} };
    case "mill":
      return { move: "flash", ms: 420, role, from: [], to: null, counts: {}, lines: step.lines };
    case "refill":
      return { move: "fill", ms: 380, role, from: [], to: role === "south" ? "A" : "B", ...refilled(step) };
    default:
      return null;
  }
}

/** @param {Step} step */
function refilled({ role, houses, burnt, store }) {
  const counts = Object.fromEntries([...houses.map((/** @type {number} */ h) => [h, 7]), ...burnt.map((/** @type {number} */ h) => [h, 0])]);
  return { counts: { ...counts, [role === "south" ? "A" : "B"]: store }, burnt: burnt.map(String) };
}

/**
 * @param {Ply[]} plies
 * @param {number} [factor] 1 at normal speed, more is slower
 * @returns {Beat[]} in the order of landing
 */
export function timeline(plies, factor = 1) {
  /** @type {Beat[]} */
  const beats = [];
  let cursor = 0;
  let landed = 0;
  let drops = 0;
  let every = DROP;
  let tick = NaN;
  for (const ply of plies) {
    for (const item of unroll(whole(ply.trace))) {
      if (item.kind === "round") cursor = Math.max(cursor, landed) + ROUND;
      const beat = beatOf(item);
      if (!beat) continue;
      if (beat.move === "drop") {
        const now = (item.step.tick ?? NaN) + item.index;
        const before = beats[beats.length - 1];
        const together = now === tick && before?.move === "drop";
        if (together) cursor = before.at;
        else every = DROP * Math.max(0.4, 0.994 ** drops);
        beats.push({ ...beat, at: cursor, ms: Math.max(90, every) });
        [cursor, drops, tick] = [cursor + every, drops + 1, now];
      } else {
        const start = Math.max(cursor, landed) + (landed && BEHIND[beat.move] || 0);
        beats.push({ ...beat, at: start });
        cursor = start + beat.ms;
        if (beat.move === "lift") cursor = start + LIFT * 0.8;
      }
      landed = Math.max(landed, beats[beats.length - 1].at + beats[beats.length - 1].ms);
    }
  }
  const squeeze = factor * Math.min(1, LONGEST / Math.max(landed, 1));
  return beats.map((beat) => ({ ...beat, at: beat.at * squeeze, ms: beat.ms * squeeze }));
}

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
