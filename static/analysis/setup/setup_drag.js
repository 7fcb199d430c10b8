/**
 * Dragging while a position is set up: a piece, or one stone, from a stop or from the tray to where it is let go.
 *
 * @import { GameBoard } from "../../boards/game_board.js"
 *
 * @typedef {{piece: string, stop: string | null}} Held   symbol that follows the pointer; the stop that it comes from
 *
 * @typedef {Object} SetupDrag
 * @property {(target: EventTarget | null) => Held | null} grasp   what a drag from here moves
 * @property {(held: Held, stop: string | null) => void} drop     the stop under the pointer; null: beside the board
 */

import { stopAt } from "../../boards/input/stop_input.js";
import { drawing } from "../../match/dom.js";

/** A press that moves this many px is a drag. */
const FAR = 8;
/** Half the side of the square, in the drawing's units, in which a piece is drawn. */
const REACH = 34;

/**
 * @param {HTMLElement} host around board and tray
 * @param {GameBoard} board
 * @param {SetupDrag} handlers
 * @param {AbortSignal} signal ends it
 */
export function followSetupDrags(host, board, handlers, signal) {
  /** @type {{held: Held, id: number, x: number, y: number, ghost: SVGElement | null} | null} */
  let drag = null;
  let dragged = false;

  const end = () => {
    drag?.ghost?.remove();
    drag = null;
  };

  /** @param {PointerEvent} event */
  const press = ({ target, button, isPrimary, pointerId, clientX, clientY }) => {
    dragged = false;
    if (!isPrimary || button > 0) return;
    const held = handlers.grasp(target);
    if (held) drag = { held, id: pointerId, x: clientX, y: clientY, ghost: null };
  };

  /** @param {PointerEvent} event */
  const move = (event) => {
    if (!drag || event.pointerId !== drag.id) return;
    // A press that ended outside of the window gave no pointerup.
    if (!event.buttons) return end();
    const { clientX, clientY } = event;
    if (!drag.ghost && Math.hypot(clientX - drag.x, clientY - drag.y) < FAR) return;
    drag.ghost ??= ghost(board, drag.held.piece);
    drag.ghost.style.left = `${clientX}px`;
    drag.ghost.style.top = `${clientY}px`;
  };

  /** @param {PointerEvent} event */
  const letGo = ({ pointerId, clientX, clientY }) => {
    if (!drag || pointerId !== drag.id) return;
    const { held, ghost: begun } = drag;
    end();
    if (!begun) return;
    dragged = true;
    const under = document.elementFromPoint(clientX, clientY);
    handlers.drop(held, board.contains(under) ? stopAt(under) : null);
  };

  host.addEventListener("pointerdown", press, { signal });
  document.addEventListener("pointermove", move, { signal });
  document.addEventListener("pointerup", letGo, { signal });
  document.addEventListener("pointercancel", end, { signal });
  signal.addEventListener("abort", end);
  // Keeps the page from scrolling where SVG elements have no touch-action.
  host.addEventListener("touchmove", (event) => drag && event.preventDefault(), { passive: false, signal });
  // The click at the end of a drag is ignored.
  host.addEventListener("click", (event) => dragged && event.detail > 0 && event.stopImmediatePropagation(), { capture: true, signal });
}

/**
 * Draws what follows the pointer, as large as on the board.
 * @param {GameBoard} board
 * @param {string} piece
 */
function ghost(board, piece) {
  const svg = drawing(piece, `${-REACH} ${-REACH} ${2 * REACH} ${2 * REACH}`, "setup-ghost");
  const scale = board.layout?.svg.getScreenCTM()?.a ?? 1;
  svg.style.width = `${2 * REACH * scale}px`;
  document.body.append(svg);
  return svg;
}
