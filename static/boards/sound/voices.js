/**
 * The voices of the boards, as they are made: a burst of noise through a filter, and short resonances of what is
 * struck. Frequencies in Hz, times in seconds, levels from 0 to 1.
 *
 * @typedef {{filter: BiquadFilterType, frequency: number, q: number, decay: number, level: number}} Burst
 * @typedef {{frequency: number, decay: number, level: number, after?: number}} Tone   after: it sets in so much later
 * @typedef {{burst?: Burst, tones: Tone[]}} Voice
 * @typedef {keyof typeof VOICES} VoiceName
 */

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
  /** A house burns. */
  ember: { burst: burst("lowpass", 620, 0.6, 0.24, 0.6), tones: [tone(98, 0.22, 0.3)] },
  /** Your turn: two bars, the second lower, as one knocks at a door. */
  call: { tones: [tone(784, 0.22, 0.4), tone(587, 0.4, 0.42, 0.14)] },
};
