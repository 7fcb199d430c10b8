/**
 * Nodes for everything that an animation will show, made in advance: stones and pieces at their places, and every
 * printed number. Then they are only shown or hidden, so that nothing is laid out again.
 *
 * @import { Renderer } from "../drawing/renderer.js"
 * @import { Stop } from "../types.js"
 * @import { MotionScene } from "./motion_scene.js"
 */

import { display, draw } from "../drawing/renderer.js";

/**
 * @param {SVGElement} node
 * @param {boolean} on
 */
export const show = (node, on) => (node.style.visibility = on ? "" : "hidden");

/**
 * Copy of a printed number with another value.
 * @param {SVGElement} printed
 * @param {number} n
 * @returns {SVGElement}
 */
export function numeralLike(printed, n) {
  const numeral = /** @type {SVGElement} */ (printed.cloneNode());
  for (const name of ["data-count", "data-held"]) numeral.removeAttribute(name);
  numeral.classList.add("numeral");
  numeral.classList.toggle("none", n === 0);
  numeral.textContent = String(n);
  return numeral;
}

export class Sprites {
  /**
   * @param {Renderer} renderer
   * @param {MotionScene} shown as it is shown now
   */
  constructor(renderer, shown) {
    this.renderer = renderer;
    /** @type {SVGElement[]} drawn for this motion only */
    this.extras = [];
    /** @type {Map<Stop, Set<number>>} numbers that have been laid out; a single number is the printed one */
    this.numbers = new Map(Object.entries(shown.counts).map(([stop, n]) => [stop, new Set([n])]));
    /** @type {Map<string, SVGElement>} by stop and number */
    this.numerals = new Map();
    /** @type {Map<string, SVGElement>} by stop and kind */
    this.men = new Map();
    for (const [stop, { kind, node }] of renderer.men) this.men.set(`${stop} ${kind}`, node);
    /** @type {Map<Stop, SVGElement>} */
    this.burns = new Map();
    this.shown = shown;
    this.layOut(shown);
  }

  /**
   * Creates the nodes that a frame is the first to show.
   * @param {MotionScene} frame
   */
  layOut({ counts, men, burnt }) {
    for (const [stop, n] of Object.entries(counts)) this.layCount(stop, n);
    for (const [stop, kind] of Object.entries(men)) this.layMan(stop, kind);
    for (const stop of burnt) this.layBurn(stop);
  }

  /**
   * @param {Stop} stop
   * @param {number} n
   */
  layCount(stop, n) {
    const numbers = this.numbers.get(stop) ?? new Set();
    if (numbers.has(n)) return;
    this.numbers.set(stop, numbers.add(n));
    const there = this.renderer.piles.get(stop)?.length ?? 0;
    for (const node of this.renderer.reserve(stop, n).slice(there)) show(node, false);
    const text = this.renderer.counter(stop);
    if (!text) return;
    for (const each of numbers) this.layNumeral(stop, text, each);
    show(text, false);
  }

  /**
   * @param {Stop} stop
   * @param {SVGElement} text as it is printed
   * @param {number} n
   */
  layNumeral(stop, text, n) {
    if (this.numerals.has(`${stop} ${n}`)) return;
    const numeral = this.extra(numeralLike(text, n));
    numeral.setAttribute("data-numeral", stop);
    show(numeral, n === this.shown.counts[stop]);
    text.after(numeral);
    this.numerals.set(`${stop} ${n}`, numeral);
  }

  /**
   * @param {Stop} stop
   * @param {string} kind
   */
  layMan(stop, kind) {
    if (this.men.has(`${stop} ${kind}`)) return;
    const node = this.extra(this.renderer.drawMan(stop, kind));
    show(node, false);
    this.men.set(`${stop} ${kind}`, node);
  }

  /** @param {Stop} stop */
  layBurn(stop) {
    const mark = this.renderer.burnMark(stop);
    if (!mark || this.burns.has(stop)) return;
    show(mark, this.shown.burnt.includes(stop));
    // Below 1 throughout: browsers lay texts out again when their opacity reaches or leaves 1.
    mark.style.opacity = "0.999";
    display(mark, true);
    this.burns.set(stop, mark);
  }

  /**
   * Shows a frame, touching only what differs from the one before.
   * @param {MotionScene} frame
   */
  render(frame) {
    const before = this.shown;
    for (const [stop, n] of Object.entries(frame.counts)) this.count(stop, before.counts[stop], n);
    for (const [stop, kind] of Object.entries(before.men)) if (frame.men[stop] !== kind) this.man(stop, kind, false);
    for (const [stop, kind] of Object.entries(frame.men)) if (before.men[stop] !== kind) this.man(stop, kind, true);
    for (const [stop, mark] of this.burns) show(mark, frame.burnt.includes(stop));
    this.shown = frame;
  }

  /**
   * @param {Stop} stop
   * @param {number} before
   * @param {number} n
   */
  count(stop, before, n) {
    if (before === n) return;
    const pile = this.renderer.piles.get(stop) ?? [];
    for (let i = Math.min(before, n); i < Math.max(before, n); i += 1) if (pile[i]) show(pile[i], i < n);
    for (const each of [before, n]) {
      const numeral = this.numerals.get(`${stop} ${each}`);
      if (numeral) show(numeral, each === n);
    }
  }

  /**
   * @param {Stop} stop
   * @param {string} kind
   * @param {boolean} on
   */
  man(stop, kind, on) {
    const node = this.men.get(`${stop} ${kind}`);
    if (node) show(node, on);
  }

  /**
   * A drawing that belongs to this motion, visible only while it is animated.
   * @param {Element | null} parent
   * @param {string} tag
   * @param {Record<string, string>} attributes
   * @returns {SVGElement | null}
   */
  add(parent, tag, attributes) {
    if (!parent) return null;
    const node = this.extra(draw(parent, tag, attributes));
    node.style.opacity = "0";
    return node;
  }

  /** @param {SVGElement} node */
  extra(node) {
    this.extras.push(node);
    return node;
  }

  /** Removes the nodes of this animation, and shows all others again. */
  clear() {
    for (const node of this.extras) node.remove();
    for (const pile of this.renderer.piles.values()) for (const node of pile) show(node, true);
    for (const { node } of this.renderer.men.values()) show(node, true);
    for (const mark of this.burns.values()) mark.removeAttribute("style");
    for (const stop of this.numbers.keys()) {
      const text = this.renderer.counter(stop);
      if (text) show(text, true);
    }
  }
}
