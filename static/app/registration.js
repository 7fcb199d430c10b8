/** Registers the service worker once the page is there, and keeps what it stored from the next person in this browser. */

import { preference } from "../preferences.js";

const ADDRESS = "/service-worker.js";
/** Name under which the person of the stored pages is kept. */
const PERSON = "person";
/** Store of the service worker with what somebody has seen. */
export const PAGES = "pages";

/** The page's policy for scripts allows this one address only. */
const address = () => {
  const { trustedTypes } = /** @type {any} */ (globalThis);
  return trustedTypes?.createPolicy("service-worker", { createScriptURL: () => ADDRESS }).createScriptURL("") ?? ADDRESS;
};

async function register() {
  const { person } = document.body.dataset;
  const last = localStorage.getItem(PERSON) ?? "";
  if (person !== undefined && last !== person) {
    // A visitor who begins to play stays the same person.
    if (last) await caches.delete(PAGES);
    localStorage.setItem(PERSON, person);
  }
  await navigator.serviceWorker.register(address(), { updateViaCache: "none" });
  if (preference("push") !== "on") return;
  const { setBadge, keep } = await import("../notify/push.js");
  setBadge(Number(document.querySelector(".turns .badge")?.textContent));
  await keep();
}

/** Without it, or without storage, the site works as well as before. */
export function registerWorker() {
  if (!("serviceWorker" in navigator) || !globalThis.isSecureContext) return;
  const soon = () => setTimeout(() => register().catch(() => {}));
  if (document.readyState === "complete") soon();
  else addEventListener("load", soon, { once: true });
}
