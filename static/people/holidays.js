/** Page of a player's holidays: the days are those of the browser's time zone, and the first one is today unless chosen. */

import "../forms/plain_form.js";

const zone = document.querySelector("[data-zone]");
if (zone instanceof HTMLInputElement) zone.value = Intl.DateTimeFormat().resolvedOptions().timeZone;
const now = new Date();
const today = [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
for (const day of document.querySelectorAll("input[type=date]")) {
  if (!(day instanceof HTMLInputElement)) continue;
  day.min = today;
  day.value ||= today;
}
