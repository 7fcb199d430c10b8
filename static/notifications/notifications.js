/**
 * Notifications of the browser about what happens while nobody looks at the page. Only who switches them on in this browser is
 * asked for consent, and gets any.
 *
 * @typedef {"on" | "off" | "refused" | "insecure" | "unknown"} Standing   unknown: this browser shows none for pages
 *
 * @typedef {Object} News
 * @property {string} about   a later notification about the same replaces this one
 * @property {number} since   time of the server in ms; what was told already is not told again, in whichever tab
 * @property {string} words
 * @property {string} [more]
 */

import { preference, setPreference } from "../preferences.js";

const TOLD = "told";
/** Newest entries kept of what was told. */
const MOST = 50;

/** @returns {Standing} */
export function standing() {
  if (!globalThis.isSecureContext) return "insecure";
  if (!isKnown()) return "unknown";
  if (Notification.permission === "denied") return "refused";
  return preference("notifications") === "on" && Notification.permission === "granted" ? "on" : "off";
}

/** Whether pages can make them: on Android they throw. Without consent nothing is shown by this. */
function isKnown() {
  if (!("Notification" in globalThis)) return false;
  if (Notification.permission === "granted") return true;
  try {
    new Notification("").close();
    return true;
  } catch {
    return false;
  }
}

/**
 * Asks for consent where the browser doesn't know it yet. To be called when the person has chosen so.
 * @returns {Promise<Standing>}
 */
export async function switchOn() {
  if (standing() === "off" && (await Notification.requestPermission()) === "granted") setPreference("notifications", "on");
  return standing();
}

/**
 * Shows a notification if the page is hidden and the person wants any.
 * @param {News} news
 * @param {() => void} [open] what a click does beside bringing the page to the front
 */
export function notify({ about, since, words, more = "" }, open) {
  if (!document.hidden || standing() !== "on" || isTold(about, since)) return;
  const icon = document.querySelector("link[rel=apple-touch-icon]")?.getAttribute("href") ?? undefined;
  const shown = new Notification(words, { body: more, tag: about, icon });
  shown.addEventListener("click", () => {
    shown.close();
    window.focus();
    open?.();
  });
}

/**
 * Notes that this has been told; returns whether it had been before.
 * @param {string} about
 * @param {number} since
 */
function isTold(about, since) {
  try {
    /** @type {[string, number][]} */
    const told = JSON.parse(localStorage.getItem(TOLD) ?? "[]");
    if (told.some(([one, at]) => one === about && at >= since)) return true;
    const others = told.filter(([one]) => one !== about);
    localStorage.setItem(TOLD, JSON.stringify([...others, [about, since]].slice(-MOST)));
  } catch {
    // Without storage it may be told twice.
  }
  return false;
}
