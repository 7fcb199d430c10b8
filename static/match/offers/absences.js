import { isYou } from "../../boards/text/phrases.js";
import { t } from "../../i18n.js";
import { countdown, untilCounted } from "../time/clock.js";
import { nameOf, otherRole } from "../controls/sides.js";

/**
 * Who should act but is away, in words: how long until the other may claim the match, and the claim.
 *
 * @typedef {import("../state/live_match.js").LiveMatch} LiveMatch
 * @typedef {import("./prompts.js").Prompt} Prompt
 * @typedef {"win" | "draw"} Claimed
 */

/**
 * @param {LiveMatch} live
 * @param {(result: Claimed) => unknown} claim
 * @returns {Prompt[]}
 */
export function absencePrompts(live, claim) {
  if (!live.playing || live.match.terms.absence.kind !== "claim") return [];
  const { now } = live.time;
  return Object.entries(live.gone).map(([role, until]) =>
    now < until ? waiting(live, role, until - now) : due(live, role, claim));
}

/**
 * @param {LiveMatch} live
 * @param {string} role
 * @param {number} ms
 * @returns {Prompt}
 */
function waiting(live, role, ms) {
  const words = { ...names(live, role), time: countdown(ms) };
  const text = live.you.length !== 1
    ? t("{name} has been away; {other} may claim a win in {time}.", words)
    : isYou(role, live.you)
      ? t("You have been away: {other} may claim a win in {time}.", words)
      : t("{name} has been away; you may claim a win in {time}.", words);
  return { key: `away ${role}`, text, next: untilCounted(ms) };
}

/**
 * @param {LiveMatch} live
 * @param {string} role
 * @param {(result: Claimed) => unknown} claim
 * @returns {Prompt}
 */
function due(live, role, claim) {
  const words = names(live, role);
  const waits = live.you.length === 1 && !isYou(role, live.you);
  return {
    key: `claim ${role}`,
    text: waits
      ? t("{name} has been away too long. You may end the match, or go on waiting.", words)
      : t("{name} has been away too long: {other} may claim a win or a draw.", words),
    actions: waits
      ? [
          { label: t("Claim a win"), go: () => claim("win") },
          { label: t("Claim a draw"), go: () => claim("draw") },
        ]
      : [],
  };
}

/**
 * @param {LiveMatch} live
 * @param {string} role
 */
function names({ match: { seats } }, role) {
  return { name: nameOf(seats, role), other: nameOf(seats, otherRole(seats, role)) };
}
