/** Finds and creates nodes of the page. Texts are set as text, never as markup. */

const SVG = "http://www.w3.org/2000/svg";

/**
 * Element of the page with this id; the template must have it.
 * @template {Element} T
 * @param {string} id
 * @param {new (...args: any[]) => T} kind
 * @returns {T}
 */
export function byId(id, kind) {
  const node = document.getElementById(id);
  if (!(node instanceof kind)) throw new Error(`The page has no ${kind.name} #${id}`);
  return node;
}

/**
 * @param {string} tag
 * @param {Record<string, string>} attributes
 * @param {...(Node | string)} children
 * @returns {HTMLElement}
 */
export function make(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

/**
 * Creates an `<svg>` of a symbol.
 * @param {string} symbol its id
 * @param {string} viewBox
 * @param {string} className
 */
export function drawing(symbol, viewBox, className) {
  const svg = document.createElementNS(SVG, "svg");
  const use = document.createElementNS(SVG, "use");
  svg.setAttribute("viewBox", viewBox);
  svg.setAttribute("class", className);
  svg.setAttribute("aria-hidden", "true");
  use.setAttribute("href", `#${symbol}`);
  svg.append(use);
  return svg;
}

/**
 * Sets a text only where it differs, so that live regions stay silent.
 * @param {Element} node
 * @param {string} text
 */
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/**
 * Shows or hides a node. If it had the focus, the board gets it, so that keys and screen readers keep their place.
 * @param {HTMLElement} node
 * @param {boolean} on
 */
export function visible(node, on) {
  if (node.hidden === !on) return;
  if (!on && node.contains(document.activeElement)) focusBoard();
  node.hidden = !on;
}

/** Focuses the stop that the Tab key would reach. */
export function focusBoard() {
  const stop = document.querySelector("game-board:not([parts]) [data-stop][tabindex='0']");
  if (stop instanceof SVGElement) stop.focus({ preventScroll: true });
}

/**
 * Returns a function that takes the row to keep in view, or none. To scroll there at once would make the browser lay out
 * the page in the middle of an event; it tells the observer once it has laid it out anyway, and before it paints.
 * @param {HTMLElement} list
 * @returns {(row: HTMLElement | null | undefined) => void}
 */
export function keeperInView(list) {
  /** @type {HTMLElement | null | undefined} */
  let kept = null;
  const observer = new ResizeObserver(() => kept?.isConnected && reveal(list, kept));
  observer.observe(list);
  return (row) => {
    if (row === kept) return;
    if (kept) observer.unobserve(kept);
    kept = row;
    if (row) observer.observe(row);
  };
}

/**
 * Scrolls the list to a row, and never the page.
 * @param {HTMLElement} list
 * @param {HTMLElement} row
 */
function reveal(list, row) {
  const frame = list.getBoundingClientRect();
  const { left, right, top, bottom } = row.getBoundingClientRect();
  if (left < frame.left || right > frame.right) list.scrollLeft += (left + right - frame.left - frame.right) / 2;
  if (top < frame.top || bottom > frame.bottom) list.scrollTop += (top + bottom - frame.top - frame.bottom) / 2;
}

/**
 * Shows a face in a line that a template has with an empty one: see templates/partials/face.html.
 *
 * @param {ParentNode} line
 * @param {string} face key of the drawing in icons/faces.svg; empty: none is shown
 */
export function showFace(line, face) {
  const drawing = line.querySelector(".face");
  const use = drawing?.querySelector("use");
  if (!drawing || !use) return;
  use.setAttribute("href", `${use.getAttribute("href")?.split("#")[0]}#${face}`);
  drawing.toggleAttribute("hidden", !face);
}
