import { preference, setPreference } from "../preferences.js";

/** How fast things move on the board, as somebody likes it: now and after each change. */

/** @param {{speed: string}} board */
export function followSpeed(board) {
  const follow = () => (board.speed = preference("speed"));
  document.addEventListener("preference", follow);
  follow();
}

/** @param {HTMLSelectElement} select */
export function chooseSpeed(select) {
  select.value = preference("speed");
  select.addEventListener("change", () => setPreference("speed", select.value));
}
