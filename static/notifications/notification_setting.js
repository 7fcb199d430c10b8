/** Switch of the notifications in the settings dialog, and the browser's permission. */

import { setPreference } from "../preferences.js";
import { mark, t } from "../i18n.js";
import { standing, switchOn } from "./notifications.js";

/** @import { Standing } from "./notifications.js" */

const WORDS = /** @type {Record<Standing, string>} */ ({
  on: mark("They come while this page is open and you look elsewhere."),
  off: mark("While this page is open and you look elsewhere: your turn, chat, rematches, invitations, somebody who takes your offer."),
  refused: mark("Your browser refuses them here. Allow notifications for this address in its settings, then switch them on."),
  insecure: mark("Browsers show them only for addresses with https."),
  unknown: mark("This browser shows none for pages."),
});

/**
 * Updates the part of the dialog; the first call activates it.
 * @param {HTMLFieldSetElement} part
 */
export function showSetting(part) {
  if (!part.hasAttribute("data-works")) listen(part);
  const now = standing();
  part.disabled = now === "insecure" || now === "unknown";
  for (const input of part.querySelectorAll("input")) input.checked = (input.value === "on") === (now === "on");
  /** @type {HTMLElement} */ (part.querySelector("p")).textContent = t(WORDS[now]);
}

/** @param {HTMLFieldSetElement} part */
function listen(part) {
  part.setAttribute("data-works", "");
  part.addEventListener("change", async (event) => {
    // The dialog would store the choice before the browser has asked.
    event.stopPropagation();
    if (/** @type {HTMLInputElement} */ (event.target).value === "on") await switchOn();
    else setPreference("notifications", "off");
    showSetting(part);
  });
}
