/**
 * Animates plies on the board: its content changes as beats begin and end, moving pieces fly above it, and sounds are
 * played. Ending early cancels everything; the caller then renders the true scene.
 *
 * @import { Renderer } from "../drawing/renderer.js"
 * @import { Game } from "../games.js"
 * @import { Sound } from "../sound/sound_cues.js"
 * @import { Ply, Scene } from "../types.js"
 * @import { Flash } from "./effects.js"
 * @import { MotionScene } from "./motion_scene.js"
 * @import { Flight } from "./overlay.js"
 * @import { Tempo, TimedBeat } from "./timeline.js"
 *
 *
 * @typedef {{time: number, beat: TimedBeat, lands: boolean, frame: MotionScene}} Cue   frame: the content from then on
 */

import { Overlay } from "./overlay.js";
import { beatsOf } from "./beats.js";
import { Sprites } from "./sprites.js";
import { flashesOf, flightsOf } from "./effects.js";
import { after, atRest, begun, landed } from "./motion_scene.js";
import { Hands } from "./hands.js";
import { loadedAudio, loadAudioOnGesture } from "../sound/audio_loader.js";
import { timeline } from "./timeline.js";

/** Shorter flights are invisible. */
const SHORTEST = 24;

/** Time in ms that creating nodes may take of each of the first pictures. */
const SHARE = 6;

/**
 * Cues of an animation: when beats begin and land, and the scene from then on.
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

export class Animator {
  /**
   * @param {Renderer} renderer
   * @param {Game} game
   */
  constructor(renderer, game) {
    this.renderer = renderer;
    this.game = game;
    this.overlay = new Overlay(renderer.svg);
    /** @type {(() => void) | null} */
    this.done = null;
    /** Number of beats that have landed. */
    this.landed = 0;
    /** Number of cues whose nodes have been created. */
    this.prepared = 0;
    loadAudioOnGesture();
  }

  get playing() {
    return this.done !== null;
  }

  /**
   * @param {Scene} scene as it is shown now
   * @param {Ply[]} plies
   * @param {Tempo} tempo
   * @param {() => void} done called once, when all has landed or at finish()
   * @returns {boolean} false: nothing of these plies moves
   */
  play(scene, plies, tempo, done) {
    this.finish();
    const began = performance.now();
    const beats = timeline(plies, this.game, tempo);
    if (!beats.length) return false;
    this.done = done;
    this.landed = 0;
    const cues = cuesOf(scene, beats);
    this.open(scene, beats);
    this.follow(cues, began, done);
    return true;
  }

  /**
   * Performs due cues, frame by frame.
   * @param {Cue[]} cues
   * @param {number} began  the time for laying everything out is part of the motion's
   * @param {() => void} done
   */
  follow(cues, began, done) {
    let next = 0;
    const picture = () => {
      if (this.done !== done) return;
      const now = document.hidden ? Infinity : performance.now() - began;
      this.prepare(cues, now);
      while (next < cues.length && cues[next].time <= now) this.act(cues[next++], now);
      if (next === cues.length) this.finish();
      else requestAnimationFrame(picture);
    };
    picture();
  }

  /**
   * @param {Scene} scene as it is shown now
   * @param {TimedBeat[]} beats
   */
  open(scene, beats) {
    this.overlay.open();
    /** The scene after the prepared cues. */
    this.ahead = atRest(scene);
    this.prepared = 0;
    this.sprites = new Sprites(this.renderer, this.ahead);
    /** @type {Map<TimedBeat, {flight: Flight, node: SVGSVGElement}[]>} */
    this.flights = new Map();
    /** @type {Map<TimedBeat, Flash[]>} */
    this.flashes = new Map();
    this.hands = new Hands(this.renderer, this.overlay, beats, this.ahead);
    this.beats = beats;
    /** @type {Map<TimedBeat, Sound> | null} */
    this.soundByBeat = null;
  }

  /**
   * Creates nodes for the cues that are due, and ahead for some of the others: all at once would delay the first picture, and
   * later ones would be laid out while stones fly.
   * @param {Cue[]} cues
   * @param {number} now
   */
  prepare(cues, now) {
    const until = performance.now() + SHARE;
    while (this.prepared < cues.length && (cues[this.prepared].time <= now || performance.now() < until)) {
      this.prepareCue(cues[this.prepared]);
      this.prepared += 1;
    }
  }

  /** @param {Cue} cue */
  prepareCue({ beat, lands, frame }) {
    const { sprites, ahead, renderer } = this;
    if (!sprites || !ahead) return;
    if (!lands) {
      sprites.layOut(landed(frame, beat));
      const flights = beat.ms < SHORTEST ? [] : flightsOf(beat, ahead, renderer);
      const until = beat.at + beat.ms;
      this.flights?.set(beat, flights.map((flight) => ({ flight, node: this.overlay.book(flight, beat.at, until) })));
      this.flashes?.set(beat, flashesOf(beat, renderer, sprites));
    }
    sprites.layOut(frame);
    this.ahead = frame;
  }

  /**
   * @param {Cue} cue
   * @param {number} now
   */
  act({ beat, lands, frame }, now) {
    this.sprites?.render(frame);
    if (lands) this.landed += 1;
    else this.begin(beat, now - beat.at);
    if (lands !== (beat.move === "lift")) this.sound(beat);
  }

  /**
   * @param {TimedBeat} beat
   * @param {number} late ms that have passed since it should have begun
   */
  begin(beat, late) {
    this.hands?.begin(beat, late);
    if (late >= beat.ms) return;
    for (const { flight, node } of this.flights?.get(beat) ?? []) this.overlay.fly(node, flight, beat.ms, late);
    for (const { node, keyframes } of this.flashes?.get(beat) ?? []) this.overlay.animate(node, keyframes, beat.ms);
  }

  /** @param {TimedBeat} beat of a played game: samples are silent */
  sound(beat) {
    const audio = loadedAudio();
    if (!audio || this.renderer.svg.closest("[data-sample]")) return;
    this.soundByBeat ??= new Map(audio.soundCues(this.beats ?? [], this.game.material).map((one) => [one.beat, one.sound]));
    const sound = this.soundByBeat.get(beat);
    if (sound) audio.synthesizer.play(sound);
  }

  /** Ends at once; done() is called if something was playing. */
  finish() {
    const { done } = this;
    if (!done) return;
    this.done = null;
    this.overlay.close();
    this.sprites?.clear();
    done();
  }

  /**
   * Scene in the middle of a ply.
   * @param {Scene} scene before it
   * @param {Ply} ply
   * @param {number} landed how many of its beats
   * @returns {{scene: Scene, first: string, last: string}} first, last: its beginning and its present place
   */
  middle(scene, ply, landed) {
    const beats = beatsOf([ply], this.game).slice(0, landed);
    const stops = beats.flatMap(({ from, to }) => [...from.map(([stop]) => stop), ...(to === null ? [] : [to])]);
    return { scene: after(scene, beats), first: stops[0], last: stops[stops.length - 1] };
  }
}
