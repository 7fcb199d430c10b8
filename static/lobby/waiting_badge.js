/** The number beside "Play" in the navigation: how many others wait in the lobby. Where a socket is open, it stays up to date. */

import { tn } from "../i18n.js";

/** @param {number} others */
export function showWaiting(others) {
  const badge = /** @type {HTMLElement | null} */ (document.querySelector(".badge.of-others"));
  if (!badge) return; // an invitation has its place
  const words = document.createElement("span");
  words.className = "unseen";
  words.textContent = ` ${tn("person is waiting", "people are waiting", others)}`;
  badge.replaceChildren(String(others), words);
  badge.hidden = others === 0;
}
