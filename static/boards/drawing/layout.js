/**
 * Positions of everything on a drawing: lying or upright, and turned so that the viewer's side is nearest.
 * Only positions are turned, never the drawings, so light always comes from above and texts stay readable.
 *
 * In the SVG files the board's centre is 0 0. `data-at="x y"` is a position on a square board; sowing boards have
 * `data-lying` and `data-upright`. `data-shape="pit"` is drawn by #pit, upright by #pit-upright.
 * A name that may be long has `data-fit-lying="9.5 68"` and `data-fit-upright`: its font size and, if needed, its length;
 * `data-room` is the room for both.
 *
 * The table of resting places of one kind of stop is `<g data-places="pit" data-table="x y angle, ..."
 * data-lying="rx ry" data-upright="rx ry">`: stone i lies in row i, at x and y percent of rx and ry from the centre,
 * turned by angle degrees. Stones past the last row form another layer on top. Where rx and ry of a lying board
 * are equal the stop is round, and every match turns the table by an angle of its own; otherwise by half a turn or not at
 * all. Upright the table's x and y are swapped, unless there is a `data-table-upright`, which is taken as it is.
 * Heaps have `data-rest="x y, ..."` in units instead. games_app/drawing/arrangement.py computes the same.
 *
 * @import { Scatter } from "./scatter.js"
 *
 * @typedef {{x: number, y: number}} Point
 * @typedef {"lying" | "upright"} Held
 * @typedef {Record<Held, {rows: number[][], size: Point, isRound: boolean}>} Places
 */

import { scatter } from "./scatter.js";

/** Distance of a hovering hand from the centre of its house, along the channel. */
const BESIDE = { lying: 40, upright: 27 };

/** @param {string | null} text "12 -30" */
function point(text) {
  const [x, y] = (text ?? "0 0").split(" ").map(Number);
  return { x, y };
}

/** @param {string | null} text "12 -30 5, ..." in percent, or in units on heaps */
function rows(text) {
  return (text ?? "").split(",").map((row) => row.trim().split(/\s+/).map(Number));
}

/**
 * @param {Element} node
 * @returns {Places}
 */
function places(node) {
  const lying = rows(node.getAttribute("data-table"));
  const own = node.getAttribute("data-table-upright");
  const upright = own ? rows(own) : lying.map(([x, y, angle]) => [y, x, angle]);
  const size = point(node.getAttribute("data-lying"));
  const isRound = size.x === size.y;
  return {
    lying: { rows: lying, size, isRound },
    upright: { rows: upright, size: point(node.getAttribute("data-upright")), isRound: isRound && !own },
  };
}

/**
 * Sets the font size of a text and, where a wide font would make it too long, its length.
 * @param {Element} text
 * @param {string} sizes "14" or "9.5 68"
 */
function fit(text, sizes) {
  const [size, length] = sizes.split(" ");
  text.setAttribute("font-size", size);
  if (length) text.setAttribute("textLength", length);
  else text.removeAttribute("textLength");
  text.setAttribute("lengthAdjust", "spacingAndGlyphs");
}

/**
 * Rounds to a tenth of a unit, which is invisible; Python computes the same number.
 * @param {number} x
 */
const tenth = (x) => Math.round(x * 10) / 10;

export class Layout {
  /**
   * @param {SVGSVGElement} svg
   * @param {string} [seed] decides how piles lie, see scatter.js
   * @param {Element} [parts] the element with the parts of the drawing, if not the drawing itself
   */
  constructor(svg, seed = "", parts = svg) {
    this.svg = svg;
    this.parts = parts;
    this.seed = seed;
    /** @type {Map<string, Scatter>} */
    this.scatters = new Map();
    /** @type {Held} */
    this.held = "lying";
    this.turned = false;
    /** @type {Map<string, SVGGElement>} */
    this.stops = new Map();
    for (const node of svg.querySelectorAll("[data-stop]")) {
      this.stops.set(node.getAttribute("data-stop") ?? "", /** @type {SVGGElement} */ (node));
    }
    /** @type {Map<string, Places>} */
    this.places = new Map();
    for (const node of parts.querySelectorAll("[data-table]")) {
      this.places.set(node.getAttribute("data-places") ?? "", places(node));
    }
  }

  /** Whether the drawing has an upright form. */
  get stands() {
    return this.svg.hasAttribute("data-upright");
  }

