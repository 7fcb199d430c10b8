/**
 * Names of strangers, for viewers who don't want to see them: everybody but themselves, their friends and the computer. The server names those
 * whom they know in `data-known` of the page, and marks each name in a list with `data-of`, the id of its player. Ratings are hidden by styles.
 */

import { t } from "../i18n.js";

/** Whether this is the id of a stranger whose name the viewer doesn't want to see. @param {string} [player] */
export function isHidden(player) {
  const known = globalThis.document?.documentElement?.dataset.known;
  return known !== undefined && !!player && !known.split(" ").includes(player);
}

/** Whether the viewer sees no names of strangers. */
export const hidesNames = () => globalThis.document?.documentElement?.dataset.known !== undefined;

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
    if (player === null || node.hasAttribute("data-told")) continue;
    const name = node.textContent ?? "";
    node.setAttribute("data-told", "");
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
