/**
 * Web push of this browser: notifications with the site closed, sent by games_app/notify/push_sender.py.
 *
 * @typedef {[number, number] | null} QuietHours   local hours from which and until which nothing comes
 * @typedef {{key: string | null, on: boolean, quiet: QuietHours}} PushState   see games_app/notify/pages/push.py
 */

import { getJson, postJson } from "../http.js";
import { preference, setPreference } from "../preferences.js";

/** Time in ms after which a service worker that has not come counts as missing. */
const PATIENCE = 10_000;
const KEPT = "push-kept";
const A_DAY = 24 * 60 * 60 * 1000;

/** Where browsers are subscribed; every page of a site that sends any names it. */
const address = () => /** @type {HTMLElement} */ (document.getElementById("notifications")).dataset.push ?? "";

/** Whether this browser can get any. On an iPhone or iPad only an installed app can. */
export function isPossible() {
  return address() !== "" && globalThis.isSecureContext && "serviceWorker" in navigator && "PushManager" in globalThis;
}

/** Whether this is a browser that first has to put the site on the home screen. */
export function needsInstallation() {
  return !("PushManager" in globalThis) && /iPhone|iPad/.test(navigator.userAgent);
}

/** @returns {Promise<PushState>} what the site knows of this browser */
export function state() {
  return getJson(address());
}

/**
 * Subscribes this browser, or changes its quiet hours. Ask for the permission first.
 * @param {QuietHours} [quiet]
 * @returns {Promise<PushState>} rejected if the site, the browser or its push service can't
 */
export async function subscribe(quiet = null) {
  const { key } = await state();
  if (!key) throw new Error("This site sends none to this visitor.");
  const { pushManager } = await registration();
  const present = await pushManager.getSubscription();
  const subscription = present ?? (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }));
  const told = await send(subscription, quiet);
  setPreference("push", "on");
  return told;
}

/** Ends the subscription of this browser. */
export async function unsubscribe() {
  setPreference("push", "off");
  await postJson(`${address()}/off`);
  await (await registration()).pushManager.getSubscription().then((subscription) => subscription?.unsubscribe());
}

/** @param {number} turns matches that wait for the player; the number on the app's icon */
export function setBadge(turns) {
  if ("setAppBadge" in navigator) navigator.setAppBadge(turns).catch(() => {});
}

/** Compares once a day what the browser and the site know: either may have forgotten the other. */
export async function keep() {
  if (preference("push") !== "on" || !isPossible() || Date.now() - Number(localStorage.getItem(KEPT)) < A_DAY) return;
  const [{ key, on, quiet }, subscription] = await Promise.all([state(), registration().then(({ pushManager }) => pushManager.getSubscription())]);
  if (!key || !subscription) setPreference("push", "off");
  else if (!on) await send(subscription, quiet);
  localStorage.setItem(KEPT, String(Date.now()));
}

/**
 * @param {PushSubscription} subscription
 * @param {QuietHours} quiet
 * @returns {Promise<PushState>}
 */
function send(subscription, quiet) {
  const { endpoint = "", keys: { p256dh = "", auth = "" } = {} } = subscription.toJSON();
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return postJson(address(), { endpoint, p256dh, auth, zone, quiet });
}

/** @returns {Promise<ServiceWorkerRegistration>} */
function registration() {
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error("There is no service worker.")), PATIENCE);
    navigator.serviceWorker.ready.then(resolve, reject);
  });
}
