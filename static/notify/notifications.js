/**
 * Browser notifications of events while nobody looks at the page. Only people who enable them in this browser are asked
 * for permission, and get any.
 *
 * @typedef {"on" | "off" | "refused" | "insecure" | "unknown"} Standing   unknown: this browser shows none for pages
 *
 * @typedef {Object} News
 * @property {string} about   a later notification about the same replaces this one
 * @property {number} since   time of the server in ms; nothing is notified twice, in any tab
 * @property {string} words
 * @property {string} [more]
 */

import { preference, setPreference } from "../preferences.js";

const TOLD = "told";
/** Number of the newest notifications that are remembered. */
const MOST = 50;

/** @returns {Standing} */
export function standing() {
  if (!globalThis.isSecureContext) return "insecure";
  if (!isKnown()) return "unknown";
  if (Notification.permission === "denied") return "refused";
  return preference("notifications") === "on" && Notification.permission === "granted" ? "on" : "off";
}

/** Whether this browser shows any. On Android only service workers can: pages that try throw. Without permission this shows nothing. */
function isKnown() {
  if (!("Notification" in globalThis)) return false;
  if ("PushManager" in globalThis) return true;
  if (Notification.permission === "granted") return true;
  try {
    new Notification("").close();
    return true;
  } catch {
    return false;
  }
}

/**
 * Asks for permission if the browser doesn't know it yet. Call it after the person's own choice.
 * @returns {Promise<Standing>}
 */
export async function switchOn() {
  if (standing() === "off" && (await Notification.requestPermission()) === "granted") setPreference("notifications", "on");
  return standing();
}

/**
 * Shows a notification if the page is hidden and the person wants any.
 * @param {News} news
 * @param {() => void} [open] effect of a click besides bringing the page to the front
 */
export function notify({ about, since, words, more = "" }, open) {
  // The service worker tells of all but the chat.
  if (preference("push") === "on" && !about.startsWith("chat ")) return;
  if (!document.hidden || standing() !== "on" || isTold(about, since)) return;
  const shown = made(about, words, more);
  if (!shown) return;
  shown.addEventListener("click", () => {
    shown.close();
    window.focus();
    open?.();
  });
}

/**
 * @param {string} tag
 * @param {string} words
 * @param {string} body
 * @returns {Notification | null} null where pages can't make any
 */
function made(tag, words, body) {
  const icon = document.querySelector("link[rel=apple-touch-icon]")?.getAttribute("href") ?? undefined;
  try {
    return new Notification(words, { body, tag, icon });
  } catch {
    return null;
  }
}

/**
 * Stores that this was notified; returns whether it had been before.
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
    // Without storage it may be notified twice.
  }
  return false;
}
