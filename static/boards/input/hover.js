/**
 * What somebody points at without pressing it: a mouse by resting there, keys by the focus, a finger by holding.
 *
 * @typedef {"mouse" | "keys" | "finger"} HoverDevice
 * @typedef {Object} HoverHandlers
 * @property {(stop: string | null, means: HoverDevice) => void} point   null: at nothing any more
 * @property {() => boolean} shows   whether there is, or will be at once, something to be seen where it was pointed at
 */

import { stopAt } from "./stop_input.js";

/** Milliseconds until a finger that stays means holding and not tapping. */
const HOLD = 400;
/** Pixels that a finger may stray meanwhile. */
const STRAY = 10;

/**
 * @param {HTMLElement} board
 * @param {HoverHandlers} handlers
 */
export function listenForHover(board, handlers) {
  byMouse(board, handlers);
  byKeys(board, handlers);
  byFinger(board, handlers);
}

/**
 * @param {HTMLElement} board
 * @param {HoverHandlers} handlers
 */
function byMouse(board, { point }) {
  board.addEventListener("pointerover", ({ pointerType, target }) => {
    if (pointerType !== "touch") point(stopAt(target), "mouse");
  });
  board.addEventListener("pointerleave", ({ pointerType }) => {
    if (pointerType !== "touch") point(null, "mouse");
  });
}

/**
 * @param {HTMLElement} board
 * @param {HoverHandlers} handlers
 */
function byKeys(board, { point }) {
  board.addEventListener("focusin", ({ target }) => {
    if (target instanceof Element && target.matches(":focus-visible")) point(stopAt(target), "keys");
  });
  board.addEventListener("focusout", () => point(null, "keys"));
}

/**
 * What is shown stays until the next touch, and the finger that is lifted from it has not tapped.
 * @param {HTMLElement} board
 * @param {HoverHandlers} handlers
 */
function byFinger(board, { point, shows }) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let start = { x: 0, y: 0 };
  let held = false;
  board.addEventListener("pointerdown", ({ pointerType, target, clientX, clientY }) => {
    held = false;
    clearTimeout(timer);
    if (pointerType !== "touch") return;
    point(null, "finger");
    start = { x: clientX, y: clientY };
    const stop = stopAt(target);
    if (stop === null) return;
    timer = setTimeout(() => {
      held = true;
      point(stop, "finger");
    }, HOLD);
  });
  board.addEventListener("pointermove", ({ clientX, clientY }) => {
    if (Math.hypot(clientX - start.x, clientY - start.y) > STRAY) clearTimeout(timer);
  });
  for (const end of ["pointerup", "pointercancel"]) board.addEventListener(end, () => clearTimeout(timer));
  board.addEventListener("contextmenu", (event) => held && event.preventDefault());
  board.addEventListener("click", (event) => {
    // Asked only now: what is held while stones are on their way is shown when they have landed.
    const seen = held && shows();
    held = false;
    if (!seen) return;
    event.stopPropagation();
    event.preventDefault();
  }, { capture: true });
}
