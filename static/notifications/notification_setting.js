/** Switch of the notifications in the settings dialog, and the browser's permission. */

import { setPreference } from "../preferences.js";
import { mark, t } from "../i18n.js";
import { standing, switchOn } from "./notifications.js";

/** @import { Standing } from "./notifications.js" */

const WORDS = /** @type {Record<Standing, string>} */ ({
  on: mark("You get them while this page is open in the background."),
  off: mark("While this page is open in the background: your turn, chat, rematches, invitations and players who take your offer."),
  refused: mark("Your browser blocks notifications here. Allow them for this site in its settings, then switch them on."),
  insecure: mark("Browsers allow notifications only on https sites."),
  unknown: mark("This browser doesn't support notifications."),
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
