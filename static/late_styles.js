/** Style sheets that are loaded when they are needed: few people open the parts that they style. */

/** Milliseconds that a dialog waits for its styles: on a hanging line it opens without them. */
const PATIENCE = 1500;

/** @type {Map<string, Promise<unknown>>} by address */
const added = new Map();

/**
 * Adds a style sheet to the page once.
 * @param {string | undefined} address   as the page names it in a `data-` attribute
 * @returns {Promise<unknown>} settled once it is loaded, or has failed
 */
export function addStyles(address = "") {
  if (!address) return Promise.resolve();
  const known = added.get(address) ?? add(address);
  added.set(address, known);
  return known;
}

/**
 * Opens a dialog once its style sheet is loaded, or doesn't come soon.
 * @param {HTMLDialogElement} dialog   names its style sheet: `data-styles`
 */
export async function openStyled(dialog) {
  await Promise.race([addStyles(dialog.dataset.styles), new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
  if (!dialog.open) dialog.showModal();
}

/** @param {string} address */
function add(address) {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = address;
  const settled = new Promise((resolve) => ["load", "error"].forEach((event) => link.addEventListener(event, resolve)));
  document.head.append(link);
  return settled;
}
