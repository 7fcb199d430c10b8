/**
 * How what a beat moves flies, and what it looks like: paths in the board's units.
 *
 * @typedef {import("./air.js").Flight} Flight
 * @typedef {import("./air.js").Point} Point
 * @typedef {import("./air.js").Stage} Stage
 * @typedef {import("./beats.js").Beat} Beat
 * @typedef {import("../drawing/draw.js").Table} Table
 * @typedef {import("./frames.js").Frame} Frame
 * @typedef {import("../types.js").Stop} Stop
 */

import { bare } from "../drawing/draw.js";

/** How high a flight rises over the straight line. */
const ARC = { fall: 14, lose: 50, carry: 60, fill: 46, slide: 8, over: 34, leap: 48, enter: 30 };
const FAR = 120;
/** As many stones as are seen of a pile that is scooped up: where they lie in the hand. */
const HANDFUL = [[0, 2], [-13, -5], [12, -7], [-8, 11], [10, 9]];

/**
 * Along an arc, with a small settle at the end.
 * @param {Point} from
 * @param {Point} to
 * @param {number} arc
 * @param {number} [scale] at the end
 * @returns {Stage[]}
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
 * @param {Frame} frame as it begins: what it moves has not left its place yet
 * @param {Table} table on which all that will be seen is laid out
 * @returns {Flight[]}
 */
export function flightsOf(beat, frame, table) {
  return (FLIGHTS[beat.move] ?? (() => []))(beat, frame, table);
}

/** @type {Record<string, (beat: Beat, frame: Frame, table: Table) => Flight[]>} */
const FLIGHTS = {
  lift({ from: [[stop, n]] }, _, { layout, piles }) {
    const stones = piles.get(stop)?.slice(0, Math.min(n, HANDFUL.length)) ?? [];
    const [at, to] = [layout.at(stop), layout.hover(stop)];
    const path = [{ at, scale: 1.1, easing: "ease-out" }, { at: to, opacity: 0.2, scale: 0.8 }];
    return [{ look: `handful ${stones.length}`, draw: () => handful(stones), path }];
  },

  drop({ role, to, counts }, _, table) {
    const stop = to ?? "";
    return stone(table, stop, counts[stop] - 1, table.handAt(role, stop), ARC.fall);
  },

  lose({ role, from: [[house]], to, counts }, _, table) {
    const stop = to ?? "";
    return stone(table, stop, counts[stop] - 1, table.handAt(role, house), ARC.lose);
  },

  carry: ({ from, to }, _, { layout, piles }) => from.flatMap(([stop, n]) =>
    pile(piles.get(stop)?.slice(0, n), layout.at(stop), flight(layout.at(stop), layout.at(to ?? ""), ARC.carry, 0.9))),

  fill({ from: [[home]], to, counts }, _, { layout, piles }) {
    const stop = to ?? "";
    const path = flight(layout.at(home), layout.at(stop), ARC.fill);
    return pile(piles.get(stop)?.slice(0, counts[stop]), layout.at(stop), path);
  },

  slide({ from: [[stop]], to }, { men }, table) {
    const [from, target] = [table.layout.at(stop), table.layout.at(to ?? "")];
    const far = Math.hypot(target.x - from.x, target.y - from.y) > FAR;
    return man(table, men[stop], flight(from, target, far ? ARC.over : ARC.slide));
  },

  leap: ({ from: [[stop]], to }, { men }, table) =>
    man(table, men[stop], flight(table.layout.at(stop), table.layout.at(to ?? ""), ARC.leap)),

  enter({ role, to }, { counts }, table) {
    const heap = `heap ${role}`;
    const from = table.layout.rest(heap, Math.max(0, (counts[heap] ?? 1) - 1));
    const path = flight(from, table.layout.at(to ?? ""), ARC.enter);
    path[0].scale = heapScale(table, heap);
    return man(table, role, path);
  },

  leave: ({ role, from }, frame, table) => from.flatMap(([stop]) => {
    const at = table.layout.at(stop);
    const over = { x: at.x, y: at.y - 26 };
    const heap = `captures ${role}`;
    const lifted = [{ at, easing: "ease-out" }, { at: over, scale: 1.14, offset: 0.4, easing: "ease-in-out" }];
    const away = table.layout.heap(heap)
      ? { at: table.layout.rest(heap, frame.counts[heap] ?? 0), scale: heapScale(table, heap) }
      : { at: { x: at.x, y: at.y - 44 }, scale: 0.8, opacity: 0 };
    return man(table, frame.men[stop], [...lifted, away]);
  }),
};

/**
 * @param {Table} table
 * @param {string} heap
 */
const heapScale = ({ layout }, heap) => Number(layout.heap(heap)?.getAttribute("data-scale") ?? 1);

/**
 * One stone, to where stone i of a stop rests.
 * @param {Table} table
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
 * @param {Table} table
 * @param {string | undefined} kind
 * @param {Stage[]} path
 * @returns {Flight[]}
 */
function man({ slug }, kind, path) {
  const href = `#${slug}-piece-${kind}`;
  return kind ? [{ look: href, draw: () => use(href), path }] : [];
}

/**
 * Stones together, each as it lies.
 * @param {SVGElement[] | undefined} stones
 * @param {Point} middle
 * @param {Stage[]} path
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
 * Copies of drawings, together.
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
