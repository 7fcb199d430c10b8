/**
 * Plays beats on the table: what lies there changes as they begin and land, what moves flies above it. Ending early
 * cancels everything: the caller then draws the true scene.
 *
 * @typedef {import("./air.js").Flight} Flight
 * @typedef {import("./draw.js").Table} Table
 * @typedef {import("./frames.js").Frame} Frame
 * @typedef {import("./pacing.js").TimedBeat} TimedBeat
 * @typedef {import("./types.js").Scene} Scene
 *
 * @typedef {{time: number, beat: TimedBeat, lands: boolean, frame: Frame}} Cue   frame: what lies where from then on
 *
 * @typedef {Object} Heard
 * @property {(beat: TimedBeat) => void} cue   as a beat is heard: a lift as it begins, all else as it lands
 * @property {() => void} done                 called once, when all has landed or at finish()
 */

import { Air } from "./air.js";
import { Cast } from "./cast.js";
import { flightsOf } from "./flights.js";
import { atRest, begun, landed } from "./frames.js";
import { gleamsOf } from "./gleams.js";
import { Hands } from "./hands.js";

/** Shorter flights are not seen. */
const SHORTEST = 24;

/**
 * What happens when, and what lies where then.
 * @param {Scene} scene as it is shown now
 * @param {TimedBeat[]} beats
 * @returns {Cue[]}
 */
export function cuesOf(scene, beats) {
  let frame = atRest(scene);
  return beats
    .flatMap((beat, i) => [{ beat, i, lands: false, time: beat.at }, { beat, i, lands: true, time: beat.at + beat.ms }])
    .sort((a, b) => a.time - b.time || Number(b.lands) - Number(a.lands) || a.i - b.i)
    .map(({ beat, lands, time }) => {
      frame = lands ? landed(frame, beat) : begun(frame, beat);
      return { time, beat, lands, frame };
    });
}

export class Player {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.air = new Air(table.svg);
    /** @type {Heard | null} */
    this.heard = null;
    /** How many beats have landed. */
    this.landed = 0;
  }

  get playing() {
    return this.heard !== null;
  }

  /**
   * @param {Scene} scene as it is shown now
   * @param {TimedBeat[]} beats in the order of landing
   * @param {Heard} heard
   */
  play(scene, beats, heard) {
    this.finish();
    this.heard = heard;
    this.landed = 0;
    const cues = cuesOf(scene, beats);
    this.prepare(scene, cues, beats);
    const began = performance.now();
    let next = 0;
    const frame = () => {
      if (this.heard !== heard) return;
      const now = document.hidden ? Infinity : performance.now() - began;
      while (this.heard === heard && next < cues.length && cues[next].time <= now) this.follow(cues[next++], now);
      if (next === cues.length) this.finish();
      else requestAnimationFrame(frame);
    };
    frame();
  }

  /**
   * Lays out all that will be seen, so that nothing is laid out later.
   * @param {Scene} scene
   * @param {Cue[]} cues
   * @param {TimedBeat[]} beats
   */
  prepare(scene, cues, beats) {
    this.air.open();
    const start = atRest(scene);
    this.cast = new Cast(this.table, [start, ...cues.map(({ frame }) => frame)]);
    /** @type {Map<TimedBeat, {flight: Flight, node: SVGSVGElement}[]>} */
    this.flights = new Map();
    /** @type {Map<TimedBeat, import("./gleams.js").Gleam[]>} */
    this.gleams = new Map();
    let frame = start;
    for (const { beat, lands, ...cue } of cues) {
      if (!lands) {
        const flights = beat.ms < SHORTEST ? [] : flightsOf(beat, frame, this.table);
        const until = beat.at + beat.ms;
        this.flights.set(beat, flights.map((flight) => ({ flight, node: this.air.book(flight, beat.at, until) })));
        this.gleams.set(beat, gleamsOf(beat, this.table, this.cast));
      }
      frame = cue.frame;
    }
    this.hands = new Hands(this.table, this.air, beats, start);
  }

  /**
   * @param {Cue} cue
   * @param {number} now
   */
  follow({ beat, lands, frame }, now) {
    this.cast?.render(frame);
    if (lands) this.landed += 1;
    else this.begin(beat, now - beat.at);
    if (lands !== (beat.move === "lift")) this.heard?.cue(beat);
  }

  /**
   * @param {TimedBeat} beat
   * @param {number} late ms that have passed since it should have begun
   */
  begin(beat, late) {
    this.hands?.begin(beat, late);
    if (late >= beat.ms) return;
    for (const { flight, node } of this.flights?.get(beat) ?? []) this.air.fly(node, flight, beat.ms, late);
    for (const { node, keyframes } of this.gleams?.get(beat) ?? []) this.air.animate(node, keyframes, beat.ms);
  }

  /** Ends at once; done() is called if something was playing. */
  finish() {
    const { heard } = this;
    if (!heard) return;
    this.heard = null;
    this.air.close();
    this.cast?.clear();
    heard.done();
  }
}
