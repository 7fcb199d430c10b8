/**
 * Stones that lie where the player has put them, but are not known to be stored: told apart from the others until they
 * are.
 *
 * @typedef {import("./renderer.js").Renderer} Renderer
 */

/**
 * @param {Renderer} renderer
 * @param {Record<string, number>} pending how many of a stop's stones, those on top; 0: only its count isn't stored
 */
export function showPending(renderer, pending) {
  for (const [stop, pile] of renderer.piles) {
    const stored = pile.length - (pending[stop] ?? 0);
    pile.forEach((node, i) => node.classList.toggle("pending", i >= stored));
  }
  for (const [stop, node] of renderer.layout.stops) node.toggleAttribute("data-pending", stop in pending);
}
