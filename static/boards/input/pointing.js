/**
 * What somebody points at without pressing it: a mouse by resting there, keys by the focus, a finger by holding.
 *
 * @typedef {"mouse" | "keys" | "finger"} Means
 * @typedef {(stop: string | null, means: Means) => boolean} Pointed
 *   stop: null, at nothing any more; gives whether there is something to be shown there
 */

/** Milliseconds until a finger that stays means holding and not tapping. */
const HOLD = 400;
/** Pixels that a finger may stray meanwhile. */
const STRAY = 10;

/** @param {EventTarget | null} target */
const stopAt = (target) =>
  target instanceof Element ? target.closest("[data-stop]")?.getAttribute("data-stop") ?? null : null;

/**
 * @param {HTMLElement} board
 * @param {Pointed} pointed
 */
export function listenForPointing(board, pointed) {
  byMouse(board, pointed);
  byKeys(board, pointed);
  byFinger(board, pointed);
}

/**
 * @param {HTMLElement} board
 * @param {Pointed} pointed
 */
function byMouse(board, pointed) {
  board.addEventListener("pointerover", ({ pointerType, target }) => {
    if (pointerType !== "touch") pointed(stopAt(target), "mouse");
  });
  board.addEventListener("pointerleave", ({ pointerType }) => {
    if (pointerType !== "touch") pointed(null, "mouse");
  });
}

/**
 * @param {HTMLElement} board
 * @param {Pointed} pointed
 */
function byKeys(board, pointed) {
  board.addEventListener("focusin", ({ target }) => {
    if (target instanceof Element && target.matches(":focus-visible")) pointed(stopAt(target), "keys");
  });
  board.addEventListener("focusout", () => pointed(null, "keys"));
}

/**
 * What is shown stays until the next touch, and the finger that is lifted from it has not tapped.
 * @param {HTMLElement} board
 * @param {Pointed} pointed
 */
function byFinger(board, pointed) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let start = { x: 0, y: 0 };
  let held = false;
  board.addEventListener("pointerdown", ({ pointerType, target, clientX, clientY }) => {
    held = false;
    clearTimeout(timer);
    if (pointerType !== "touch") return;
    pointed(null, "finger");
    start = { x: clientX, y: clientY };
    const stop = stopAt(target);
    if (stop === null) return;
    timer = setTimeout(() => (held = pointed(stop, "finger")), HOLD);
  });
  board.addEventListener("pointermove", ({ clientX, clientY }) => {
    if (Math.hypot(clientX - start.x, clientY - start.y) > STRAY) clearTimeout(timer);
  });
  for (const end of ["pointerup", "pointercancel"]) board.addEventListener(end, () => clearTimeout(timer));
  board.addEventListener("contextmenu", (event) => held && event.preventDefault());
  board.addEventListener("click", (event) => {
    if (!held) return;
    held = false;
    event.stopPropagation();
    event.preventDefault();
  }, { capture: true });
}
