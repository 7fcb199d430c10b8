/**
 * Hands that sow: each is drawn where it is, with the number that it holds, and moves steadily from stop to stop; a stone
 * leaves it as it passes.
 *
 * @import { Renderer } from "../drawing/renderer.js"
 * @import { MotionScene } from "./motion_scene.js"
 * @import { Overlay, Point } from "./overlay.js"
 * @import { TimedBeat } from "./timeline.js"
 *
 * @typedef {{node: SVGSVGElement, numerals: Map<number, SVGElement>, stones: SVGElement[], seen: boolean}} Hand
 */

import { numeralLike, show } from "./sprites.js";
import { display } from "../drawing/renderer.js";

const FADE = 160;

/** @param {TimedBeat} beat where the hand is as it begins */
const stopOf = ({ move, from, to }) => (move === "drop" ? to : from[0]?.[0]) ?? "";

export class Hands {
  /**
   * @param {Renderer} renderer
   * @param {Overlay} overlay
   * @param {TimedBeat[]} beats
   * @param {MotionScene} frame as it is shown now
   */
  constructor(renderer, overlay, beats, frame) {
    this.renderer = renderer;
    this.overlay = overlay;
    this.beats = beats;
    /** @type {Map<string, Hand>} by role */
    this.hands = new Map();
    /** @type {Map<TimedBeat, TimedBeat>} each beat's hand goes there next */
    this.next = new Map();
    this.look(frame);
  }

  /** @param {MotionScene} frame */
  look(frame) {
    /** @type {Map<string, TimedBeat>} */
    const last = new Map();
    for (const beat of this.beats) {
      if (beat.hand === undefined) continue;
      const before = last.get(beat.role);
      if (before) this.next.set(before, beat);
      else this.enter(beat, frame);
      last.set(beat.role, beat);
    }
  }

  /**
   * Shows a hand that already holds stones, and moves it to its first stop.
   * @param {TimedBeat} first
   * @param {MotionScene} frame
   */
  enter(first, frame) {
    const { n, at } = frame.hands[first.role] ?? { n: 0, at: null };
    const hand = this.make(first.role, n);
    if (!hand || !n || at === null) return;
    this.hold(hand, n);
    this.glide(hand, this.renderer.handAt(first.role, at), this.renderer.layout.hover(stopOf(first)), first.at, 0);
  }

  /**
   * Copies a role's hand into the overlay; null for a hand that somebody drags.
   * @param {string} role
   * @param {number} held as it is shown now
   */
  make(role, held) {
    const drawn = this.renderer.svg.querySelector(`[data-hand="${role}"]`);
    if (!drawn || this.renderer.led.has(role)) return null;
    const copy = /** @type {SVGElement} */ (drawn.cloneNode(true));
    for (const name of ["data-hand", "transform", "display"]) copy.removeAttribute(name);
    display(drawn, false);
    const hand = {
      node: this.overlay.drawing(copy), numerals: numerals(copy, this.numbers(role).add(held)), seen: false,
      stones: /** @type {SVGElement[]} */ ([...copy.querySelectorAll(".held")]),
    };
    for (const stone of hand.stones) display(stone, true);
    this.hands.set(role, hand);
    return hand;
  }

  /** @param {string} role @returns {Set<number>} all that it will hold */
  numbers(role) {
    return new Set(this.beats.filter((beat) => beat.role === role).map(({ hand }) => hand ?? 0));
  }

  /**
   * @param {TimedBeat} beat that begins
   * @param {number} late ms that have passed since
   */
  begin(beat, late) {
    const hand = this.hands.get(beat.role);
    if (!hand || beat.hand === undefined) return;
    const here = this.renderer.layout.hover(stopOf(beat));
    const next = this.next.get(beat);
    this.hold(hand, beat.hand);
    if (next) this.glide(hand, here, this.renderer.layout.hover(stopOf(next)), next.at - beat.at, late);
    else if (beat.hand) this.glide(hand, here, here, FADE, late);
    else this.leave(hand, here);
  }

  /**
   * @param {Hand} hand
   * @param {number} n
   */
  hold({ numerals, stones }, n) {
    for (const [number, numeral] of numerals) show(numeral, number === n);
    stones.forEach((stone, i) => show(stone, i < n));
  }

  /**
   * @param {Hand} hand
   * @param {Point} from
   * @param {Point} to
   * @param {number} ms
   * @param {number} late
   */
  glide(hand, from, to, ms, late) {
    const path = [{ transform: this.overlay.place(from), opacity: hand.seen ? 1 : 0 }, { transform: this.overlay.place(to), opacity: 1 }];
    if (!hand.seen) path.splice(1, 0, { transform: this.overlay.place(from), opacity: 1 });
    hand.seen = true;
    this.overlay.animate(hand.node, path, ms, "forwards").currentTime = late;
  }

  /**
   * @param {Hand} hand
   * @param {Point} here
   */
  leave(hand, here) {
    const transform = this.overlay.place(here);
    hand.seen = false;
    this.overlay.animate(hand.node, [{ transform, opacity: 1 }, { transform, opacity: 0 }], FADE, "forwards");
  }
}

/**
 * Texts for each number, in the position of the printed one. An empty hand shows none.
 * @param {SVGElement} hand
 * @param {Set<number>} numbers
 * @returns {Map<number, SVGElement>}
 */
function numerals(hand, numbers) {
  const text = /** @type {SVGElement | null} */ (hand.querySelector("[data-held]"));
  const all = new Map();
  for (const n of numbers) {
    if (!text || !n) continue;
    const numeral = numeralLike(text, n);
    text.before(numeral);
    all.set(n, numeral);
  }
  text?.remove();
  return all;
}