  /**
   * @param {Held} held
   * @param {boolean} turned the far side of the drawing is nearest to the viewer
   */
  arrange(held, turned) {
    this.held = this.stands ? held : "lying";
    this.turned = turned;
    const box = this.svg.getAttribute(`data-${this.held}`);
    if (box) this.svg.setAttribute("viewBox", box);
    for (const node of this.svg.querySelectorAll("g[data-at], text[data-at], [data-lying][transform]")) {
      const { x, y } = this.placeOf(node);
      node.setAttribute("transform", `translate(${x} ${y})`);
    }
    for (const node of this.svg.querySelectorAll("[data-fit-lying]")) fit(node, node.getAttribute(`data-fit-${this.held}`) ?? "");
    const form = this.held === "upright" ? "-upright" : "";
    for (const node of this.svg.querySelectorAll("[data-shape]")) {
      node.setAttribute("href", `#${node.getAttribute("data-shape")}${form}`);
    }
  }

  /**
   * @param {Element} node
   * @returns {Point}
   */
  placeOf(node) {
    const { x, y } = point(node.getAttribute("data-at") ?? node.getAttribute(`data-${this.held}`));
    return this.turned ? { x: 0 - x, y: 0 - y } : { x, y };
  }

  /**
   * Centre of a stop, or of a heap.
   * @param {string} stop
   * @returns {Point}
   */
  centreOf(stop) {
    const node = this.stops.get(stop) ?? this.heap(stop);
    return node ? this.placeOf(node) : { x: 0, y: 0 };
  }

  /**
   * How the pile in a stop is scattered.
   * @param {string} stop
   */
  scatter(stop) {
    const known = this.scatters.get(stop);
    if (known) return known;
    const drawn = scatter(this.seed, stop);
    this.scatters.set(stop, drawn);
    return drawn;
  }

  /**
   * Position and angle of stone i of a stop, the same for everybody. Past the end of the table of resting places the next
   * layer lies on top, closer to the centre.
   * @param {string} stop
   * @param {number} i
   * @returns {{x: number, y: number, angle: number}}
   */
  rest(stop, i) {
    const table = this.places.get(this.stops.get(stop)?.getAttribute("data-kind") ?? "")?.[this.held];
    const middle = this.centreOf(stop);
    if (!table) return { ...this.restInHeap(stop, i, middle), angle: 0 };
    const { size, isRound } = table;
    const { degrees, half, mirrored } = this.scatter(stop);
    const [px, py, angle] = table.rows[i % table.rows.length];
    const layer = Math.floor(i / table.rows.length);
    const turn = ((isRound ? degrees + layer * 25 : half ? 180 : 0) * Math.PI) / 180;
    const shrink = 0.82 ** layer / 100;
    const sx = mirrored ? -px : px;
    const x = (sx * Math.cos(turn) - py * Math.sin(turn)) * shrink;
    const y = (sx * Math.sin(turn) + py * Math.cos(turn)) * shrink;
    return { x: tenth(middle.x + x * size.x), y: tenth(middle.y + y * size.y), angle: mirrored ? -angle : angle };
  }

  /**
   * @param {string} stop
   * @param {number} i
   * @param {Point} middle
   * @returns {Point}
   */
  restInHeap(stop, i, middle) {
    const row = rows(this.heap(stop)?.getAttribute("data-rest") ?? "0 0");
    const [x, y] = row[i % row.length];
    const sign = this.turned ? -1 : 1;
    return { x: middle.x + sign * x, y: middle.y + sign * y };
  }

  /**
   * Pieces beside the board: still to be placed, or captured.
   * @param {string} name
   */
  heap(name) {
    return this.svg.querySelector(`[data-heap="${name}"]`);
  }

  /**
   * Position of a hand that is at a stop: over stores, and in the channel between the rows halfway to the next house, so
   * that it covers neither shells nor counts nor the houses' numbers.
   * @param {string} stop
   * @param {number} [aside] along the channel, where two hands meet
   * @returns {Point}
   */
  hover(stop, aside = 0) {
    const { x, y } = this.centreOf(stop);
    if (this.stops.get(stop)?.getAttribute("data-kind") === "store") return { x: x + aside, y };
    return this.held === "upright"
      ? { x: Math.sign(x) * 9, y: y + Math.sign(x) * BESIDE.upright + aside }
      : { x: x - Math.sign(y) * BESIDE.lying + aside, y: Math.sign(y) * 8 };
  }

  /**
   * The next stop in a direction, as drawn: the nearest one, where sideways counts double.
   * @param {string} from
   * @param {Point} towards a unit vector
   * @returns {string | null}
   */
  neighbour(from, towards) {
    const start = this.centreOf(from);
    let best = null;
    let shortest = Infinity;
    for (const stop of this.stops.keys()) {
      const { x, y } = this.centreOf(stop);
      const ahead = (x - start.x) * towards.x + (y - start.y) * towards.y;
      const aside = Math.abs((x - start.x) * towards.y - (y - start.y) * towards.x);
      const length = ahead + 2.2 * aside;
      if (ahead > 1 && aside <= 3 * ahead && length < shortest) [best, shortest] = [stop, length];
    }
    return best;
  }
}
