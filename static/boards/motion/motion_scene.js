/**
 * Scenes in the middle of an animation. No rules are needed: each beat has what it takes up and the number of stones
 * after it has landed.
 *
 * @import { Scene, Stop } from "../types.js"
 * @import { Beat } from "./beats.js"
 *
 * @typedef {Scene & {aloft: Record<Stop, string>}} MotionScene   aloft: pieces in the air, by the stop where they will land
 */

/**
 * @param {Scene} scene
 * @returns {MotionScene}
 */
export const atRest = (scene) => ({ ...scene, aloft: {} });

/**
 * Scene as a beat begins: moving pieces have left their place.
 * @param {MotionScene} frame
 * @param {Beat} beat
 * @returns {MotionScene}
 */
export function begun(frame, { move, role, from, to, hand }) {
  switch (move) {
    case "lift":
      return { ...frame, counts: less(frame.counts, from), hands: held(frame, role, hand, from[0][0]) };
    case "drop":
      return { ...frame, hands: held(frame, role, hand, to) };
    case "lose":
      return { ...frame, hands: held(frame, role, hand, from[0][0]) };
    case "carry":
    case "fill":
      return { ...frame, counts: less(frame.counts, from) };
    case "slide":
    case "leap": {
      const [[stop]] = from;
      return { ...frame, men: without(frame.men, stop), aloft: { ...frame.aloft, [to ?? ""]: frame.men[stop] } };
    }
    case "enter":
      return { ...frame, counts: less(frame.counts, [[`heap ${role}`, 1]]) };
    case "leave":
      return { ...frame, men: without(frame.men, ...from.map(([stop]) => stop)) };
    case "burn":
      return { ...frame, burnt: [...new Set([...frame.burnt, to ?? ""])] };
    default:
      return frame;
  }
}

/**
 * Scene when a beat has landed.
 * @param {MotionScene} frame as it had begun, whatever happened since
 * @param {Beat} beat
 * @returns {MotionScene}
 */
export function landed(frame, { move, role, from, to, counts }) {
  const stop = to ?? "";
  switch (move) {
    case "slide":
    case "leap":
      return { ...frame, men: { ...frame.men, [stop]: frame.aloft[stop] }, aloft: without(frame.aloft, stop) };
    case "enter":
      return { ...frame, men: { ...frame.men, [stop]: role } };
    case "crown":
      return { ...frame, men: { ...frame.men, [stop]: `${role}-king` } };
    case "leave": {
      const heap = `captures ${role}`;
      if (!(heap in frame.counts)) return frame;
      return { ...frame, counts: { ...frame.counts, [heap]: frame.counts[heap] + from.length } };
    }
    case "fill":
      return { ...frame, counts: { ...frame.counts, ...counts }, burnt: frame.burnt.filter((house) => house !== stop) };
    default:
      return { ...frame, counts: { ...frame.counts, ...counts } };
  }
}

/**
 * Scene after some of a decision's beats.
 * @param {Scene} scene before it
 * @param {Beat[]} beats those that have landed
 * @returns {MotionScene}
 */
export const after = (scene, beats) =>
  beats.reduce((frame, beat) => landed(begun(frame, beat), beat), atRest(scene));

/**
 * @param {Record<Stop, number>} counts
 * @param {[Stop, number][]} from
 */
function less(counts, from) {
  const left = from.map(([stop, n]) => [stop, Math.max(0, (counts[stop] ?? 0) - n)]);
  return { ...counts, ...Object.fromEntries(left) };
}

/**
 * @param {Scene} scene
 * @param {string} role
 * @param {number | undefined} n
 * @param {Stop | null} at
 */
const held = ({ hands }, role, n, at) => ({ ...hands, [role]: { n: n ?? 0, at } });

/**
 * @param {Record<Stop, string>} men
 * @param {...Stop} stops
 */
const without = (men, ...stops) => Object.fromEntries(Object.entries(men).filter(([stop]) => !stops.includes(stop)));
