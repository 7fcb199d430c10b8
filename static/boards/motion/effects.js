/**
 * Paths along which beats move pieces, and highlights: a mill that closes, a store that lets its owner move again, a house that
 * burns. All in the board's units.
 *
 * @import { Renderer } from "../drawing/renderer.js"
 * @import { Stop } from "../types.js"
 * @import { Beat } from "./beats.js"
 * @import { MotionScene } from "./motion_scene.js"
 * @import { Flight, PathPoint, Point } from "./overlay.js"
 * @import { Sprites } from "./sprites.js"
 *
 * @typedef {{node: SVGElement, keyframes: Keyframe[]}} Flash
 */

import { bare } from "../drawing/renderer.js";

/** Height of flights over the straight line. */
const ARC = { fall: 14, lose: 50, carry: 60, fill: 46, slide: 8, over: 34, leap: 48, enter: 30 };
const FAR = 120;
/** Positions in the hand of the stones that are visible of a pile that is scooped up. */
const HANDFUL = [[0, 2], [-13, -5], [12, -7], [-8, 11], [10, 9]];

/**
 * Path along an arc, with a small settle at the end.
 * @param {Point} from
 * @param {Point} to
 * @param {number} arc
 * @param {number} [scale] at the end
 * @returns {PathPoint[]}
 */
function flight(from, to, arc, scale = 1) {
  const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 - arc };
  return [
    { at: from, easing: "ease-out" },
    { at: middle, scale: 1.14, offset: 0.5, easing: "ease-in" },
    { at: to, scale: scale * 1.05, offset: 0.88, easing: "ease-out" },
    { at: to, scale },
  ];
}

/**
 * @param {Beat} beat
 * @param {MotionScene} frame as it begins: moving pieces have not left their place yet
 * @param {Renderer} renderer on which everything visible is laid out
 * @returns {Flight[]}
 */
export function flightsOf(beat, frame, renderer) {
  return (FLIGHTS[beat.move] ?? (() => []))(beat, frame, renderer);
}

/** @type {Record<string, (beat: Beat, frame: MotionScene, renderer: Renderer) => Flight[]>} */
const FLIGHTS = {
  lift({ from: [[stop, n]] }, _, { layout, piles }) {
    const stones = piles.get(stop)?.slice(0, Math.min(n, HANDFUL.length)) ?? [];
    const [at, to] = [layout.centreOf(stop), layout.hover(stop)];
    const path = [{ at, scale: 1.1, easing: "ease-out" }, { at: to, opacity: 0.2, scale: 0.8 }];
    return [{ look: `handful ${stones.length}`, draw: () => handful(stones), path }];
  },

  drop({ role, to, counts }, _, renderer) {
    const stop = to ?? "";
    return stone(renderer, stop, counts[stop] - 1, renderer.handAt(role, stop), ARC.fall);
  },

  lose({ role, from: [[house]], to, counts }, _, renderer) {
    const stop = to ?? "";
    return stone(renderer, stop, counts[stop] - 1, renderer.handAt(role, house), ARC.lose);
  },

  carry: ({ from, to }, _, { layout, piles }) => from.flatMap(([stop, n]) =>
    pile(piles.get(stop)?.slice(0, n), layout.centreOf(stop), flight(layout.centreOf(stop), layout.centreOf(to ?? ""), ARC.carry, 0.9))),

  fill({ from: [[home]], to, counts }, _, { layout, piles }) {
    const stop = to ?? "";
    const path = flight(layout.centreOf(home), layout.centreOf(stop), ARC.fill);
    return pile(piles.get(stop)?.slice(0, counts[stop]), layout.centreOf(stop), path);
  },

  slide({ from: [[stop]], to }, { men }, renderer) {
    const [from, target] = [renderer.layout.centreOf(stop), renderer.layout.centreOf(to ?? "")];
    const far = Math.hypot(target.x - from.x, target.y - from.y) > FAR;
    return man(renderer, men[stop], flight(from, target, far ? ARC.over : ARC.slide));
  },

  leap: ({ from: [[stop]], to }, { men }, renderer) =>
    man(renderer, men[stop], flight(renderer.layout.centreOf(stop), renderer.layout.centreOf(to ?? ""), ARC.leap)),

  enter({ role, to }, { counts }, renderer) {
    const heap = `heap ${role}`;
    const from = renderer.layout.rest(heap, Math.max(0, (counts[heap] ?? 1) - 1));
    const path = flight(from, renderer.layout.centreOf(to ?? ""), ARC.enter);
    path[0].scale = heapScale(renderer, heap);
    return man(renderer, role, path);
  },

  leave: ({ role, from }, frame, renderer) => from.flatMap(([stop]) => {
    const at = renderer.layout.centreOf(stop);
    const over = { x: at.x, y: at.y - 26 };
    const heap = `captures ${role}`;
    const lifted = [{ at, easing: "ease-out" }, { at: over, scale: 1.14, offset: 0.4, easing: "ease-in-out" }];
    const away = renderer.layout.heap(heap)
      ? { at: renderer.layout.rest(heap, frame.counts[heap] ?? 0), scale: heapScale(renderer, heap) }
      : { at: { x: at.x, y: at.y - 44 }, scale: 0.8, opacity: 0 };
    return man(renderer, frame.men[stop], [...lifted, away]);
  }),
};

