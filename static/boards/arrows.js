/**
 * Arrows on a board: from stop to stop, or onto a single one. Screen readers get the same in words, from the page.
 *
 * @import { Point } from "./drawing/layout.js"
 * @import { Renderer } from "./drawing/renderer.js"
 */

import { draw } from "./drawing/renderer.js";

/** Length of the head, half of its width, and the distances of both ends from the centres of their stops, in units of the drawing. */
const [HEAD, HALF_HEAD, TAIL_GAP, TIP_GAP] = [26, 19, 20, 8];
/** Length of an arrow onto a single stop. */
const SHORT = 66;

export class Arrows {
  /** @param {Renderer} renderer */
  constructor(renderer) {
    this.renderer = renderer;
    this.layer = draw(renderer.svg, "g", { class: "arrows", "aria-hidden": "true" });
    this.drawn = "";
  }

  /**
   * @param {string[][]} lines the stops of each arrow, one or two; none removes them all
   * @param {string[]} [colours] the name of each arrow's colour; by default that of hints
   */
  show(lines, colours = []) {
    const { held, turned } = this.renderer.layout;
    const drawn = JSON.stringify([lines, colours, held, turned]);
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    this.layer.replaceChildren();
    for (const [i, stops] of lines.entries()) if (stops.length) this.arrow(...this.ends(stops), colours[i]);
  }

  /**
   * Tail and tip of an arrow.
   * @param {string[]} stops
   * @returns {[Point, Point]}
   */
  ends([from, to]) {
    const { layout } = this.renderer;
    const start = layout.centreOf(from);
    if (to) {
      const end = layout.centreOf(to);
      return [between(start, end, TAIL_GAP), between(end, start, TIP_GAP)];
    }
    const outside = this.beside(from, start);
    return [between(start, outside, SHORT + TIP_GAP), between(start, outside, TIP_GAP)];
  }

  /**
   * A point on the side from which a stop is pointed at: houses from the channel between the rows, others from the middle of the board.
   * @param {string} stop
   * @param {Point} centre of it
   * @returns {Point}
   */
  beside(stop, { x, y }) {
    const { layout } = this.renderer;
    if (layout.stops.get(stop)?.getAttribute("data-kind") === "point") return x || y ? { x: 0, y: 0 } : { x: 0, y: 1 };
    return layout.held === "upright" ? { x: 0, y } : { x, y: 0 };
  }

  /**
   * @param {Point} tail
   * @param {Point} tip
   * @param {string} [colour]
   */
  arrow(tail, tip, colour) {
    const length = Math.hypot(tip.x - tail.x, tip.y - tail.y) || 1;
    const along = { x: (tip.x - tail.x) / length, y: (tip.y - tail.y) / length };
    const neck = { x: tip.x - along.x * HEAD, y: tip.y - along.y * HEAD };
    const corner = (/** @type {number} */ side) => `${round(neck.x - side * along.y * HALF_HEAD)} ${round(neck.y + side * along.x * HALF_HEAD)}`;
    const d = `M${round(tail.x)} ${round(tail.y)}L${round(neck.x)} ${round(neck.y)}`;
    const head = `M${round(tip.x)} ${round(tip.y)}L${corner(1)}L${corner(-1)}z`;
    for (const name of ["arrow-under", "arrow-over"]) {
      const path = draw(this.layer, "path", { class: name, d: `${d}${head}` });
      if (colour) path.dataset.colour = colour;
    }
  }
}

/**
 * Point so far from one on the way to another.
 * @param {Point} from
 * @param {Point} to
 * @param {number} distance
 * @returns {Point}
 */
function between(from, to, distance) {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  return { x: from.x + ((to.x - from.x) / length) * distance, y: from.y + ((to.y - from.y) / length) * distance };
}

/** @param {number} number */
const round = (number) => Math.round(number * 10) / 10;
