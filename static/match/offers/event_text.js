/**
 * Text about an event between the players: the outcome of an offer, time that was given, who may watch. Loaded with the first
 * event of that kind.
 *
 * @import { LiveMatch } from "../state/live_match.js"
 * @import { Frame } from "../types.js"
 */

import { isYou } from "../../boards/text/phrases.js";
import { mark, t } from "../../i18n.js";
import { nameOf, otherRole } from "../controls/seats.js";

/**
 * Text about an event that neither the board nor a prompt shows; empty for most.
 * @param {LiveMatch} live
 * @param {Frame} frame
 * @returns {string}
 */
export function eventText(live, { what, role, at, offer, given, nearby, until = 0 }) {
  if (!role) return "";
  const { you, match: { seats } } = live;
  const mine = isYou(role, you);
  const name = nameOf(seats, role);
  const other = isYou(otherRole(seats, role), you) ? t("you") : nameOf(seats, otherRole(seats, role));
  switch (what) {
    case "declined":
      return mine ? "" : t(DECLINED[offer ?? ""] ?? "", { name });
    case "withdrawn":
      return mine ? "" : t(WITHDRAWN[offer ?? ""] ?? "", { name });
    case "taken_back":
      return mine ? t("Your move is taken back.") : t("{name} took a move back.", { name });
    case "unsealed":
      return mine ? t("You can choose again.") : t("{name} chooses again.", { name });
    case "time_given": {
      const seconds = Math.round((given ?? 0) / 1000);
      return mine
        ? t("You gave {other} {n} seconds.", { other, n: seconds })
        : t("{name} gave {other} {n} seconds.", { name, other, n: seconds });
    }
    case "paused":
      return mine ? "" : t("{name} agrees to the pause.", { name });
    case "continued":
      return t("The match goes on.");
    case "holiday":
      if (until > at) return "";
      return mine ? t("Your holiday has ended.") : t("{name} is back from holiday.", { name });
    case "opened_to":
      return mine ? "" : t("{name} has changed who may watch.", { name });
    case "nearby":
      if (mine || !you.length) return "";
      return nearby?.includes(role)
        ? t("{name} lets people on your networks chat while they watch.", { name })
        : t("{name} no longer lets people on your networks chat while they watch.", { name });
    case "came_back":
      return mine ? "" : t("{name} is back.", { name });
    default:
      return "";
  }
}

const DECLINED = /** @type {Record<string, string>} */ ({
  draw: mark("{name} declines the draw."),
  takeback: mark("{name} declined to take it back."),
  pause: mark("{name} declines the pause."),
  continue: mark("{name} wants to keep the pause."),
  rematch: mark("{name} declines the rematch."),
});

const WITHDRAWN = /** @type {Record<string, string>} */ ({
  draw: mark("{name} withdrew the draw offer."),
  takeback: mark("{name} withdrew the takeback request."),
  pause: mark("{name} no longer asks for a pause."),
  continue: mark("{name} no longer asks to play on."),
  rematch: mark("{name} withdrew the rematch offer."),
});
