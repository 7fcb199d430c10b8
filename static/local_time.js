/** Times of the next days in the reader's own time zone: the server writes them in UTC. */

import { language } from "./i18n.js";

const DAYS = 6 * 24 * 60 * 60 * 1000;

/** @param {HTMLTimeElement} time with `datetime`; after a few days, the weekday alone could be today's */
export function showLocalTime(time) {
  const at = new Date(time.dateTime);
  const far = at.getTime() - Date.now() > DAYS;
  time.textContent = at.toLocaleString(language, {
    weekday: "long",
    ...(far && { day: "numeric", month: "long" }),
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
}

export function showLocalTimes() {
  for (const time of document.querySelectorAll("time[data-local]")) showLocalTime(/** @type {HTMLTimeElement} */ (time));
}
