/**
 * Draws on the board where a decision would lead: dots along the way, a ring and the ghost of a stone where the last one
 * lands, broken rings around what would be taken, and a sign beside the landing for "again" or how many are captured.
 *
 * @typedef {import("./renderer.js").Renderer} Renderer
 * @typedef {import("../text/preview.js").Preview} Preview
 * @typedef {import("./layout.js").Point} Point
 */

import { draw } from "./renderer.js";

/** A turn back to the beginning, 22 across, around 0 0. */
const AGAIN = "M8.3 3.2A9 9 0 1 1 7.4 -5.2M8.6 -10.4v5.6h-5.6";

export class HintMarks {
  /** @param {Renderer} renderer */
  constructor(renderer) {
    this.renderer = renderer;
    this.layer = draw(renderer.svg, "g", { class: "hints", "aria-hidden": "true" });
    /** Under the pieces. */
    this.ground = draw(renderer.svg, "g", { class: "hints", "aria-hidden": "true" });
    renderer.layer.before(this.ground);
  }

  clear() {
    this.layer.replaceChildren();
    this.ground.replaceChildren();
  }

  /** @param {Preview} seen */
  show(seen) {
    this.clear();
    const { landing, path, taken, mills, again } = seen;
    for (const line of mills) this.line(line);
    for (const stop of new Set(path)) if (stop !== landing) this.dot(stop);
    for (const stop of taken?.stops ?? []) if (stop !== landing) this.ring(stop, "take", "hint-taken");
    if (landing === null) return;
    this.ghost(landing, seen.piece);
    if (seen.piece !== null) return;
    this.ring(landing, "rim", "hint-landing");
    if (again) this.sign(landing, null);
    else if (taken) this.sign(landing, `+${taken.n}`);
  }

  /**
   * One of the marks of the stop's kind, or its rim where it has no such mark.
   * @param {string} stop
   * @param {"rim" | "take"} mark
   * @param {string} className
   */
  ring(stop, mark, className) {
    const { layout, slug, svg } = this.renderer;
    const kind = `${slug}-${layout.stops.get(stop)?.getAttribute("data-kind")}`;
    const own = svg.querySelector(`#${kind}-${mark}`) ? `${kind}-${mark}` : `${kind}-rim`;
    const upright = `${own}-upright`;
    const shape = layout.held === "upright" && svg.querySelector(`#${upright}`) ? upright : own;
    const { x, y } = layout.at(stop);
    const drawn = { href: `#${shape}`, transform: `translate(${x} ${y})` };
    draw(this.layer, "use", { class: "hint-under", ...drawn });
    draw(this.layer, "use", { class: `hint-ring ${className}`, ...drawn });
  }

  /**
   * The stone as it would lie there.
   * @param {string} stop
   * @param {string | null} piece
   */
  ghost(stop, piece) {
    const { layout, slug, piles } = this.renderer;
    const i = piles.get(stop)?.length ?? 0;
    const { x, y, angle } = piece === null ? layout.rest(stop, i) : { ...layout.at(stop), angle: 0 };
    const kind = piece ?? this.renderer.variant(stop, i);
    const transform = `translate(${x} ${y}) rotate(${angle})`;
    draw(this.layer, "use", { class: "hint-ghost", href: `#${slug}-piece-${kind}`, transform });
  }

  /**
   * Beside the stop's engraved number, in the channel.
   * @param {string} stop where one stone of several falls
   */
  dot(stop) {
    const { layout } = this.renderer;
    const [at, { x, y }] = [layout.at(stop), this.beside(stop)];
    const isStore = layout.stops.get(stop)?.getAttribute("data-kind") === "store";
    const [cx, cy] = isStore ? [x, y] : layout.held === "upright" ? [x, (at.y + y) / 2] : [(at.x + x) / 2, y];
    draw(this.layer, "circle", { class: "hint-dot", cx: String(cx), cy: String(cy), r: "6" });
  }

  /** @param {string[]} stops in a row */
  line(stops) {
    const points = stops.map((stop) => this.renderer.layout.at(stop));
    draw(this.ground, "path", { class: "hint-line", d: `M${points.map(({ x, y }) => `${x} ${y}`).join("L")}` });
  }

  /**
   * @param {string} stop
   * @param {string | null} text null: the sign for moving again
   */
  sign(stop, text) {
    const { x, y } = this.beside(stop);
    const node = draw(this.layer, "g", { class: "hint-sign", transform: `translate(${x} ${y})` });
    const half = text === null ? 20 : 12 + 6 * text.length;
    const [left, width] = [String(-half), String(2 * half)];
    draw(node, "rect", { x: left, y: "-17", width, height: "34", rx: "17" });
    if (text === null) draw(node, "path", { class: "hint-again", d: AGAIN });
    else draw(node, "text", { "text-anchor": "middle", dy: ".36em", "font-size": "21" }).textContent = text;
  }

  /**
   * Where something can stand that covers neither stones nor their count: the channel between the rows, and at a store
   * the end across from its count.
   * @param {string} stop
   * @returns {Point}
   */
  beside(stop) {
    const { layout, svg } = this.renderer;
    const place = layout.hover(stop);
    if (layout.stops.get(stop)?.getAttribute("data-kind") !== "store") return place;
    const count = svg.querySelector(`[data-count="${stop}"]`);
    if (!count) return place;
    const { x, y } = layout.placeOf(count);
    return { x: place.x - x, y: place.y - y };
  }
}
