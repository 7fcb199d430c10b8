/**
 * Mouse, touch and keyboard on the stops: they are buttons that share one tab stop; the arrow keys follow the board as it is
 * drawn.
 *
 * @import { Layout } from "../drawing/layout.js"
 * @typedef {Object} StopHandlers
 * @property {(stop: string) => void} press
 * @property {() => void} letGo
 * @property {() => boolean} goOn   goes on with what was begun, wherever the focus is; whether there was anything
 */

const ARROWS = /** @type {Record<string, {x: number, y: number}>} */ ({
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
});

/**
 * Stop of an event's target; null outside of all stops.
 * @param {EventTarget | null} target
 */
export function stopAt(target) {
  return target instanceof Element ? target.closest("[data-stop]")?.getAttribute("data-stop") ?? null : null;
}

/**
 * @param {Layout} layout
 * @param {HTMLElement} host around the drawing: a drawing that listened for focus itself would take it
 * @param {StopHandlers} hands
 */
export function listen(layout, host, hands) {
  for (const node of layout.stops.values()) node.setAttribute("tabindex", "-1");
  host.addEventListener("click", ({ target }) => {
    const stop = stopAt(target);
    if (stop === null) return;
    setTabStop(layout, stop);
    hands.press(stop);
  });
  host.addEventListener("keydown", (event) => onKey(layout, hands, event));
  host.addEventListener("focusin", ({ target }) => {
    const stop = stopAt(target);
    if (stop !== null) setTabStop(layout, stop);
  });
}

/**
 * @param {Layout} layout
 * @param {StopHandlers} hands
 * @param {KeyboardEvent} event
 */
function onKey(layout, hands, event) {
  const stop = stopAt(event.target);
  if (stop === null || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === " " && event.repeat) return event.preventDefault();
  const towards = ARROWS[event.key];
  if (towards) focusStop(layout, layout.neighbour(stop, towards));
  else if (event.key === "Enter") hands.press(stop);
  else if (event.key === " ") hands.goOn() || hands.press(stop);
  else if (event.key === "Escape") hands.letGo();
  else return;
  event.preventDefault();
}

/**
 * @param {Layout} layout
 * @param {string | null} stop
 */
export function focusStop(layout, stop) {
  if (stop !== null) layout.stops.get(stop)?.focus();
}

/**
 * Sets the stop that the Tab key reaches.
 * @param {Layout} layout
 * @param {string} stop
 */
export function setTabStop(layout, stop) {
  for (const [name, node] of layout.stops) node.setAttribute("tabindex", name === stop ? "0" : "-1");
}

/**
 * Lets the Tab key reach a stop that can be played. If it does, that stop stays: whoever left it comes back to it.
 * @param {Layout} layout
 */
export function leadToPlayable(layout) {
  const playable = [...layout.stops].filter(([, node]) => node.matches("[data-playable]:not([data-mark='danger'])"));
  if (playable.length && !playable.some(([, node]) => node.matches('[tabindex="0"]'))) setTabStop(layout, playable[0][0]);
}
