/** Switch of the notifications in the settings dialog: the browser's permission, web push, and its quiet hours. */

import { preference, setPreference } from "../preferences.js";
import { mark, t } from "../i18n.js";
import { standing, switchOn } from "./notifications.js";
import { isPossible, needsInstallation, state, subscribe, unsubscribe } from "./push.js";

/**
 * @import { Standing } from "./notifications.js"
 * @import { QuietHours } from "./push.js"
 */

const WORDS = /** @type {Record<Standing, string>} */ ({
  on: mark("You get them while this page is open in the background."),
  off: mark("While this page is open in the background: your turn, chat, rematches, invitations and players who take your offer."),
  refused: mark("Your browser blocks notifications here. Allow them for this site in its settings, then switch them on."),
  insecure: mark("Browsers allow notifications only on https sites."),
  unknown: mark("This browser doesn't support notifications."),
});
const PUSHED = mark("You get them on this device, even with the site closed.");
const PUSHABLE = mark("On this device, even with the site closed: your turn, invitations, rematches, the end of a game and players who take your offer.");
const INSTALL = mark("On iPhone and iPad, put this site on your home screen first. Then switch notifications on there.");

/**
 * Updates the part of the dialog; the first call activates it.
 * @param {HTMLFieldSetElement} part
 */
export function showSetting(part) {
  if (!part.hasAttribute("data-works")) listen(part);
  const now = standing();
  part.disabled = now === "insecure" || now === "unknown";
  for (const input of part.querySelectorAll("input")) input.checked = (input.value === "on") === (now === "on");
  /** @type {HTMLElement} */ (part.querySelector("p")).textContent = t(words(now));
  if (now === "on" && preference("push") === "on") showQuietHours(part);
  else quietHours(part).hidden = true;
}

/** @param {Standing} now */
function words(now) {
  if (now === "unknown" && needsInstallation()) return INSTALL;
  if (now === "on" && preference("push") === "on") return PUSHED;
  return now === "off" && isPossible() ? PUSHABLE : WORDS[now];
}

/** @param {HTMLFieldSetElement} part */
function listen(part) {
  part.setAttribute("data-works", "");
  part.addEventListener("change", async (event) => {
    // The dialog would store the choice before the browser has asked.
    event.stopPropagation();
    if (event.target instanceof HTMLSelectElement) await subscribe(chosenHours(part)).catch(() => {});
    else if (/** @type {HTMLInputElement} */ (event.target).value === "on") await enable();
    else await disable();
    showSetting(part);
  });
  // A prompt in a match may have subscribed this browser while the dialog was opened.
  document.addEventListener("preference", (event) => {
    if (/** @type {CustomEvent} */ (event).detail.name === "push") showSetting(part);
  });
}

async function enable() {
  // Without a push service, such as in some browsers, notifications come from open pages only.
  if ((await switchOn()) === "on" && isPossible()) await subscribe().catch(() => {});
}

async function disable() {
  setPreference("notifications", "off");
  if (preference("push") === "on") await unsubscribe().catch(() => {});
}

/** @param {HTMLFieldSetElement} part */
const quietHours = (part) => /** @type {HTMLElement} */ (part.querySelector("[data-part=quiet]"));

/**
 * Shows the quiet hours that the site knows.
 * @param {HTMLFieldSetElement} part
 */
async function showQuietHours(part) {
  const told = await state().catch(() => null);
  if (!told?.on) return;
  quietHours(part).hidden = false;
  const [from, until] = selects(part);
  [from.value, until.value] = told.quiet ? told.quiet.map(String) : ["", "7"];
  until.disabled = !told.quiet;
}

/**
 * @param {HTMLFieldSetElement} part
 * @returns {QuietHours}
 */
function chosenHours(part) {
  const [from, until] = selects(part);
  return from.value ? [Number(from.value), Number(until.value)] : null;
}

/** @param {HTMLFieldSetElement} part */
const selects = (part) => [...quietHours(part).querySelectorAll("select")];
