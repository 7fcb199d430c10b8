/** Times of the next days in the reader's own time zone: the server writes them in UTC. */

import { language } from "./i18n.js";

const DAYS = 6 * 24 * 60 * 60 * 1000;

/**
 * "Saturday 18:05", "Saturday 5 December, 18:05": after a few days, the weekday alone could be today's.
 * @param {number} ms since 1970
 * @param {boolean} [dated] true to name the date and the time zone in any case
 */
export function localTime(ms, dated = false) {
  const far = dated || Math.abs(ms - Date.now()) > DAYS;
  return new Date(ms).toLocaleString(language, {
    weekday: "long",
    ...(far && { day: "numeric", month: "long" }),
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    ...(dated && { timeZoneName: "short" }),
  });
}

/**
 * "Saturday 5 December": the last day before this time.
 * @param {number} ms since 1970
 */
export function lastDay(ms) {
  return new Date(ms - 1).toLocaleDateString(language, { weekday: "long", day: "numeric", month: "long" });
}

/** @param {HTMLTimeElement} time with `datetime`; `data-local="date"`: with the date and the time zone */
export function showLocalTime(time) {
  time.textContent = localTime(new Date(time.dateTime).getTime(), time.dataset.local === "date");
}

export function showLocalTimes() {
  for (const time of document.querySelectorAll("time[data-local]")) showLocalTime(/** @type {HTMLTimeElement} */ (time));
}
