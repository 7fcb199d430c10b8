/**
 * Makes the boards heard, without any file: each voice is put together from noise and resonances as it sounds. Nothing
 * is heard before somebody has touched the page, as browsers ask, nor while its tab is hidden.
 *
 * @typedef {import("./sound_cues.js").Sound} Sound
 * @typedef {import("./voices.js").Voice} Voice
 */

import { follow } from "../../preferences.js";
import { VOICES } from "./voices.js";

/** More knocks than this at a time would be noise. */
export const MOST = 6;
const LOUD = 0.7;
/** Seconds between the knocks of a handful. */
const BETWEEN = 0.028;
const ATTACK = 0.0015;
const SILENT = 0.0001;
/** A mouse counts as a touch when it is pressed, a finger only when it is lifted. */
const TOUCHES = ["pointerdown", "pointerup", "touchend", "keydown"];

export class Synthesizer {
  constructor() {
    this.on = false;
    this.started = false;
    /** @type {AudioContext | null} */
    this.context = null;
    /** @type {GainNode | null} */
    this.out = null;
    /** @type {AudioBuffer | null} */
    this.noise = null;
    /** @type {number[]} when each that sounds will have faded, by the context's clock */
    this.sounding = [];
  }

  /** Begins to follow what somebody likes, and waits for them to touch the page. */
  start() {
    if (this.started) return;
    this.started = true;
    follow("sound", (value) => {
      this.on = value === "on";
      if (navigator.userActivation?.isActive) this.wake();
      this.breathe();
    });
    for (const touch of TOUCHES) document.addEventListener(touch, () => this.wake(), { capture: true });
    document.addEventListener("visibilitychange", () => this.breathe());
  }

  /** Somebody touches the page: from now on it may be heard. */
  wake() {
    if (!this.on || this.context?.state === "running" || !("AudioContext" in window)) return;
    if (!this.context) this.tune(new AudioContext({ latencyHint: "interactive" }));
    this.breathe();
  }

  /** @param {AudioContext} context */
  tune(context) {
    this.context = context;
    this.out = context.createGain();
    this.out.gain.value = LOUD;
    this.out.connect(context.destination);
    this.noise = noiseIn(context);
  }

  /** The audio device rests while nothing is to be heard. */
  breathe() {
    const { context } = this;
    if (!context) return;
    const state = this.on && !document.hidden ? context.resume() : context.suspend();
    // Some browsers refuse until the page has been touched once more.
    state.catch(() => {});
  }

  /** @param {Sound} sound */
  play({ voice, pitch, level, grains }) {
    const { context } = this;
    if (!this.on || document.hidden || !context || context.state !== "running") return;
    const now = context.currentTime;
    for (let i = 0; i < grains; i += 1) {
      this.sounding = this.sounding.filter((end) => end > now);
      if (this.sounding.length >= MOST) return;
      // Knocks of a handful differ a little, and fade.
      this.knock(VOICES[voice], now + i * BETWEEN, pitch * (1 + 0.05 * ((i * 2) % 3)), level / (1 + 0.35 * i));
    }
  }

  /**
   * @param {Voice} voice
   * @param {number} at
   * @param {number} pitch
   * @param {number} level
   */
  knock({ burst, tones }, at, pitch, level) {
    let end = at;
    for (const { frequency, decay, level: own, after = 0 } of tones) {
      end = Math.max(end, this.ring(frequency * pitch, at + after, decay, level * own));
    }
    if (burst) end = Math.max(end, this.hiss(burst, at, pitch, level));
    this.sounding.push(end);
  }

  /**
   * A resonance that fades.
   * @param {number} frequency
   * @param {number} at
   * @param {number} decay
   * @param {number} level
   * @returns {number} when it has faded
   */
  ring(frequency, at, decay, level) {
    const source = /** @type {AudioContext} */ (this.context).createOscillator();
    source.frequency.value = frequency;
    return this.sound(source, source, at, decay, level);
  }

  /**
   * A burst of noise.
   * @param {import("./voices.js").Burst} burst
   * @param {number} at
   * @param {number} pitch
   * @param {number} level
   * @returns {number} when it has faded
   */
  hiss({ filter, frequency, q, decay, level: own }, at, pitch, level) {
    const context = /** @type {AudioContext} */ (this.context);
    const source = context.createBufferSource();
    source.buffer = this.noise;
    const through = context.createBiquadFilter();
    through.type = filter;
    through.frequency.value = frequency * pitch;
    through.Q.value = q;
    source.connect(through);
    return this.sound(source, through, at, decay, level * own);
  }

  /**
   * @param {AudioScheduledSourceNode} source
   * @param {AudioNode} last what comes out of it
   * @param {number} at
   * @param {number} decay
   * @param {number} level
   * @returns {number} when it has faded
   */
  sound(source, last, at, decay, level) {
    const shape = /** @type {AudioContext} */ (this.context).createGain();
    const end = at + ATTACK + decay;
    shape.gain.setValueAtTime(SILENT, at);
    shape.gain.exponentialRampToValueAtTime(Math.max(level, SILENT), at + ATTACK);
    shape.gain.exponentialRampToValueAtTime(SILENT, end);
    last.connect(shape).connect(/** @type {GainNode} */ (this.out));
    source.start(at);
    source.stop(end);
    return end;
  }
}

/**
 * Half a second of noise, always the same.
 * @param {BaseAudioContext} context
 */
function noiseIn(context) {
  const buffer = context.createBuffer(1, context.sampleRate / 2, context.sampleRate);
  const samples = buffer.getChannelData(0);
  let seed = 1;
  for (let i = 0; i < samples.length; i += 1) {
    seed = (seed * 1664525 + 1013904223) >>> 0;
    samples[i] = seed / 2147483648 - 1;
  }
  return buffer;
}

/** One for the whole page. */
export const synthesizer = new Synthesizer();
