/**
 * Keeps clicks that come before the page's scripts, since on a slow line a page is visible a second earlier. The
 * scripts replay them: boards/game_board.js those on a board, match/enhancements.js those on elements with
 * `data-waits`.
 */

// Stops are separated by commas, since names of points and cells contain spaces.
document.addEventListener("click", ({ target }) => {
  const stop = target instanceof Element ? target.closest("game-board:not(:defined) [data-stop]") : null;
  const board = stop?.closest("game-board");
  if (!stop || !(board instanceof HTMLElement)) return;
  const pressed = board.dataset.early?.split(",") ?? [];
  const name = stop.getAttribute("data-stop") ?? "";
  if (pressed[pressed.length - 1] !== name) board.dataset.early = [...pressed, name].join(",");
});

document.addEventListener("click", ({ target }) => {
  const button = target instanceof Element ? target.closest("button[data-waits]") : null;
  if (button) button.setAttribute("data-waits", "pressed");
});

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || !form.hasAttribute("data-waits")) return;
  event.preventDefault();
  form.setAttribute("data-waits", "pressed");
});
