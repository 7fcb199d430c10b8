/**
 * Prompts for what is pending between the players: offers, absences and claims, deadlines, an opening that was drawn by lot.
 *
 * @import { MatchController } from "../match_controller.js"
 * @import { LiveMatch } from "../state/live_match.js"
 * @import { Prompt } from "./prompts.js"
 *
 * @typedef {"win" | "draw"} Claimed
 */

import { isYou } from "../../boards/text/phrases.js";
import { t } from "../../i18n.js";
import { lastDay } from "../../local_time.js";
import { nameOf, otherRole } from "../controls/seats.js";
import { countdown, untilCounted } from "../time/clock.js";
import { offerPrompts } from "./offers.js";

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
    ? t("{name} is away. {other} can claim a win in {time}.", words)
    : isYou(role, live.you)
      ? t("You are away: {other} can claim a win in {time}.", words)
      : t("{name} is away. You can claim a win in {time}.", words);
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
      ? t("{name} has been away too long. You can end the match, or keep waiting.", words)
      : t("{name} has been away too long: {other} can claim a win or a draw.", words),
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

/**
 * @param {LiveMatch} live
 * @returns {Prompt[]}
 */
export function deadlinePrompts({ clocks, match: { seats }, paused, playing, time, you }) {
  if (!clocks || !playing || paused) return [];
  const { now } = time;
  const mine = (/** @type {string} */ role) => isYou(role, you);
  const name = (/** @type {string} */ role) => nameOf(seats, role);
  const [own] = Object.entries(clocks.first).filter(([role]) => mine(role));
  return [
    ...lines("first", own ? { [own[0]]: own[1] } : clocks.first, now, (role, left) =>
      mine(role)
        ? t("Make your first move within {time}, or the game is cancelled.", { time: left })
        : t("{name} must make a first move within {time}, or the game is cancelled.", { name: name(role), time: left })),
    ...lines("pause", clocks.paused, now, (role, left) =>
      mine(role)
        ? t("Your clock is paused, up to {time}.", { time: left })
        : t("{name} is away: clock paused, up to {time}.", { name: name(role), time: left })),
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

/**
 * Prompts about players on holiday, whose turns take no time.
 * @param {LiveMatch} live
 * @returns {Prompt[]}
 */
export function holidayPrompts({ holidays, match: { seats }, playing, time, you }) {
  if (!playing) return [];
  return Object.entries(holidays)
    .filter(([, until]) => until > time.now)
    .map(([role, until]) => {
      const words = { name: nameOf(seats, role), day: lastDay(until) };
      const text = isYou(role, you) ? t("You are on holiday until {day}.", words) : t("{name} is on holiday until {day}.", words);
      return { key: `holiday ${role} ${until}`, text, next: until - time.now + 1 };
    });
}

/**
 * Prompt about an opening that was drawn by lot, until somebody plays.
 * @param {LiveMatch} live
 * @returns {Prompt[]}
 */
export function openingPrompts({ playing, position, log }) {
  const drawn = playing && log.standing.get(position.ply)?.what === "opening";
  return drawn ? [{ key: "opening", text: t("These moves were drawn by lot: now the game is even.") }] : [];
}

/**
 * Prompts for everything that is pending between the players.
 * @param {MatchController} controller
 * @returns {Prompt[]}
 */
export function pendingPrompts(controller) {
  const live = controller.state;
  return [
    ...offerPrompts(live, (kind, what, of) => controller.send({ kind, what, of })),
    ...absencePrompts(live, (result) => controller.send({ kind: "claim", result })),
    ...deadlinePrompts(live),
    ...holidayPrompts(live),
    ...openingPrompts(live),
  ];
}
