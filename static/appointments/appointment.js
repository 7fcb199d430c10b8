/**
 * Pages of appointments: times in the reader's own zone, the zone of a time that is typed, and changes by the other one.
 */

import { sendOnce } from "../forms/submit_once.js";
import { getJson } from "../http.js";
import { showLocalTimes } from "../local_time.js";

/** Time in ms between two questions whether anything has changed. */
const EVERY = 5_000;

const { timeZone } = Intl.DateTimeFormat().resolvedOptions();

for (const part of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".time-field"))) {
  const zone = part.querySelector("input[name=zone]");
  const hint = part.querySelector(".hint");
  if (!(zone instanceof HTMLInputElement) || !hint || !timeZone) continue;
  zone.value = timeZone;
  hint.textContent = (part.dataset.words ?? "").replace("{zone}", timeZone.replaceAll("_", " "));
}

/** @param {HTMLElement} page */
function follow(page) {
  const { state = "", shown = "" } = page.dataset;
  const look = async () => {
    if (document.hidden || isTyping(page)) return;
    const now = await getJson(state).catch(() => null);
    if (now?.address) location.assign(now.address);
    else if (now && now.shown !== shown && !isTyping(page)) location.reload();
  };
  setInterval(look, EVERY);
  document.addEventListener("visibilitychange", look);
}

/** @param {HTMLElement} page whether its form of another time is in use: a reload would lose what is typed */
function isTyping(page) {
  return page.querySelector(".sure[open] form") !== null;
}

sendOnce();
showLocalTimes();
const page = document.getElementById("appointment");
if (page?.dataset.state) follow(page);
