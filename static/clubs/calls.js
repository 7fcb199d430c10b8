/**
 * Calls to a board: when a round of the club begins, the reader's open page goes to their game.
 *
 * @typedef {{kind: "round", number: number, match: string}} RoundNews
 */

/**
 * Opens the reader's game, unless the page was opened while it was being played already.
 * @param {HTMLElement} place with the game that the page knows, and the address of games
 * @param {RoundNews} news
 */
export function goToBoard(place, { match }) {
  const { match: known = "", matches = "" } = place.dataset;
  place.dataset.match = match;
  if (match && match !== known) location.assign(matches.replace("2222222222", match));
}
