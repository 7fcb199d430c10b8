/**
 * Keeps what is pressed on a board before the board's own script has come: on a slow line it is seen a second earlier.
 * boards/element.js does it then. Stops are told apart by commas, since names of points and cells have a space in them.
 */

document.addEventListener("click", ({ target }) => {
  const stop = target instanceof Element ? target.closest("game-board:not(:defined) [data-stop]") : null;
  const board = stop?.closest("game-board");
  if (!stop || !(board instanceof HTMLElement)) return;
  const pressed = board.dataset.early?.split(",") ?? [];
  const name = stop.getAttribute("data-stop") ?? "";
  if (pressed[pressed.length - 1] !== name) board.dataset.early = [...pressed, name].join(",");
});
