import { isYou } from "../../boards/text/phrases.js";
import { t } from "../../i18n.js";
import { countdown, untilCounted } from "../time/clock.js";
import { nameOf } from "../controls/sides.js";

/**
 * What time demands or grants beside the clocks, in words: a first action that is due, a clock that waits.
 *
 * @typedef {import("../state/live_match.js").LiveMatch} LiveMatch
 * @typedef {import("./prompts.js").Prompt} Prompt
 */

/**
 * @param {LiveMatch} live
 * @returns {Prompt[]}
 */
export function deadlinePrompts({ clocks, match: { seats }, playing, time, you }) {
  if (!clocks || !playing) return [];
  const { now } = time;
  const mine = (/** @type {string} */ role) => isYou(role, you);
  const name = (/** @type {string} */ role) => nameOf(seats, role);
  const [own] = Object.entries(clocks.first).filter(([role]) => mine(role));
  return [
    ...lines("first", own ? { [own[0]]: own[1] } : clocks.first, now, (role, left) =>
      mine(role)
        ? t("Play within {time}, or the match is aborted.", { time: left })
        : t("{name} must play within {time}, or the match is aborted.", { name: name(role), time: left })),
    ...lines("pause", clocks.paused, now, (role, left) =>
      mine(role)
        ? t("Your clock waits for {time} at most.", { time: left })
        : t("{name} is away: the clock waits for {time} at most.", { name: name(role), time: left })),
  ];
}

/**
 * @param {string} kind
 * @param {Record<string, number>} moments
 * @param {number} now
 * @param {(role: string, left: string) => string} words
 * @returns {Prompt[]}
 */
function lines(kind, moments, now, words) {
  return Object.entries(moments)
    .filter(([, until]) => until > now)
    .map(([role, until]) => ({
      key: `${kind} ${role}`,
      text: words(role, countdown(until - now)),
      next: untilCounted(until - now),
    }));
}
