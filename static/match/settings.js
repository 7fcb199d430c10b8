/**
 * How fast things move on the board, remembered in this browser.
 *
 * @typedef {{speed: string}} HasSpeed
 */

const KEY = "board-speed";

/**
 * @param {HTMLSelectElement} select
 * @param {HasSpeed} board
 */
export function chooseSpeed(select, board) {
  const values = Array.from(select.options, ({ value }) => value);
  const kept = recall();
  if (kept && values.includes(kept)) select.value = kept;
  board.speed = select.value;
  select.addEventListener("change", () => {
    board.speed = select.value;
    remember(select.value);
  });
}

/** Storage may be forbidden in this browser. */
function recall() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** @param {string} value */
function remember(value) {
  try {
    localStorage.setItem(KEY, value);
  } catch {
    // The choice holds for this page.
  }
}
