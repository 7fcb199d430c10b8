/** A finger drawn across the board steps through the moves in review: to the left goes on, to the right goes back. */

/** Shortest way of a finger in px, and how much longer it is across than down. */
const SHORTEST = 48;
const ACROSS = 2;

/**
 * @param {HTMLElement} board
 * @param {() => boolean} allowed   in play it does nothing
 * @param {(way: "back" | "forward") => unknown} step
 */
export function stepBySwipe(board, allowed, step) {
  /** @type {PointerEvent | null} the only finger that is down */
  let down = null;
  board.addEventListener("pointerdown", (event) => {
    down = event.pointerType === "touch" && event.isPrimary ? event : null;
  });
  board.addEventListener("pointerup", (event) => {
    if (!down || event.pointerId !== down.pointerId || !allowed()) return;
    const [across, along] = [event.clientX - down.clientX, event.clientY - down.clientY];
    down = null;
    if (Math.abs(across) >= SHORTEST && Math.abs(across) > ACROSS * Math.abs(along)) step(across < 0 ? "forward" : "back");
  });
}
