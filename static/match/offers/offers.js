/**
 * Text of offers: while one waits for an answer, and what became of it.
 *
 * @import { LiveMatch } from "../state/live_match.js"
 * @import { Frame } from "../types.js"
 * @import { Prompt } from "./prompts.js"
 * @typedef {"draw" | "takeback"} Kind
 * @typedef {(answer: "accept" | "decline" | "withdraw", kind: Kind, of: number) => unknown} AnswerOffer
 */

import { decisionText } from "../../boards/text/move_text.js";
import { isYou } from "../../boards/text/phrases.js";
import { mark, t } from "../../i18n.js";
import { nameOf, otherRole } from "../controls/seats.js";

const KINDS = /** @type {Kind[]} */ (["draw", "takeback"]);

/**
 * @param {LiveMatch} live
 * @param {AnswerOffer} answer
 * @returns {Prompt[]}
 */
export function offerPrompts(live, answer) {
  if (!live.playing) return [];
  return KINDS.flatMap((kind) => {
    const offer = live.offers[kind];
    if (!offer) return [];
    const { by, seq } = offer;
    const actions = isYou(by, live.you)
      ? [{ label: t("Withdraw"), go: () => answer("withdraw", kind, seq) }]
      : [
          { label: t("Accept"), go: () => answer("accept", kind, seq) },
          { label: t("Decline"), go: () => answer("decline", kind, seq) },
        ];
    return [{ key: `${kind} ${seq}`, text: offerText(live, kind, by), actions: live.you.length ? actions : [] }];
  });
}

/**
 * @param {LiveMatch} live
 * @param {Kind} kind
 * @param {string} by
 */
function offerText(live, kind, by) {
  const name = nameOf(live.match.seats, by);
  const mine = isYou(by, live.you);
  if (kind === "draw") return mine ? t("You have offered a draw.") : t("{name} offers a draw.", { name });
  const decision = lastDecision(live, by);
  const move = decision ? decisionText(live.match.game, decision.plies) : t("the last move");
  return mine ? t("You have asked to take back {move}.", { move }) : t("{name} wants to take back {move}.", { name, move });
}

/**
 * Last decision of a role on the present line, as far as it is loaded. An opening drawn by lot is nobody's.
 * @param {LiveMatch} live
 * @param {string} role
 * @returns {Frame | null}
 */
export function lastDecision({ log }, role) {
  for (let frame = log.frames.get(log.head); frame; frame = log.frames.get(frame.seq - 1)) {
    const [first] = frame.plies;
    if (frame.what === "opening") return null;
    if (first && !log.line.taken(first.n) && frame.plies.some((ply) => ply.role === role)) return frame;
  }
  return null;
}

/**
 * Text about an event that neither the board nor a prompt shows; empty for most.
 * @param {LiveMatch} live
 * @param {Frame} frame
 * @returns {string}
 */
export function eventText(live, { what, role, offer, given, nearby }) {
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
  rematch: mark("{name} declines the rematch."),
});

const WITHDRAWN = /** @type {Record<string, string>} */ ({
  draw: mark("{name} withdrew the draw offer."),
  takeback: mark("{name} withdrew the takeback request."),
  rematch: mark("{name} withdrew the rematch offer."),
});
