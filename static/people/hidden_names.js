/**
 * Lists without the names of strangers: each name is marked with `data-of`, the id of its player. Loaded where the viewer hides them.
 */

import { t } from "../i18n.js";
import { isHidden } from "./strangers.js";

/** Replaces the names of strangers on the page, now and when others come. */
export function hideNames() {
  hideWithin(document.body);
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const node of addedNodes) if (node instanceof Element) hideWithin(node);
  }).observe(document.body, { childList: true, subtree: true });
}

/** @param {Element} root */
function hideWithin(root) {
  for (const node of [root, ...root.querySelectorAll("[data-of]")]) {
    const player = node.getAttribute("data-of");
    if (player === null || node.hasAttribute("data-checked")) continue;
    const name = node.textContent ?? "";
    node.setAttribute("data-checked", "");
    if (isHidden(player) && name) replaceIn(node.closest("li, .watched-seat") ?? node, name, t("Player"));
  }
}

/**
 * Replaces a name in all texts of a line: who plays, who won, and what its buttons do.
 * @param {Element} line
 * @param {string} name
 * @param {string} other
 */
function replaceIn(line, name, other) {
  const sign = name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const whole = new RegExp(`(?<![\\p{L}\\p{N}])${sign}(?![\\p{L}\\p{N}])`, "gu");
  const texts = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    if (text.nodeValue?.includes(name)) text.nodeValue = text.nodeValue.replace(whole, other);
  }
}
