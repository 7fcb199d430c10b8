/**
 * Layer above the board for flying pieces: separate drawings, which browsers move without layout or paint. They are
 * made before an animation begins, as many as will fly at the same time.
 *
 * @typedef {{x: number, y: number}} Point
 *
 * @typedef {Object} PathPoint   one point of a path
 * @property {Point} at
 * @property {number} [scale]
 * @property {number} [opacity]
 * @property {number} [offset]
 * @property {string} [easing]
 *
 * @typedef {Object} Flight
 * @property {string} [look]        flights of the same look can be shown by the same drawing, one after the other
 * @property {() => SVGElement} draw
 * @property {string} [turn]        CSS: how the drawing is turned or scaled all along
 * @property {PathPoint[]} path
 */

const SVG = "http://www.w3.org/2000/svg";
/** Half the side of a flyer's box, in the board's units. */
const REACH = 80;
/** Pause in ms before a flyer is used again. */
const REST = 40;

export class Overlay {
  /** @param {SVGSVGElement} board */
  constructor(board) {
    this.board = board;
    this.node = document.createElement("div");
    this.node.className = "overlay";
    this.node.setAttribute("aria-hidden", "true");
    /** @type {Map<string, {node: SVGSVGElement, until: number}[]>} by look */
    this.flyers = new Map();
    /** @type {Set<Animation>} */
    this.flying = new Set();
    this.scale = 1;
    this.origin = { x: 0, y: 0 };
  }

  /** Measures the board; to be called before anything is changed. */
  open() {
    const box = this.board.getBoundingClientRect();
    const view = this.board.viewBox.baseVal;
    this.scale = Math.min(box.width / view.width, box.height / view.height) || 1;
    this.origin = {
      x: box.width / 2 - (view.x + view.width / 2) * this.scale,
      y: box.height / 2 - (view.y + view.height / 2) * this.scale,
    };
    this.board.after(this.node);
  }

  /**
   * Flyer for a flight: a new one, or one that is free by then.
   * @param {Flight} flight
   * @param {number} from ms
   * @param {number} until ms
   * @returns {SVGSVGElement}
   */
  book({ look, draw }, from, until) {
    const fleet = this.flyers.get(look ?? "") ?? [];
    if (look) this.flyers.set(look, fleet);
    const free = fleet.find((flyer) => flyer.until + REST < from);
    if (free) {
      free.until = until;
      return free.node;
    }
    const node = this.drawing(draw());
    fleet.push({ node, until });
    return node;
  }

  /**
   * @param {SVGElement} content around 0 0
   * @returns {SVGSVGElement} not seen yet
   */
  drawing(content) {
    const node = document.createElementNS(SVG, "svg");
    const side = String(2 * REACH * this.scale);
    node.setAttribute("class", "board flyer");
    node.setAttribute("viewBox", `${-REACH} ${-REACH} ${2 * REACH} ${2 * REACH}`);
    node.setAttribute("width", side);
    node.setAttribute("height", side);
    node.append(content);
    this.node.append(node);
    return node;
  }

  /**
   * CSS transform of a flyer over a point of the board.
   * @param {Point} at
   * @param {number} [scale]
   * @param {string} [turn]
   */
  place({ x, y }, scale = 1, turn = "") {
    const left = this.origin.x + (x - REACH) * this.scale;
    const top = this.origin.y + (y - REACH) * this.scale;
    return `translate(${left.toFixed(1)}px, ${top.toFixed(1)}px) scale(${scale}) ${turn}`;
  }

  /**
   * @param {SVGSVGElement} node
   * @param {Flight} flight
   * @param {number} ms
   * @param {number} late ms that have passed since it should have begun
   */
  fly(node, { path, turn }, ms, late) {
    const keyframes = path.map(({ at, scale, opacity = 1, offset, easing = "linear" }) =>
      ({ transform: this.place(at, scale, turn), opacity, offset: offset ?? null, easing }));
    this.animate(node, keyframes, ms).currentTime = late;
  }

  /**
   * @param {Element} node
   * @param {Keyframe[]} keyframes
   * @param {number} ms
   * @param {FillMode} [fill]
   * @returns {Animation}
   */
  animate(node, keyframes, ms, fill = "none") {
    const animation = node.animate(keyframes, { duration: ms, fill });
    this.flying.add(animation);
    animation.onfinish = () => this.flying.delete(animation);
    return animation;
  }

  close() {
    for (const animation of this.flying) animation.cancel();
    this.flying.clear();
    this.flyers.clear();
    this.node.replaceChildren();
    this.node.remove();
  }
}
