/** Marks on a board how many people chose each action: an arrow for a move, and the number beside its end. */

import { draw } from "../boards/drawing/renderer.js";

/**
 * @import { Renderer } from "../boards/drawing/renderer.js"
 * @import { Game } from "../boards/games.js"
 * @import { Point } from "../boards/drawing/layout.js"
 */

/** Widths of the arrows of the rarest and of the commonest choice, in units of the drawing. */
const THIN = 5;
const THICK = 13;
/** Place of the number on an arrow, from 0 to 1. */
const ALONG = 0.6;
const HEAD = 22;
/** Place of a number beside a point without a channel for it. */
const ASIDE = 24;

export class HandMarks {
  /**
   * @param {Renderer} renderer
   * @param {Game} game
   */
  constructor(renderer, game) {
    this.renderer = renderer;
    this.game = game;
    this.layer = draw(renderer.svg, "g", { class: "hands", "aria-hidden": "true" });
  }

  clear() {
    this.layer.replaceChildren();
  }

  /** @param {Record<string, number>} hands number of people by action */
  show(hands) {
    this.clear();
    const most = Math.max(...Object.values(hands), 1);
    // The commonest choice lies above the others.
    for (const [action, n] of Object.entries(hands).reverse()) this.mark(action, n, THIN + ((THICK - THIN) * n) / most);
  }

  /**
   * @param {string} action
   * @param {number} n
   * @param {number} width
   */
  mark(action, n, width) {
    const stops = this.game.stopsOf(action);
    if (!stops.length) return;
    const points = stops.map((stop) => this.renderer.layout.centreOf(stop));
    if (points.length === 1) {
      this.badge(this.beside(stops[0], points[0]), n);
      return;
    }
    const [from, to] = points.slice(-2);
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const length = Math.hypot(dx, dy) || 1;
    const [ux, uy] = [dx / length, dy / length];
    const tip = { x: to.x - ux * HEAD, y: to.y - uy * HEAD };
    const path = [...points.slice(0, -1), tip].map(({ x, y }) => `${x} ${y}`).join("L");
    const side = (/** @type {number} */ by) => `${tip.x - uy * by} ${tip.y + ux * by}`;
    draw(this.layer, "path", { class: "hands-line", d: `M${path}`, "stroke-width": String(width) });
    draw(this.layer, "path", { class: "hands-head", d: `M${to.x} ${to.y}L${side(HEAD * 0.7)}L${side(-HEAD * 0.7)}z` });
    this.badge({ x: from.x + dx * ALONG, y: from.y + dy * ALONG }, n);
  }

  /**
   * @param {string} stop
   * @param {Point} centre
   * @returns {Point}
   */
  beside(stop, centre) {
    const isPit = this.renderer.layout.stops.get(stop)?.getAttribute("data-kind") === "pit";
    return isPit ? this.renderer.layout.hover(stop) : { x: centre.x + ASIDE, y: centre.y - ASIDE };
  }

  /**
   * @param {Point} at
   * @param {number} n
   */
  badge({ x, y }, n) {
    const node = draw(this.layer, "g", { class: "hands-number", transform: `translate(${x} ${y})` });
    const half = 12 + 7 * String(n).length;
    draw(node, "rect", { x: String(-half), y: "-19", width: String(2 * half), height: "38", rx: "19" });
    draw(node, "text", { "text-anchor": "middle", dy: ".36em", "font-size": "26" }).textContent = String(n);
  }
}