/**
 * @param {Renderer} renderer
 * @param {string} heap
 */
const heapScale = ({ layout }, heap) => Number(layout.heap(heap)?.getAttribute("data-scale") ?? 1);

/**
 * Flight of one stone to where stone i of a stop rests.
 * @param {Renderer} renderer
 * @param {Stop} stop
 * @param {number} i
 * @param {Point} from
 * @param {number} arc
 * @returns {Flight[]}
 */
function stone({ layout, piles }, stop, i, from, arc) {
  const node = piles.get(stop)?.[i];
  if (!node) return [];
  const { href, turn } = bare(node);
  return [{ look: href, draw: () => use(href), turn, path: flight(from, layout.rest(stop, i), arc) }];
}

/**
 * @param {Renderer} renderer
 * @param {string | undefined} kind
 * @param {PathPoint[]} path
 * @returns {Flight[]}
 */
function man({ slug }, kind, path) {
  const href = `#${slug}-piece-${kind}`;
  return kind ? [{ look: href, draw: () => use(href), path }] : [];
}

/**
 * Flight of several stones together, each as it lies.
 * @param {SVGElement[] | undefined} stones
 * @param {Point} middle
 * @param {PathPoint[]} path
 * @returns {Flight[]}
 */
function pile(stones, middle, path) {
  if (!stones?.length) return [];
  return [{ draw: () => group(stones, `translate(${-middle.x} ${-middle.y})`), path }];
}

/** @param {SVGElement[]} stones */
function handful(stones) {
  const held = group(stones);
  [...held.children].forEach((stone, i) => stone.setAttribute("transform", `translate(${HANDFUL[i].join(" ")})`));
  return held;
}

const SVG = "http://www.w3.org/2000/svg";

/** @param {string} href */
function use(href) {
  const node = document.createElementNS(SVG, "use");
  node.setAttribute("href", href);
  return node;
}

/**
 * Group of copies of drawings.
 * @param {SVGElement[]} nodes
 * @param {string} [transform]
 */
function group(nodes, transform) {
  const all = document.createElementNS(SVG, "g");
  if (transform) all.setAttribute("transform", transform);
  for (const node of nodes) {
    const copy = /** @type {SVGElement} */ (node.cloneNode(true));
    copy.removeAttribute("style");
    all.append(copy);
  }
  return all;
}

const UP_AND_DOWN = [{ opacity: 0 }, { opacity: 1, offset: 0.3 }, { opacity: 0 }];
const UP = [{ opacity: 0 }, { opacity: 1 }];

/**
 * @param {Beat} beat
 * @param {Renderer} renderer
 * @param {Sprites} sprites for drawings that are only visible during the motion
 * @returns {Flash[]}
 */
export function flashesOf({ move, to, lines = [] }, renderer, sprites) {
  switch (move) {
    case "mill":
      return lines.flatMap((line) => flash(mill(line, renderer, sprites), UP_AND_DOWN));
    case "glow":
    case "round":
      return to === null ? [] : flash(rim(to, renderer, sprites), UP_AND_DOWN);
    case "burn":
      return [...flash(renderer.burnMark(to ?? ""), UP), ...SMOKE.flatMap((puff) => smoke(puff, renderer.layout.stops.get(to ?? "") ?? null, sprites))];
    default:
      return [];
  }
}

/** Puffs over a burning house: where each begins, its size, and when it is thickest, as a share of the time. */
const SMOKE = [{ x: -14, r: 15, thick: 0.2 }, { x: 12, r: 19, thick: 0.35 }, { x: -2, r: 23, thick: 0.5 }];

/**
 * @param {{x: number, r: number, thick: number}} puff
 * @param {Element | null} house
 * @param {Sprites} sprites
 */
function smoke({ x, r, thick }, house, sprites) {
  const rises = [
    { opacity: 0, translate: "0 10px" },
    { opacity: 0.7, translate: "0 -22px", offset: thick },
    { opacity: 0, translate: "0 -84px" },
  ];
  return flash(sprites.add(house, "circle", { class: "smoke", cx: String(x), cy: "0", r: String(r) }), rises);
}

/**
 * @param {SVGElement | null} node
 * @param {Keyframe[]} keyframes
 * @returns {Flash[]}
 */
const flash = (node, keyframes) => (node ? [{ node, keyframes }] : []);

/**
 * @param {string[]} line
 * @param {Renderer} renderer
 * @param {Sprites} sprites
 */
function mill(line, { svg, layout }, sprites) {
  const points = line.map((stop) => layout.centreOf(stop));
  const d = `M${points.map(({ x, y }) => `${x} ${y}`).join("L")}`;
  return sprites.add(svg.querySelector('[data-layer="mills"]'), "path", { d });
}

/**
 * @param {string} stop
 * @param {Renderer} renderer
 * @param {Sprites} sprites
 */
function rim(stop, { slug, layout }, sprites) {
  const node = layout.stops.get(stop);
  const shape = `${slug}-${node?.getAttribute("data-kind")}-rim`;
  const form = layout.held === "upright" ? "-upright" : "";
  return sprites.add(node ?? null, "use", { class: "glow", href: `#${shape}${form}` });
}
