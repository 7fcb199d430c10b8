/**
 * Reason why a click did nothing: from the rules if the viewer is to move, otherwise from how the match stands. Loaded with the first
 * such click.
 *
 * @import { MatchController } from "../match_controller.js"
 * @import { MatchNavigator } from "../navigation/navigator.js"
 * @import { LiveMatch } from "../state/live_match.js"
 *
 * @typedef {{role: string | null, action: string | null}} Click   role: null where no role of the viewer's is to move
 */

import { gameOf } from "../../boards/games.js";
import { t } from "../../i18n.js";
import { namesOf } from "../controls/seats.js";

/**
 * Reason why the viewer can play nothing at all.
 * @param {LiveMatch} live
 * @param {boolean} past the viewer looks at an earlier place
 * @returns {string}
 */
export function idleReason({ match, paused, position, you, playing }, past) {
  if (!playing) return t("The match is over.");
  if (past) return t("This is how it stood earlier. Go back to Live to play.");
  const { seats } = match;
  if (!you.length) {
    return t("You're watching. Only {names} can play here.", { names: namesOf(seats, seats.map(({ role }) => role)) });
  }
  if (paused) return t("The match is paused. Ask to play on if you both want to.");
  return gameOf(match.game).waits?.(position.facts, you[0])
    ?? t("It is not your turn: {name} must move first.", { name: namesOf(seats, position.to_move) });
}

/**
 * Reason that the rules give; null if they could not be asked.
 * @param {MatchController} controller
 * @param {any} facts
 * @param {string} role
 * @param {string} action
 * @returns {Promise<string | null>}
 */
async function askWhyNot(controller, facts, role, action) {
  const { game } = controller.state.match;
  const answer = await controller.tryAction({ game, facts: gameOf(game).askable?.(facts) ?? facts, role, action });
  return "message" in answer ? answer.message : null;
}

/**
 * Reason why a click did nothing, on what the viewer sees, which may be ahead of the match.
 * @param {MatchNavigator} nav
 * @param {Click} click
 * @returns {Promise<string | null>} null if something else is seen by the time the rules have answered
 */
export async function refusalReason(nav, { role, action }) {
  if (role === null) return idleReason(nav.live, nav.place !== null);
  const { facts } = nav.now;
  const reason = action && (await askWhyNot(nav.controller, facts, role, action));
  if (JSON.stringify(nav.now.facts) !== JSON.stringify(facts)) return null;
  return reason || t("You can't play that now. The places you can play are marked.");
}
