/**
 * Finds the moves of variations with their positions: those that were read from the server are tried again when they are shown.
 *
 * @import { Position } from "../../boards/types.js"
 * @import { TreePlace, VariationNode } from "./variation_tree.js"
 * @import { Variations } from "./variations.js"
 */

/**
 * The decision that follows a place, with its position: one that was tried before, or a new one.
 * @param {Variations} variations
 * @param {TreePlace} place
 * @param {Position} position there
 * @param {string} role
 * @param {string} action
 * @returns {Promise<VariationNode | string>} or why not
 */
export async function tryMove(variations, place, position, role, action) {
  const known = variations.tree.next(place, role, action);
  if (known?.position) return known;
  const asked = await variations.ask(position, role, action);
  if (typeof asked === "string" || !known) return asked;
  return Object.assign(known, { plies: asked.plies, position: asked.position });
}

/**
 * Tries the moves that lead to a place, as far as that wasn't done since the page was loaded.
 * @param {Variations} variations
 * @param {TreePlace} place
 * @returns {Promise<boolean>} false if they can't be played, which is told, or if the reader went elsewhere meanwhile
 */
export async function tryPath(variations, { ply, path }) {
  if (path.every(({ position }) => position)) return true;
  const { nav } = variations;
  const overtaken = nav.overtaken();
  try {
    await nav.loader.ply(ply);
  } catch {
    nav.fail();
    return false;
  }
  let position = /** @type {Position | null} */ (variations.open(ply));
  for (const [i, { role, action }] of path.entries()) {
    const node = position && await tryMove(variations, { ply, path: path.slice(0, i) }, position, role, action);
    if (typeof node === "string") variations.notice.explain(node);
    if (!node || typeof node === "string") return false;
    position = node.position;
  }
  return !overtaken();
}
