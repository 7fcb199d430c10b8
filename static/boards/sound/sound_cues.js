/**
 * Sounds of an animation: voice, time, pitch and level. Pure; synthesizer.js plays them.
 *
 * @import { Beat } from "../motion/beats.js"
 * @import { TimedBeat } from "../motion/timeline.js"
 * @import { VoiceName } from "./synthesizer.js"
 *
 * @typedef {"shell" | "stone" | "man" | "pawn"} Material   what a game's pieces are of
 *
 * @typedef {Object} Sound
 * @property {VoiceName} voice
 * @property {number} pitch   1: the voice's own; higher numbers are higher
 * @property {number} level   0 to 1
 * @property {number} grains  how many knocks follow one another, as of stones in a hand
 */

/** Stones that fall closer together than this, in ms, make one sound. */
export const CLOSEST = 45;
/** Pitches of a pentatonic scale over two octaves: a sowing climbs it house by house. */
const SCALE = [0, 2, 4, 7, 9, 12, 14, 16, 19, 21, 24].map((semitones) => 0.8 * 2 ** (semitones / 12));
/** Largest number of knocks of a handful. */
const HANDFUL = 4;

/**
 * @param {TimedBeat[]} beats
 * @param {Material} material
 * @returns {{at: number, beat: TimedBeat, sound: Sound}[]} in the order of time
 */
export function soundCues(beats, material) {
  /** @type {Map<string, number>} stones that each role has dropped out of its hand */
  const dropped = new Map();
  const all = beats.flatMap((beat) => {
    const sound = soundOf(beat, material);
    if (beat.move === "lift") dropped.set(beat.role, 0);
    if (sound && beat.move === "drop" && dropped.has(beat.role)) {
      const n = dropped.get(beat.role) ?? 0;
      dropped.set(beat.role, n + 1);
      sound.pitch *= SCALE[Math.min(n, SCALE.length - 1)];
    }
    return sound ? [{ at: beat.move === "lift" ? beat.at : beat.at + beat.ms, beat, sound }] : [];
  });
  let last = -Infinity;
  return all.sort((a, b) => a.at - b.at).filter(({ at, beat }) => {
    const heard = beat.move !== "drop" && beat.move !== "lift" ? true : at >= last + CLOSEST;
    if (heard) last = at;
    return heard;
  });
}

/**
 * Sound of a beat; null for a silent one.
 * @param {Beat} beat
 * @param {Material} material
 * @returns {Sound | null}
 */
export function soundOf({ move, from, to, counts }, material) {
  const grains = Math.min(HANDFUL, Math.max(1, ...from.map(([, n]) => n)));
  switch (move) {
    case "lift":
      return { voice: material, pitch: 1.15, level: 0.28, grains };
    case "drop":
    case "lose":
      return fallen(material, to ?? "", counts[to ?? ""] ?? 1);
    case "carry":
    case "fill":
      return { voice: material, pitch: 0.85, level: 0.6, grains };
    case "slide":
    case "enter":
      return { voice: material, pitch: varied(to ?? ""), level: 0.6, grains: 1 };
    case "leap":
      return { voice: material, pitch: 0.9 * varied(to ?? ""), level: 0.8, grains: 1 };
    case "leave":
      return { voice: material, pitch: 1.25, level: 0.4, grains: 2 };
    case "mill":
    case "crown":
      return { voice: "mill", pitch: 1, level: 0.5, grains: 1 };
    case "glow":
      return { voice: "bar", pitch: 1, level: 0.35, grains: 1 };
    case "burn":
      return { voice: "ember", pitch: 1, level: 0.35, grains: 1 };
    case "swap":
      return { voice: material, pitch: 0.7, level: 0.6, grains: HANDFUL };
    case "round":
      return { voice: "bar", pitch: 0.5, level: 0.5, grains: 1 };
  }
}

/** Sound of a match that somebody has won. @type {Sound} */
export const WON = { voice: "win", pitch: 1, level: 0.5, grains: 1 };
/** Sound of a match that nobody has won. @type {Sound} */
export const DRAWN = { voice: "bar", pitch: 0.75, level: 0.5, grains: 1 };

/** Sound that calls a player to their turn. @type {Sound} */
export const YOUR_TURN = { voice: "call", pitch: 1, level: 0.4, grains: 1 };

/**
 * Sound of a stone that falls: alone it knocks on the wood; on other stones it sounds brighter and softer the more there
 * are.
 * @param {Material} material
 * @param {string} stop
 * @param {number} now how many lie there with it
 * @returns {Sound}
 */
function fallen(material, stop, now) {
  const under = Math.min(now - 1, 12);
  const pile = /** @type {VoiceName} */ (under > 0 && (material === "shell" || material === "stone") ? `${material}s` : material);
  return { voice: pile, pitch: varied(stop) * (1 + 0.012 * under), level: 0.62 - 0.02 * under, grains: 1 };
}

/**
 * Pitch of a stop: each differs a little, and is always the same.
 * @param {string} stop
 */
function varied(stop) {
  let sum = 0;
  for (const letter of stop) sum = (sum * 31 + letter.charCodeAt(0)) % 997;
  return 2 ** (((sum % 9) - 4) / 48);
}
