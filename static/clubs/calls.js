/**
 * Calls to a board: when a round of the club begins, the reader's open page goes to their game.
 *
 * @typedef {{kind: "round", number: number, board: string, score: string}} RoundNews
 */

/**
 * Opens the reader's game, unless the page was opened while it was being played already.
 * @param {HTMLElement} place with the address of the board that the page knows
 * @param {RoundNews} news
 */
export function goToBoard(place, { board }) {
  const { board: known = "" } = place.dataset;
  place.dataset.board = board;
  if (board && board !== known) location.assign(board);
}
