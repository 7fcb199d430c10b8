/**
 * Synthesizes the sounds of the boards, without any file: a burst of noise through a filter, and short resonances of what is
 * struck. Frequencies in Hz, times in seconds, levels from 0 to 1. Nothing sounds before a gesture on the page, as browsers
 * require, nor while its tab is hidden.
 *
 * @import { Sound } from "./sound_cues.js"
 *
 * @typedef {{filter: BiquadFilterType, frequency: number, q: number, decay: number, level: number}} Burst
 *
 * @typedef {{frequency: number, decay: number, level: number, after?: number}} Tone   after: it sets in so much later
 *
 * @typedef {{burst?: Burst, tones: Tone[]}} Voice
 *
 * @typedef {keyof typeof VOICES} VoiceName
 */

import { follow } from "../../preferences.js";

/**
 * @param {BiquadFilterType} filter
 * @param {number} frequency
 * @param {number} q
 * @param {number} decay
 * @param {number} level
 * @returns {Burst}
 */
const burst = (filter, frequency, q, decay, level) => ({ filter, frequency, q, decay, level });

/**
 * @param {number} frequency
 * @param {number} decay
 * @param {number} level
 * @param {number} [after]
 * @returns {Tone}
 */
const tone = (frequency, decay, level, after) => ({ frequency, decay, level, after });

export const VOICES = {
  /** A cowry on the wood of an empty house. */
  shell: {
    burst: burst("bandpass", 3400, 1.1, 0.025, 0.55),
    tones: [tone(410, 0.07, 0.4), tone(985, 0.045, 0.24), tone(2350, 0.025, 0.14)],
  },
  /** A cowry on cowries. */
  shells: {
    burst: burst("bandpass", 4300, 1.2, 0.035, 0.9),
    tones: [tone(2680, 0.035, 0.28), tone(3910, 0.025, 0.18), tone(430, 0.04, 0.18)],
  },
  /** A river stone on wood. */
  stone: {
    burst: burst("lowpass", 1700, 0.7, 0.02, 0.5),
    tones: [tone(265, 0.09, 0.45), tone(640, 0.06, 0.26), tone(1480, 0.03, 0.16)],
  },
  /** Stone on stone. */
  stones: {
    burst: burst("bandpass", 2600, 0.9, 0.015, 0.55),
    tones: [tone(1270, 0.05, 0.36), tone(2140, 0.04, 0.26), tone(3190, 0.03, 0.16), tone(280, 0.05, 0.18)],
  },
  /** A flat stone set on a board. */
  man: {
    burst: burst("lowpass", 2200, 0.8, 0.016, 0.45),
    tones: [tone(335, 0.08, 0.42), tone(890, 0.05, 0.24), tone(1840, 0.025, 0.12)],
  },
  /** A turned pawn set on a board. */
  pawn: {
    burst: burst("lowpass", 1100, 0.8, 0.022, 0.45),
    tones: [tone(215, 0.11, 0.5), tone(520, 0.08, 0.28), tone(1180, 0.035, 0.12)],
  },
  /** One bar of wood under a soft mallet. */
  bar: { tones: [tone(659, 0.35, 0.5), tone(2637, 0.08, 0.1)] },
  /** Three stones in a row. */
  mill: { tones: [tone(523, 0.3, 0.42), tone(659, 0.3, 0.38, 0.09), tone(784, 0.42, 0.42, 0.18)] },
  /** A match is won: four bars that rise. */
  win: { tones: [tone(523, 0.3, 0.4), tone(659, 0.3, 0.38, 0.11), tone(784, 0.34, 0.4, 0.22), tone(1047, 0.7, 0.42, 0.36)] },
  /** A house burns. */
  ember: { burst: burst("lowpass", 620, 0.6, 0.24, 0.6), tones: [tone(98, 0.22, 0.3)] },
  /** Your turn: two bars, the second lower, as one knocks at a door. */
  call: { tones: [tone(784, 0.22, 0.4), tone(587, 0.4, 0.42, 0.14)] },
};

/** Largest number of knocks at a time. */
export const MOST = 6;
/** Seconds between the knocks of a handful. */
const BETWEEN = 0.028;
const ATTACK = 0.0015;
const SILENT = 0.0001;
/** Gestures: a mouse counts when it is pressed, a finger only when it is lifted. */
const TOUCHES = ["pointerdown", "pointerup", "touchend", "keydown"];

export class Synthesizer {
  constructor() {
    this.on = false;
    /** From 0 to 1. */
    this.volume = 1;
    this.started = false;
    /** @type {AudioContext | null} */
    this.context = null;
    /** @type {GainNode | null} */
    this.out = null;
    /** @type {AudioBuffer | null} */
    this.noise = null;
    /** @type {number[]} when each playing sound will have faded, by the context's clock */
    this.sounding = [];
  }

  /** Follows the preferences, and waits for a gesture on the page. */
  start() {
    if (this.started) return;
    this.started = true;
    follow("sound", (value) => {
      this.on = value === "on";
      if (navigator.userActivation?.isActive) this.wake();
      this.breathe();
    });
    follow("volume", (value) => {
      const isNew = this.out !== null && this.volume !== Number(value) / 100;
      this.volume = Number(value) / 100;
      if (!this.out) return;
      this.out.gain.value = this.volume;
      if (isNew) this.play({ voice: "bar", pitch: 1, level: 0.5, grains: 1 });
    });
    for (const touch of TOUCHES) document.addEventListener(touch, () => this.wake(), { capture: true });
    document.addEventListener("visibilitychange", () => this.breathe());
  }

  /** Creates or resumes the audio context, at a gesture. */
  wake() {
    if (!this.on || this.context?.state === "running" || !("AudioContext" in window)) return;
    if (!this.context) this.tune(new AudioContext({ latencyHint: "interactive" }));
    this.breathe();
  }

  /** @param {AudioContext} context */
  tune(context) {
    this.context = context;
    this.out = context.createGain();
    this.out.gain.value = this.volume;
    this.out.connect(context.destination);
    this.noise = noiseIn(context);
  }

  /** Suspends the audio device while nothing can be heard. */
  breathe() {
    const { context } = this;
    if (!context) return;
    const state = this.on && !document.hidden ? context.resume() : context.suspend();
    // Some browsers refuse until the next gesture.
    state.catch(() => {});
  }

  /** @param {Sound} sound */
  play(sound) {
    if (!document.hidden) this.strike(sound);
  }

  /**
   * Plays the sound, also while the page is hidden, to call somebody back.
   * @param {Sound} sound
   */
  async call(sound) {
    if (this.on) await this.context?.resume().catch(() => {});
    this.strike(sound);
  }

  /** @param {Sound} sound */
  strike({ voice, pitch, level, grains }) {
    const { context } = this;
    if (!this.on || !context || context.state !== "running") return;
    const now = context.currentTime;
    for (let i = 0; i < grains; i += 1) {
      this.sounding = this.sounding.filter((end) => end > now);
      if (this.sounding.length >= MOST) return;
      // Knocks of a handful vary in pitch and fade.
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
   * @param {Burst} burst
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
