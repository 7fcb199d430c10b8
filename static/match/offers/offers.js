/**
 * Prompts of the open offers. event_text.js describes their outcome.
 *
 * @import { LiveMatch } from "../state/live_match.js"
 * @import { Frame } from "../types.js"
 * @import { Prompt } from "./prompts.js"
 * @typedef {"draw" | "takeback" | "pause" | "continue"} Kind
 * @typedef {(answer: "accept" | "decline" | "withdraw", kind: Kind, of: number) => unknown} AnswerOffer
 */

import { decisionName } from "../../boards/text/move_text.js";
import { isYou } from "../../boards/text/phrases.js";
import { t } from "../../i18n.js";
import { nameOf } from "../controls/seats.js";
import { pauseLength } from "./pauses.js";

const KINDS = /** @type {Kind[]} */ (["draw", "takeback", "pause", "continue"]);

/**
 * @param {LiveMatch} live
 * @param {AnswerOffer} answer
 * @returns {Prompt[]}
 */
export function offerPrompts(live, answer) {
  if (!live.playing) return [];
  return KINDS.flatMap((kind) => {
    const offer = live.offers[kind];
    if (!offer || (kind === "continue" && !live.paused)) return [];
    const { by, seq, minutes = 0 } = offer;
    const actions = isYou(by, live.you)
      ? [{ label: t("Withdraw"), go: () => answer("withdraw", kind, seq) }]
      : [
          { label: t("Accept"), go: () => answer("accept", kind, seq) },
          { label: t("Decline"), go: () => answer("decline", kind, seq) },
        ];
    return [{ key: `${kind} ${seq}`, text: offerText(live, kind, by, minutes), actions: live.you.length ? actions : [] }];
  });
}

/**
 * @param {LiveMatch} live
 * @param {Kind} kind
 * @param {string} by
 * @param {number} minutes
 */
function offerText(live, kind, by, minutes) {
  const name = nameOf(live.match.seats, by);
  const mine = isYou(by, live.you);
  if (kind === "draw") return mine ? t("You have offered a draw.") : t("{name} offers a draw.", { name });
  if (kind === "continue") return mine ? t("You have asked to play on.") : t("{name} wants to play on.", { name });
  if (kind === "pause") {
    const length = pauseLength(minutes);
    return mine ? t("You have asked for a pause: {length}.", { length }) : t("{name} asks for a pause: {length}.", { name, length });
  }
  const decision = lastDecision(live, by);
  const move = decision ? decisionName(live.match.game, decision.plies) : t("the last move");
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
