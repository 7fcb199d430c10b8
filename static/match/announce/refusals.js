import { tryAction } from "../../try_action.js";
import { gameOf } from "../../boards/games.js";
import { t } from "../../i18n.js";
import { namesOf } from "../controls/sides.js";

/**
 * Why a click on the board did nothing: from the rules where the viewer is to move, else from how the match stands.
 *
 * @typedef {import("../state/live_match.js").LiveMatch} LiveMatch
 * @typedef {{role: string | null, action: string | null}} Click   role: null where no role of the viewer's is to move
 */

/**
 * Why the viewer can play nothing at all.
 * @param {LiveMatch} live
 * @param {boolean} past the viewer looks at an earlier place
 * @returns {string}
 */
export function idleReason({ match, position, you, playing }, past) {
  if (!playing) return t("The match is over.");
  if (past) return t("This is how it stood earlier. Go back to Live to play.");
  const { seats } = match;
  if (!you.length) {
    return t("You are watching. Only {names} can play here.", { names: namesOf(seats, seats.map(({ role }) => role)) });
  }
  return gameOf(match.game).waits?.(position.facts, you[0])
    ?? t("It is not your turn: {name} must move first.", { name: namesOf(seats, position.to_move) });
}

/**
 * The rules' own sentence; null if they could not be asked.
 * @param {string} url
 * @param {string} slug
 * @param {any} facts
 * @param {string} role
 * @param {string} action
 * @returns {Promise<string | null>}
 */
async function askWhyNot(url, slug, facts, role, action) {
  const answer = await tryAction(url, { game: slug, facts: gameOf(slug).askable?.(facts) ?? facts, role, action });
  return "message" in answer ? answer.message : null;
}

/**
 * Asks by what the viewer sees, which may be ahead of the match.
 * @param {string} url of `try`
 * @param {import("../navigation/navigator.js").MatchNavigator} nav
 * @param {Click} click
 * @returns {Promise<string | null>} null if something else is seen by the time the rules have answered
 */
export async function refusalReason(url, nav, { role, action }) {
  const { live } = nav;
  if (role === null) return idleReason(live, nav.place !== null);
  const { facts } = nav.now;
  const reason = action && (await askWhyNot(url, live.match.game, facts, role, action));
  if (JSON.stringify(nav.now.facts) !== JSON.stringify(facts)) return null;
  return reason || t("That can't be played now. What can be played is marked.");
}
