/**
 * Dragging a hand over the stops, with a mouse or any number of fingers: a drag takes up the stones where it begins,
 * drops one into each next stop that it enters, and moves the drawn hand. Every stop on the way is reported in order,
 * also if the pointer was quicker than its events. Stops that would only be chosen by mistake (burnt houses) are
 * skipped: no drag can go around them.
 *
 * @import { Point } from "../drawing/layout.js"
 * @import { GameBoard } from "../game_board.js"
 *
 * @typedef {Object} DragHandlers
 * @property {(stop: string) => string | null} grasp          whose hand a drag from this stop moves; null: nobody's
 * @property {(role: string, stop: string) => void} begin     the press has become a drag
 * @property {(role: string, stop: string) => void} enter
 * @property {(role: string, at: Point | null) => void} lead  where the hand is, on the screen; null: let go
 *
 * @typedef {{role: string, start: Point, last: Point, stop: string | null, begun: boolean}} Drag
 */

import { select } from "./selection.js";
import { stopAt } from "./stop_input.js";

/** A press that moves this many px is a drag. */
const FAR = 8;
/** Largest distance in px between two samples of the stop under the pointer. */
const CLOSE = 10;
/** A finger hides what is under it: its hand is drawn this many px higher. */
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
    // A press that ended outside of the board gave no pointerup here.
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
  // Keeps the page from scrolling if SVG elements have no touch-action.
  host.addEventListener("touchmove", (event) => drags.size && event.preventDefault(), { passive: false });
  // The click at the end of a drag is ignored.
  host.addEventListener("click", (event) => dragged && event.detail > 0 && event.stopImmediatePropagation(), true);
}

/**
 * Enters all stops between the last point and this one.
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

/**
 * @param {GameBoard} board
 * @returns {DragHandlers}
 */
export function dragHandlers(board) {
  return {
    grasp: (stop) => graspedBy(board, stop),

    begin(role, stop) {
      board.skip();
      if (!goOn(board, role, stop) && !holds(board, role)) perform(board, role, stop);
    },

    enter: (role, stop) => void goOn(board, role, stop),

    lead: (role, at) => board.renderer?.lead(role, at && onDrawing(board, at), board.scene.hands[role]),
  };
}

/**
 * Whether the viewer drops stones by hand here now.
 * @param {GameBoard} board
 */
export function canDrag(board) {
  const { game, position, view } = board;
  const movers = position.to_move.filter((role) => view.roles.includes(role));
  return movers.some((role) => position.legal[role]?.length && game?.predict?.(position, role, position.legal[role][0]));
}

/**
 * The viewer's role whose hand a drag from this stop moves: one that holds stones, preferably with its hand here or
 * next here, otherwise one that can take up the stones here.
 * @param {GameBoard} board
 * @param {string} stop
 */
function graspedBy(board, stop) {
  const { position, view } = board;
  if (board.locked !== null) return null;
  const movers = position.to_move.filter((role) => view.roles.includes(role));
  const holding = movers.filter((role) => holds(board, role));
  const near = holding.find((role) => board.scene.hands[role]?.at === stop || next(board, role) === stop);
  return near ?? movers.find((role) => canTakeUp(board, role, stop)) ?? holding[0] ?? null;
}

/**
 * @param {GameBoard} board
 * @param {string} role
 */
const holds = (board, role) => next(board, role) !== null;

/**
 * The stop where the next stone falls.
 * @param {GameBoard} board
 * @param {string} role
 */
export function next({ game, position }, role) {
  const action = game?.nextDrop?.(position, role);
  return action ? game?.stopsOf(action)[0] ?? null : null;
}

/**
 * @param {GameBoard} board
 * @param {string} role
 * @param {string} stop
 */
function canTakeUp({ game, position }, role, stop) {
  const act = game && select(game, position, [role], [], stop).act;
  return !!act && !!game.predict?.(position, role, act.action);
}

/**
 * @param {GameBoard} board
 * @param {string} role
 * @param {string} stop
 * @returns {boolean} whether a stone fell here
 */
function goOn(board, role, stop) {
  if (next(board, role) !== stop) return false;
  perform(board, role, stop);
  return true;
}

/**
 * @param {GameBoard} board
 * @param {string} role
 * @param {string} stop
 */
function perform(board, role, stop) {
  const act = board.game && select(board.game, board.position, [role], [], stop).act;
  if (!act || board.locked !== null) return;
  board.choose(act.path);
  board.emit("act", { role, action: act.action });
}

/**
 * @param {GameBoard} board
 * @param {Point} at on the screen
 * @returns {Point} in the drawing's units
 */
function onDrawing({ layout }, { x, y }) {
  const seen = layout?.svg.getScreenCTM()?.inverse();
  return seen ? new DOMPoint(x, y).matrixTransform(seen) : { x, y };
}
