/**
 * What a rated match has changed: fetched once it is over, and told in the result panel to who has played in it.
 *
 * @import { LiveMatch } from "../state/live_match.js"
 */

import { t } from "../../i18n.js";
import { byId, setText, visible } from "../dom.js";

/** Milliseconds within which watchers ask, each at some moment: a thousand of them at once would hold up players. */
const SPREAD = 20_000;

/** @type {Promise<Record<string, string>> | undefined} */
let asked;

/**
 * The ratings after the match, by role. Asked for once; without an answer those of before stay.
 * @param {LiveMatch} live
 * @param {string} address
 * @param {Record<string, string>} before
 */
export function ratingsAfter(live, address, before) {
  asked ??= ask(address, live.you.length ? 0 : Math.random() * SPREAD).then((ratings) => tell(live, ratings), () => before);
  return asked;
}

/**
 * @param {string} address
 * @param {number} after milliseconds
 * @returns {Promise<Record<string, string>>}
 */
async function ask(address, after) {
  await new Promise((resolve) => setTimeout(resolve, after));
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(answer.statusText);
  return answer.json();
}

/**
 * @param {LiveMatch} live
 * @param {Record<string, string>} ratings none if the match did not count
 */
function tell({ you: [own] }, ratings) {
  const counts = Object.keys(ratings).length > 0;
  const line = byId("result-rating", HTMLElement);
  if (!counts) setText(line, t("This match doesn't count for the ratings."));
  else if (own) setText(line, t("Your rating: {rating}", { rating: ratings[own] }));
  visible(line, line.textContent !== "");
  return ratings;
}
