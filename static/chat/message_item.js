/**
 * One message in the list of the chat. Its text is set as text: no markup, no links.
 *
 * @import { ChatMessage } from "../match/types.js"
 */

import { make } from "../match/dom.js";
import { language } from "../i18n.js";
import { isReaction, wordsOf } from "./chat_words.js";

const icons = () => document.querySelector("use[href*='icons.svg']")?.getAttribute("href")?.split("#")[0] ?? "";
const SVG = "http://www.w3.org/2000/svg";

/**
 * @param {ChatMessage} message
 * @param {string} name of the sender
 * @param {boolean} isMine
 */
export function messageItem(message, name, isMine) {
  const time = make("time", { datetime: new Date(message.at).toISOString() }, clockTime(message.at));
  const item = make("li", { class: "chat-message" }, make("b", {}, make("bdi", {}, name)), " ", said(message), " ", time);
  if (isMine) item.dataset.mine = "";
  item.dataset.number = String(message.number);
  return item;
}

/**
 * Content of a message: its text, or a drawn reaction with its name for screen readers.
 * @param {ChatMessage} message
 */
export function said(message) {
  if (!isReaction(message.phrase)) return make("bdi", {}, wordsOf(message));
  return make("span", { role: "img", "aria-label": wordsOf(message) }, icon(message.phrase ?? ""));
}

/** Icon of the site by its name. @param {string} name */
export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  const use = document.createElementNS(SVG, "use");
  for (const [key, value] of Object.entries({ class: "icon", viewBox: "0 0 20 20", width: "20", height: "20", "aria-hidden": "true" })) {
    svg.setAttribute(key, value);
  }
  use.setAttribute("href", `${icons()}#${name}`);
  svg.append(use);
  return svg;
}

/** Formats of a time, by whether it names the day: to make one takes longer than the rest of a message. */
const formats = /** @type {Map<boolean, Intl.DateTimeFormat>} */ (new Map());

/** @param {number} at */
function clockTime(at) {
  const isToday = new Date(at).toDateString() === new Date().toDateString();
  let format = formats.get(isToday);
  if (!format) {
    const day = isToday ? {} : /** @type {const} */ ({ day: "numeric", month: "short" });
    format = new Intl.DateTimeFormat(language, { ...day, hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
    formats.set(isToday, format);
  }
  return format.format(at);
}
