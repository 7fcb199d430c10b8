import { VariationTree } from "./variation_tree.js";

/**
 * What was tried beside a match stays in this tab, also when the page is loaded again.
 *
 * @param {string} match its id
 */
export const keyOf = (match) => `variations ${match}`;

/**
 * @param {string} match
 * @returns {VariationTree}
 */
export function keptTree(match) {
  try {
    return new VariationTree(JSON.parse(sessionStorage.getItem(keyOf(match)) ?? "[]"));
  } catch {
    return new VariationTree();
  }
}

/**
 * Where the browser has no room, or keeps nothing, it stays as long as the page.
 * @param {string} match
 * @param {VariationTree} tree
 */
export function keepTree(match, tree) {
  try {
    if (tree.size) sessionStorage.setItem(keyOf(match), JSON.stringify(tree));
    else sessionStorage.removeItem(keyOf(match));
  } catch {
    // The page itself has it.
  }
}
