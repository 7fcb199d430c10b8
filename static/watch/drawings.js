/**
 * The drawings of the games on the wall: the files that the server fills too. Each is fetched with the first match of its
 * game, and its symbols then serve all boards of that game.
 */

import { getDrawing } from "../http.js";
import { byId } from "../match/dom.js";

/** @type {Map<string, Promise<SVGSVGElement>>} by game */
const drawings = new Map();

/**
 * An empty board without symbols of its own.
 * @param {string} game
 * @returns {Promise<SVGSVGElement>} rejected with an HttpError
 */
export async function drawingOf(game) {
  if (!drawings.has(game)) drawings.set(game, arrived(game));
  try {
    const svg = /** @type {SVGSVGElement} */ ((await drawings.get(game))?.cloneNode(true));
    svg.querySelector("defs")?.remove();
    return svg;
  } catch (error) {
    drawings.delete(game);
    throw error;
  }
}

/** @param {string} game @returns {Promise<SVGSVGElement>} the whole drawing, which stands on the page, invisible */
async function arrived(game) {
  const { drawing = "" } = byId(`card-${game}`, HTMLTemplateElement).dataset;
  const svg = /** @type {SVGSVGElement} */ (/** @type {unknown} */ (document.importNode((await getDrawing(drawing)).documentElement, true)));
  const parts = document.createElement("div");
  parts.id = `parts-${game}`;
  parts.append(svg);
  byId("parts", HTMLElement).append(parts);
  return svg;
}
