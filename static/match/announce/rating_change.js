/**
 * Rating changes of a rated match, fetched once it is over. Players read theirs in the result panel; everybody
 * reads it if the match doesn't count.
 *
 * @import { LiveMatch } from "../state/live_match.js"
 */

import { getJson } from "../../http.js";
import { t } from "../../i18n.js";
import { byId, setText, visible } from "../dom.js";

/** Milliseconds within which watchers ask, each at some moment: a thousand of them at once would hold up players. */
const SPREAD = 20_000;

/**
 * @typedef {{ratings: Record<string, string>, uncounted: string}} Outcome
 *   the ratings by role, none if the match did not count; then a sentence says so
 */

/** @type {Promise<Record<string, string>> | undefined} */
let asked;

/**
 * The ratings after the match, by role. Asked for once; without an answer those of before stay.
 * @param {LiveMatch} live
 * @param {string} address
 * @param {Record<string, string>} before
 */
export function ratingsAfter(live, address, before) {
  asked ??= ask(address, live.you.length ? 0 : Math.random() * SPREAD).then((outcome) => tell(live, outcome), () => before);
  return asked;
}

/**
 * @param {string} address
 * @param {number} after milliseconds
 * @returns {Promise<Outcome>}
 */
async function ask(address, after) {
  await new Promise((resolve) => setTimeout(resolve, after));
  return getJson(address);
}

/**
 * @param {LiveMatch} live
 * @param {Outcome} outcome
 */
function tell({ you: [own] }, { ratings, uncounted }) {
  const line = byId("result-rating", HTMLElement);
  if (uncounted) setText(line, uncounted);
  else if (own) setText(line, t("Your rating: {rating}", { rating: ratings[own] }));
  visible(line, line.textContent !== "");
  return ratings;
}
