/**
 * Drawing a hand over the stops: press on one, and go on over those that follow. Every stop that is come to is told, in
 * order, also where the pointer was quicker than its events. A mouse, or any number of fingers.
 *
 * @typedef {import("../drawing/layout.js").Point} Point
 *
 * @typedef {Object} DragHandlers
 * @property {(stop: string) => string | null} grasp          whose hand a drag from this stop moves; null: nobody's
 * @property {(role: string, stop: string) => void} begin     the press has become a drag
 * @property {(role: string, stop: string) => void} enter
 * @property {(role: string, at: Point | null) => void} lead  where the hand is, on the screen; null: let go
 *
 * @typedef {{role: string, start: Point, last: Point, stop: string | null, begun: boolean}} Drag
 */

import { stopAt } from "./stop_input.js";

/** So many px away from where it began, a press is a drag. */
const FAR = 8;
/** So many px lie at most between two looks at what is under the pointer. */
const CLOSE = 10;
/** A finger hides what is under it: its hand is held so many px higher. */
const ABOVE_FINGER = 46;

/**
 * @param {HTMLElement} host around the drawing
 * @param {DragHandlers} handlers
 */
export function followPointers(host, handlers) {
  /** @type {Map<number, Drag>} by pointer */
  const drags = new Map();
  let dragged = false;

  /** @param {PointerEvent} event */
  const press = ({ target, button, pointerId, clientX, clientY }) => {
    dragged = false;
    const stop = stopAt(target);
    const role = stop === null || button > 0 ? null : handlers.grasp(stop);
    const here = { x: clientX, y: clientY };
    if (role !== null) drags.set(pointerId, { role, start: here, last: here, stop, begun: false });
  };

  /** @param {PointerEvent} event */
  const move = (event) => {
    // A press that ended beside the board was not heard to end.
    if (!event.buttons) letGo(event);
    const drag = drags.get(event.pointerId);
    if (!drag) return;
    const here = { x: event.clientX, y: event.clientY };
    if (!drag.begun && distance(drag.start, here) < FAR) return;
    if (!drag.begun) {
      drag.begun = true;
      host.setPointerCapture(event.pointerId);
      if (drag.stop !== null) handlers.begin(drag.role, drag.stop);
    }
    const way = event.getCoalescedEvents?.().map(({ clientX, clientY }) => ({ x: clientX, y: clientY })) ?? [];
    for (const point of [...way, here]) follow(host, drag, point, handlers);
    handlers.lead(drag.role, event.pointerType === "touch" ? { ...here, y: here.y - ABOVE_FINGER } : here);
  };

  /** @param {PointerEvent} event */
  const letGo = ({ pointerId }) => {
    const drag = drags.get(pointerId);
    drags.delete(pointerId);
    if (!drag?.begun) return;
    dragged = true;
    handlers.lead(drag.role, null);
  };

  host.addEventListener("pointerdown", press);
  host.addEventListener("pointermove", move);
  host.addEventListener("pointerup", letGo);
  host.addEventListener("pointercancel", letGo);
  // Where touch-action is not known to drawings, this keeps the page still.
  host.addEventListener("touchmove", (event) => drags.size && event.preventDefault(), { passive: false });
  // The click that a browser makes of a drag's end presses nothing.
  host.addEventListener("click", (event) => dragged && event.detail > 0 && event.stopImmediatePropagation(), true);
}

/**
 * Comes to all stops between the last point and this one.
 * @param {HTMLElement} host
 * @param {Drag} drag
 * @param {Point} to
 * @param {DragHandlers} handlers
 */
function follow(host, drag, to, handlers) {
  const { last } = drag;
  const steps = Math.ceil(distance(last, to) / CLOSE);
  for (let i = 1; i <= steps; i += 1) {
    const under = document.elementFromPoint(last.x + ((to.x - last.x) * i) / steps, last.y + ((to.y - last.y) * i) / steps);
    const stop = under && host.contains(under) ? stopAt(under) : null;
    if (stop === drag.stop) continue;
    drag.stop = stop;
    if (stop !== null) handlers.enter(drag.role, stop);
  }
  drag.last = to;
}

/**
 * @param {Point} a
 * @param {Point} b
 */
const distance = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);
