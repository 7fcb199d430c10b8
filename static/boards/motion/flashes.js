/**
 * What lights up and goes out again: a mill that closes, a store that lets its owner go on, a house that burns.
 *
 * @typedef {import("./beats.js").Beat} Beat
 * @typedef {import("./sprites.js").Sprites} Sprites
 * @typedef {import("../drawing/renderer.js").Renderer} Renderer
 *
 * @typedef {{node: SVGElement, keyframes: Keyframe[]}} Flash
 */

const UP_AND_DOWN = [{ opacity: 0 }, { opacity: 1, offset: 0.3 }, { opacity: 0 }];
const UP = [{ opacity: 0 }, { opacity: 1 }];

/**
 * @param {Beat} beat
 * @param {Renderer} renderer
 * @param {Sprites} sprites for drawings that are seen during the motion only
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
      return flash(renderer.burnMark(to ?? ""), UP);
    default:
      return [];
  }
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
  const points = line.map((stop) => layout.at(stop));
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
