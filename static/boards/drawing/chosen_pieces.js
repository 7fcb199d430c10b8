/**
 * Pieces by choice: other seeds on the sowing boards, other men on the squares. They are drawn in icons/pieces.svg and take the places of what
 * the symbols of the boards contain, so whatever uses those symbols shows them. Loaded where somebody has chosen any.
 */

import { getDrawing } from "../../http.js";
import { preference } from "../../preferences.js";

/** @type {Promise<Element> | null} the drawings of all pieces, which stand on the page, invisible */
let pieces = null;

/** The first content of each symbol. @type {Map<Element, Node[]>} */
const usual = new Map();

/** Draws the chosen pieces on all boards of the page, also on those that come later. */
export async function showChosenPieces() {
  pieces ??= arrived();
  const drawn = await pieces;
  for (const symbol of document.querySelectorAll('symbol[id*="-piece-"]')) replace(symbol, drawn);
}

/** @returns {Promise<Element>} */
async function arrived() {
  const { pieces: address = "" } = document.documentElement.dataset;
  const drawn = document.importNode((await getDrawing(address)).documentElement, true);
  // Gradients of an element without display paint nothing.
  for (const [name, value] of [["width", "0"], ["height", "0"], ["class", "unseen"], ["aria-hidden", "true"]]) drawn.setAttribute(name, value);
  document.body.append(drawn);
  const added = (/** @type {Node} */ node) => node instanceof Element && (node.matches("symbol") || node.querySelector("symbol"));
  new MutationObserver((changes) => {
    if (changes.some(({ addedNodes }) => [...addedNodes].some(added))) showChosenPieces();
  }).observe(document.body, { childList: true, subtree: true });
  return drawn;
}

/**
 * @param {Element} symbol of a board: "congkak-piece-2", "checkers-piece-red"; a crowned one shows the plain one beneath
 * @param {Element} drawn
 */
function replace(symbol, drawn) {
  const piece = symbol.id.replace(/^.*-piece-/, "");
  const seed = Number(piece);
  const set = preference(seed ? "seeds" : "men");
  const { length } = drawn.querySelectorAll(`symbol[id^="${set}-"]`);
  const other = drawn.querySelector(`#${set}-${seed ? ((seed - 1) % (length || 1)) + 1 : piece}`);
  // On a small board the drawing is scaled by a group within.
  const { firstElementChild: first } = symbol;
  const host = symbol.childElementCount === 1 && first?.matches("g[transform]") ? first : symbol;
  if (!usual.has(symbol)) usual.set(symbol, [...host.childNodes]);
  host.replaceChildren(...(other ? [...other.cloneNode(true).childNodes] : usual.get(symbol) ?? []));
}
