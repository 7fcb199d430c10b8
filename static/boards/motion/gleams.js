/**
 * What lights up and goes out again: a mill that closes, a store that lets its owner go on, a house that burns.
 *
 * @typedef {import("./beats.js").Beat} Beat
 * @typedef {import("./cast.js").Cast} Cast
 * @typedef {import("../drawing/draw.js").Table} Table
 *
 * @typedef {{node: SVGElement, keyframes: Keyframe[]}} Gleam
 */

const UP_AND_DOWN = [{ opacity: 0 }, { opacity: 1, offset: 0.3 }, { opacity: 0 }];
const UP = [{ opacity: 0 }, { opacity: 1 }];

/**
 * @param {Beat} beat
 * @param {Table} table
 * @param {Cast} cast for drawings that are seen during the motion only
 * @returns {Gleam[]}
 */
export function gleamsOf({ move, to, lines = [] }, table, cast) {
  switch (move) {
    case "mill":
      return lines.flatMap((line) => gleam(mill(line, table, cast), UP_AND_DOWN));
    case "glow":
    case "round":
      return to === null ? [] : gleam(rim(to, table, cast), UP_AND_DOWN);
    case "burn":
      return gleam(table.burnMark(to ?? ""), UP);
    default:
      return [];
  }
}

/**
 * @param {SVGElement | null} node
 * @param {Keyframe[]} keyframes
 * @returns {Gleam[]}
 */
const gleam = (node, keyframes) => (node ? [{ node, keyframes }] : []);

/**
 * @param {string[]} line
 * @param {Table} table
 * @param {Cast} cast
 */
function mill(line, { svg, layout }, cast) {
  const points = line.map((stop) => layout.at(stop));
  const d = `M${points.map(({ x, y }) => `${x} ${y}`).join("L")}`;
  return cast.add(svg.querySelector('[data-layer="mills"]'), "path", { d });
}

/**
 * @param {string} stop
 * @param {Table} table
 * @param {Cast} cast
 */
function rim(stop, { slug, layout }, cast) {
  const node = layout.stops.get(stop);
  const shape = `${slug}-${node?.getAttribute("data-kind")}-rim`;
  const form = layout.held === "upright" ? "-upright" : "";
  return cast.add(node ?? null, "use", { class: "glow", href: `#${shape}${form}` });
}
