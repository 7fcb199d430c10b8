/**
 * Answers to keys that ask: the position, the last move, what can be played, whose turn it is, the time left.
 *
 * @import { MatchNavigator } from "../navigation/navigator.js"
 */

import { gameOf } from "../../boards/games.js";
import { isYou } from "../../boards/text/phrases.js";
import { positionSentences } from "../../boards/text/position_text.js";
import { t } from "../../i18n.js";
import { allowance, leftAt, spokenTime, timeOf } from "../time/clock.js";
import { moveSentences, shownPlies } from "./match_words.js";
import { statusText } from "./notice.js";
import { placeText } from "../navigation/place_text.js";
import { positionAt } from "../navigation/ply_positions.js";
import { legalMoves, legalMoveSentences } from "../controls/move_parser.js";
import { nameOf } from "../controls/seats.js";

/**
 * @param {MatchNavigator} nav
 * @returns {string}
 */
export function position(nav) {
  const { live, place, variation } = nav;
  const { match, you } = live;
  const shown = variation ? variation.position : place === null ? live.position : positionAt(live.log, match.game, place);
  const where = place === null ? [] : [`${placeText(nav)}.`];
  const turn = place === null ? [statusText(live)] : [];
  return [...where, ...(shown ? positionSentences(match.game, shown.scene ?? gameOf(match.game).scene(shown.facts), you) : []), ...turn].join(" ");
}

/** @param {MatchNavigator} nav */
export function lastMove(nav) {
  return moveSentences(nav.live, shownPlies(nav)).join(" ") || t("Nothing has been played yet.");
}

/** @param {MatchNavigator} nav */
export function choices({ live, place, boardView: { board } }) {
  const open = legalMoveSentences(live.match.game, legalMoves(live.match.game, board.position, board.view.roles)).join(" ");
  if (place !== null) return open || t("You're viewing an earlier move. Go to the live position to play.");
  return open || statusText(live);
}

/** @param {MatchNavigator} nav */
export function turn({ live }) {
  return statusText(live);
}

/** @param {MatchNavigator} nav */
export function times({ live }) {
  const { match, you, clocks, time } = live;
  if (!match.terms.time) return t("This match has no clocks.");
  const mine = (/** @type {string} */ role) => isYou(role, you);
  const seats = [...match.seats].sort((one, other) => Number(mine(other.role)) - Number(mine(one.role)));
  return seats
    .map(({ role }) => {
      const left = spokenTime(clocks ? leftAt(clocks, role, time.now) : allowance(timeOf(match.terms, role)));
      return mine(role)
        ? t("You have {left}.", { left })
        : t("{name} has {left}.", { name: nameOf(match.seats, role), left });
    })
    .join(" ");
}
