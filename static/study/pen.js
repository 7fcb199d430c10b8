/**
 * Draws arrows and rings on a board: with the right mouse button at any time (Shift: red, Alt: blue, both: yellow), or once drawing
 * is switched on with a finger, the left button or the keyboard. A drag from a stop to another one is an arrow, a press on one a ring;
 * by keyboard two stops are chosen one after the other. What is drawn again is removed.
 */

import { stopAt } from "../boards/input/stop_input.js";

const RIGHT = 2;

export class Pen {
  /**
   * @param {HTMLElement} board
   * @param {{allowed: () => boolean, draw: (annotation: string) => void, begun: (stop: string) => void, changed: () => void}} page
   *   begun: an arrow begins at this stop by keyboard; changed: drawing was switched on or off
   */
  constructor(board, { allowed, draw, begun, changed }) {
    this.board = board;
    this.allowed = allowed;
    this.draw = draw;
    this.begun = begun;
    this.changed = changed;
    /** Whether the left button, fingers and keys draw. */
    this.on = false;
    this.colour = "green";
    /** Stop where a drawing begins. @type {string | null} */
    this.from = null;
  }

  start() {
    // Around the board, so that it gets nothing of what draws.
    const around = /** @type {HTMLElement} */ (this.board.parentElement);
    const listen = (/** @type {string} */ type, /** @type {(event: any) => void} */ hear) => around.addEventListener(type, (event) => {
      if (this.board.contains(/** @type {Node} */ (event.target)) && this.allowed()) hear(event);
    }, { capture: true });
    listen("contextmenu", (event) => event.preventDefault());
    listen("pointerdown", (event) => this.press(event));
    listen("click", (event) => this.on && swallow(event));
    listen("keydown", (event) => this.on && this.key(event));
    document.addEventListener("pointerup", (event) => this.lift(event));
    document.addEventListener("pointercancel", () => (this.from = null));
  }

  /** @param {boolean} on */
  turn(on) {
    this.on = on;
    this.from = null;
    this.board.toggleAttribute("data-drawing", on);
    this.changed();
  }

  /** @param {PointerEvent} event */
  press(event) {
    const draws = event.button === RIGHT || (this.on && event.isPrimary);
    if (!draws) return;
    swallow(event);
    this.from = stopAt(event.target);
    // A finger is followed to where it is lifted.
    if (event.target instanceof Element && event.target.hasPointerCapture(event.pointerId)) event.target.releasePointerCapture(event.pointerId);
  }

  /** @param {PointerEvent} event */
  lift(event) {
    const { from } = this;
    this.from = null;
    const to = from === null ? null : stopAt(document.elementFromPoint(event.clientX, event.clientY));
    if (from === null || to === null) return;
    const modified = [event.shiftKey && "red", event.altKey && "blue"].filter(Boolean);
    this.finish(from, to, modified.length === 2 ? "yellow" : modified[0] || this.colour);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const stop = stopAt(event.target);
    if (event.key === "Escape") {
      swallow(event);
      if (this.from === null) this.turn(false);
      this.from = null;
    }
    if (stop === null || !["Enter", " "].includes(event.key)) return;
    swallow(event);
    if (this.from !== null) this.finish(this.from, stop, this.colour);
    else this.begun(stop);
    this.from = this.from === null ? stop : null;
  }

  /**
   * @param {string} from
   * @param {string} to
   * @param {string} colour
   */
  finish(from, to, colour) {
    this.draw(`${colour}:${from === to ? from : `${from}>${to}`}`);
  }
}

/** Keeps an event from the board. @param {Event} event */
function swallow(event) {
  event.stopPropagation();
  event.preventDefault();
}
