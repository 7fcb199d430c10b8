/**
 * Server time, and what a clock shows. Server time is estimated from the times in messages, whatever this device's clock shows and
 * whether or not the page has slept: a message always arrives later than it was sent, so the one that was least delayed is nearest
 * to the truth and holds until another does better. Clocks are computed from absolute times only: nothing here counts. Times are
 * ms, those of day since 1970 by the server's clock.
 *
 * @import { Clocks as Times, Terms } from "../types.js"
 */

import { t, tn } from "../../i18n.js";

/** Drift of devices' clocks, as a share of the time that passes. */
const DRIFT = 1e-4;
/**
 * The device's clock was set if it moved this many ms otherwise than time passed; the server's, if it shows this many less
 * than in the message before.
 */
const PUT = 500;

export class ServerTime {
  /**
   * @param {() => number} [here] the device's clock, ms since 1970
   * @param {() => number} [passed] ms that nobody can put back
   */
  constructor(here = Date.now, passed = () => performance.now()) {
    this.here = here;
    this.passed = passed;
    this.offset = -Infinity;
    this.since = passed();
    this.put = 0;
    this.told = -Infinity;
  }

  /** ms since 1970 by the server's clock; by the device's before the first message. */
  get now() {
    return this.here() + (Number.isFinite(this.offset) ? this.offset : 0);
  }

  /** @param {number} told the server's clock, from a message that arrives now */
  heard(told) {
    const [here, passed] = [this.here(), this.passed()];
    const put = here - passed;
    const anew = Math.abs(put - this.put) > PUT || this.told - told > PUT;
    const known = anew ? -Infinity : this.offset - DRIFT * (passed - this.since);
    this.offset = Math.max(known, told - here);
    this.since = passed;
    this.put = put;
    this.told = told;
  }
}

const [SECOND, MINUTE, HOUR, DAY] = [1000, 60_000, 3_600_000, 86_400_000];
/** Below this a clock shows tenths. */
const TENTHS = 10 * SECOND;
/** A clock is low below this many ms, or below this share of what it had at first. */
const [LOW, LOW_PART] = [20 * SECOND, 0.1];

/**
 * Time that a role has left at `now`; 0 when its time is up.
 * @param {Times} clocks
 * @param {string} role
 * @param {number} now
 */
export function leftAt({ at, left, running, paused, suspended = {} }, role, now) {
  const since = running.includes(role) ? Math.max(at, suspended[role] ?? 0) : role in paused ? Math.max(at, paused[role]) : Infinity;
  return Math.max(0, left[role] - Math.max(0, now - since));
}

/**
 * "2 days 3 h", "3 days", "1:04:09", "4:07", "0:09.3", "0:00"
 * @param {number} left
 */
export function clockText(left) {
  const seconds = Math.floor((left % MINUTE) / SECOND);
  const minutes = Math.floor((left % HOUR) / MINUTE);
  const hours = Math.floor((left % DAY) / HOUR);
  if (left >= DAY) {
    const days = daysText(Math.floor(left / DAY));
    return hours ? t("{days} {n} h", { days, n: hours }) : days;
  }
  if (left >= HOUR) return `${hours}:${two(minutes)}:${two(seconds)}`;
  if (left < 100) return "0:00";
  if (left < TENTHS) return `0:${two(seconds)}.${Math.floor((left % SECOND) / 100)}`;
  return `${minutes}:${two(seconds)}`;
}

/**
 * Time in ms until a running clock shows something else; Infinity at its end.
 * @param {number} left
 */
export function untilNext(left) {
  if (left <= 0) return Infinity;
  return (left % (left >= DAY ? HOUR : left < TENTHS ? 100 : SECOND)) + 1;
}

/**
 * Time as it is said: "2 days 3 h", "1 minute", "20 seconds"
 * @param {number} left
 */
export function spokenTime(left) {
  if (left >= DAY) return clockText(left);
  const minutes = Math.round(left / MINUTE);
  if (minutes >= 120) return tn("{n} hour", "{n} hours", Math.round(left / HOUR));
  if (left > 90 * SECOND) return tn("{n} minute", "{n} minutes", minutes);
  const seconds = Math.round(left / SECOND);
  return seconds === 60 ? tn("{n} minute", "{n} minutes", 1) : tn("{n} second", "{n} seconds", seconds);
}

/**
 * The time of a role, which a handicap may shorten.
 * @param {Terms} terms
 * @param {string} role
 */
export function timeOf({ time, handicap }, role) {
  return handicap?.time && handicap.role !== role ? handicap.time : time;
}

/** @param {Terms["time"]} time what a player has at first; for a turn, or for the match */
export function allowance(time) {
  if (!time) return Infinity;
  return time.kind === "days" ? time.days * DAY : time.minutes * MINUTE;
}

/**
 * Times below which a player is warned, the longer first.
 * @param {Terms["time"]} time
 */
export function warnings(time) {
  return [...new Set([Math.max(LOW, allowance(time) * LOW_PART), LOW])];
}

/**
 * Text of a countdown: "4:32", "43 s"
 * @param {number} ms
 */
export function countdown(ms) {
  const seconds = Math.max(0, Math.ceil(ms / SECOND));
  return seconds < 60 ? t("{n} s", { n: seconds }) : clockText(seconds * SECOND);
}

/**
 * Time in ms until a countdown reads differently.
 * @param {number} ms
 */
export const untilCounted = (ms) => ((ms - 1) % SECOND) + 1;

/** @param {number} n */
const daysText = (n) => tn("{n} day", "{n} days", n);

/** @param {number} n */
const two = (n) => String(n).padStart(2, "0");
