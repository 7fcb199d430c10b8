/**
 * Times of beats: when each begins and how long it takes, in milliseconds. A decision is laid out at an even pace
 * first. If it would take too long, it keeps its beginning and then runs faster and faster. Pure.
 *
 * @import { Game } from "../games.js"
 * @import { Ply } from "../types.js"
 * @import { Beat, Move } from "./beats.js"
 *
 * @typedef {Beat & {at: number, ms: number}} TimedBeat   at: after the start
 *
 * @typedef {"slow" | "normal" | "fast"} Speed
 *
 * @typedef {Object} Tempo
 * @property {Speed} speed
 * @property {boolean} [timed]   whether a clock is running
 * @property {number} [from]     so many of the beats are shown already
 * @property {number} [until]    and so many will be
 */

import { beatsOf } from "./beats.js";

/** Duration factors of the speeds. @type {Record<Speed, number>} */
const FACTOR = { slow: 1.8, normal: 1, fast: 0.5 };

/** Longest duration of a decision at normal speed; with a clock running, at any speed. */
export const LONGEST = { free: 6000, timed: 2500 };

/** Reserved for the frame before the first beat and the one after the last. */
const MARGIN = 120;

/** Time from one stone out of a hand to the next. The hand moves on while a stone still falls. */
const STEP = 140;

/** Duration of each kind of beat. @type {Record<Move, number>} */
const LASTS = {
  lift: 150, drop: 150, lose: 340, carry: 340, slide: 260, leap: 340, enter: 280, leave: 260,
  mill: 520, fill: 300, burn: 1100, glow: 420, round: 1400, swap: 500, crown: 300,
};

/** Pause before each kind of beat, so that the eye sees cause and effect. @type {Record<string, number>} */
const BEHIND = { lift: 60, carry: 170, leave: 80, glow: 40, round: 250, fill: 120, burn: 60 };

/** Time from one filled or burning house to the next. */
const STAGGER = 70;

/** Share of the time for the consequences of the last stone of a sowing that lasts too long. */
const TAIL = 0.4;

/** Share of the time in which such a sowing runs evenly at first, and the largest share of its last few stones. */
const [EVEN, LAST] = [0.3, 0.08];
const FEW = 3 * STEP;

/**
 * @param {Beat[]} beats
 * @param {Speed} [speed]
 * @param {boolean} [timed] whether a clock is running
 * @returns {TimedBeat[]} in the order given, which is that of landing
 */
export function schedule(beats, speed = "normal", timed = false) {
  const factor = FACTOR[speed];
  const longest = timed ? LONGEST.timed / Math.max(1, factor) : LONGEST.free;
  return fitted(evenly(beats), longest - MARGIN).map((beat) =>
    ({ ...beat, at: beat.at * factor, ms: beat.ms * factor }));
}

/**
 * Time at which all has landed.
 * @param {TimedBeat[]} beats
 */
export const endOf = (beats) => beats.reduce((end, { at, ms }) => Math.max(end, at + ms), 0);

/**
 * Lays beats out at an even pace: every stone alike, and consequences of a landing a moment later.
 * @param {Beat[]} beats
 * @returns {TimedBeat[]}
 */
function evenly(beats) {
  /** @type {TimedBeat[]} */
  const timed = [];
  /** A hand that is not at the first stop yet comes there first. */
  let next = beats[0]?.move === "drop" ? STEP : 0;
  let settled = 0;
  for (const beat of beats) {
    const ms = LASTS[beat.move];
    const at = together(timed, beat) ?? (runsOn(timed, beat) ? next : Math.max(next, settled) + pause(timed, beat));
    timed.push({ ...beat, at, ms });
    next = Math.max(next, at + until(beat));
    settled = Math.max(settled, at + ms);
  }
  return timed;
}

/** Beats that follow others of their kind while these still move. */
const STAGGERED = new Set(["fill", "burn"]);

/**
 * Whether a beat begins while the one before still moves: the next stone of a hand, the next house of a refill, or one that burns.
 * @param {TimedBeat[]} timed
 * @param {Beat} beat
 */
const runsOn = (timed, { move }) => move === "drop" || (STAGGERED.has(move) && timed[timed.length - 1]?.move === move);

/**
 * @param {TimedBeat[]} timed
 * @param {Beat} beat
 */
const pause = (timed, { move }) => (timed.length ? BEHIND[move] ?? 0 : 0);

/** @param {Beat} beat */
const until = ({ move }) => (move === "drop" ? STEP : STAGGERED.has(move) ? STAGGER : move === "lift" ? 120 : LASTS[move]);

/**
 * Start of a beat in the same tick as others: with the last of its kind, but never before stones that were taken up in
 * between, since it may land there.
 * @param {TimedBeat[]} timed
 * @param {Beat} beat
 * @returns {number | null} null if it has no company
 */
function together(timed, { move, tick }) {
  if (tick === undefined) return null;
  for (let i = timed.length - 1; i >= 0 && timed[i].tick === tick; i -= 1) {
    if (timed[i].move === move) return timed[i].at;
    if (move !== "drop") return null;
    const { at, move: between } = timed[i];
    if (between === "lift" || between === "carry") return at - LASTS.drop + 20;
  }
  return null;
}

/**
 * @param {TimedBeat[]} beats
 * @param {number} longest
 * @returns {TimedBeat[]}
 */
function fitted(beats, longest) {
  const end = endOf(beats);
  if (end <= longest) return beats;
  const sown = endOf(beats.filter(({ move }) => move === "drop"));
  const rest = Math.min(end - sown, Math.max(TAIL * longest, longest - sown));
  const hurry = hurried(sown, longest - rest);
  const when = (/** @type {number} */ time) =>
    time <= sown ? hurry(time) : longest - rest + ((time - sown) * rest) / (end - sown);
  return beats.map((beat) => ({ ...beat, at: when(beat.at), ms: when(beat.at + beat.ms) - when(beat.at) }));
}

/**
 * Maps `length` to `span`: evenly at first, then more and more compressed; the last few stones get more time again, so
 * that one sees where they fall.
 * @param {number} length
 * @param {number} span
 * @returns {(time: number) => number}
 */
function hurried(length, span) {
  if (length <= span) return (time) => time;
  const even = EVEN * span;
  const few = Math.min(FEW, LAST * length);
  const last = Math.min(few, LAST * span);
  const [hurry, slow] = [length - even - few, span - even - last];
  const slowed = (/** @type {number} */ time, /** @type {number} */ rate) => Math.log1p(rate * time) / rate;
  let [least, most] = [1e-9, 1];
  for (let i = 0; i < 60; i += 1) {
    const rate = (least + most) / 2;
    if (slowed(hurry, rate) > slow) least = rate;
    else most = rate;
  }
  return (time) => {
    if (time <= even) return time;
    if (time <= even + hurry) return even + slowed(time - even, most);
    return even + slow + ((time - even - hurry) * last) / few;
  };
}

/**
 * @param {Ply[]} plies
 * @param {Game} game
 * @param {Tempo} [tempo]
 * @returns {TimedBeat[]} in the order of landing
 */
export const timeline = (plies, game, { speed, timed, from = 0, until } = { speed: "normal" }) =>
  schedule(beatsOf(plies, game).slice(from, until), speed, timed);
