/**
 * Service worker: shows notifications, keeps static files at hand, and what can be read without a network.
 *
 * Pages come from the network. Only without one they come from the store, and only those that the site marks as lasting (rules,
 * guides, matches that are over): a live page is never answered with something old. The site puts SITE before this text
 * (games_app/pages/app.py), so that each release is a new worker. It takes over at once, and disturbs no open page: the addresses
 * of static files change with their content, so those of earlier releases stay valid.
 *
 * @typedef {{name: string, offline: string, icon: string, static: string, chunks: string[]}} Site   addresses; chunks: all scripts of this release
 * @typedef {{id: string, tag: string, title: string, unnamed: string, body: string, path: string, at: number, turns: number}} Told   see push_messages.py
 */

const worker = /** @type {any} */ (globalThis);
/** @type {Site} */
const site = worker.SITE;

/** Static files, of all releases whose pages may be open. */
const FILES = "files";
/** Pages and data that somebody has seen; deleted when they sign out (static/app/registration.js). */
const PAGES = "pages";
/** Number of stored entries of each kind; the oldest ones above it are deleted. */
const MOST = /** @type {Record<string, number>} */ ({ [FILES]: 500, [PAGES]: 300 });
/** Number of notifications that are remembered, so that none is shown twice. */
const MOST_TOLD = 50;
/** Header of the site's answers that last. */
const LASTS = "Lasts";
/** The notification for a message without content: browsers want each to be seen. @type {Told} */
const NOTHING = { id: "", tag: "", title: site.name, unnamed: "", body: "", path: "/", at: Date.now(), turns: 0 };
const MATCH = /^\/m\/[^/]+$/;

worker.addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil(keepOfflinePage().then(() => worker.skipWaiting()));
});

worker.addEventListener("activate", (/** @type {any} */ event) => {
  // The browser asks for a page while this worker is still waking up.
  event.waitUntil(Promise.all([worker.clients.claim(), worker.registration.navigationPreload?.enable()]));
});

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (url.pathname.startsWith(site.static)) event.respondWith(file(request));
  else if (request.mode === "navigate" || isData(url.pathname)) event.respondWith(page(request, event.preloadResponse));
});

worker.addEventListener("push", (/** @type {any} */ event) => {
  event.waitUntil(tell(event.data?.json() ?? NOTHING));
});

worker.addEventListener("notificationclick", (/** @type {any} */ event) => {
  event.notification.close();
  event.waitUntil(openPage(event.notification.data.path));
});

/** @param {string} path whether it is data of a match, which its page fetches */
const isData = (path) => /^\/m\/[^/]+\/(events|summary|ratings)$/.test(path);

/**
 * A static file, from the store if it is there: its content never changes.
 * @param {Request} request
 */
async function file(request) {
  const files = await caches.open(FILES);
  const kept = await files.match(request.url);
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok && response.headers.get("Cache-Control")?.includes("immutable")) await put(FILES, request.url, response.clone());
  return response;
}

/**
 * A page, or data of a match, from the network; without one from the store.
 * @param {Request} request
 * @param {Promise<Response | undefined>} asked the answer to a page that the browser has asked for already
 */
async function page(request, asked) {
  try {
    const response = (await asked) ?? (await fetch(request));
    await note(request, response);
    return response;
  } catch (error) {
    const pages = await caches.open(PAGES);
    const kept = await pages.match(request.url, { ignoreVary: true });
    if (kept) return kept;
    if (request.mode !== "navigate") throw error;
    return (await (await caches.open(FILES)).match(site.offline, { ignoreVary: true })) ?? Response.error();
  }
}

/**
 * Stores an answer that lasts; forgets an earlier one that does so no longer.
 * @param {Request} request
 * @param {Response} response
 */
async function note(request, response) {
  if (response.redirected || response.type !== "basic") return;
  const { pathname } = new URL(request.url);
  if (!response.ok || !response.headers.has(LASTS)) {
    if (response.status < 500 && response.status !== 429) await (await caches.open(PAGES)).delete(request.url, { ignoreVary: true });
    return;
  }
  await put(PAGES, request.url, response.clone());
  if (request.mode === "navigate") void keepParts(response.clone(), pathname).catch(() => {});
  else void keepMatch(pathname.replace(/\/[^/]+$/, "")).catch(() => {});
}

/**
 * Stores what a page needs: its static files, all scripts (it imports some later), and the moves of a match.
 * @param {Response} response
 * @param {string} path
 */
async function keepParts(response, path) {
  await keepFiles(filesIn(await response.text()));
  await keepFiles(site.chunks);
  if (MATCH.test(path)) await keep(`${path}/events`);
}

/**
 * Stores the page of a match whose data last: it has just ended.
 * @param {string} path
 */
async function keepMatch(path) {
  if (!(await (await caches.open(PAGES)).match(path, { ignoreVary: true }))) await keepParts(await keep(path), path);
}

/**
 * Fetches and stores what lasts.
 * @param {string} path
 */
async function keep(path) {
  const response = await fetch(path);
  if (response.ok && !response.redirected && response.headers.has(LASTS)) await put(PAGES, new URL(path, location.origin).href, response.clone());
  return response;
}

async function keepOfflinePage() {
  const response = await fetch(site.offline, { cache: "reload" });
  if (!response.ok) return;
  const files = filesIn(await response.clone().text());
  await put(FILES, new URL(site.offline, location.origin).href, response);
  await keepFiles([...files, site.icon]);
}

/** @param {string} html @returns {string[]} addresses of the static files that it names */
const filesIn = (html) => [...new Set(html.match(new RegExp(`${site.static}[^"'\\s)<>&#]+`, "g")))];

/** @param {string[]} paths */
async function keepFiles(paths) {
  const files = await caches.open(FILES);
  for (const path of paths) {
    if (!(await files.match(path))) await file(new Request(path)).catch(() => {});
  }
}

/**
 * @param {string} name
 * @param {string} address
 * @param {Response} response
 */
async function put(name, address, response) {
  const store = await caches.open(name);
  await store.delete(address, { ignoreVary: true });
  await store.put(address, response);
  const stored = await store.keys();
  // The offline page stays: it is stored once for each release.
  const old = stored.filter(({ url }) => new URL(url).pathname !== site.offline).slice(0, Math.max(0, stored.length - MOST[name]));
  await Promise.all(old.map((request) => store.delete(request, { ignoreVary: true })));
}

/**
 * Shows a notification, unless it was shown before or its page is being looked at.
 * @param {Told} told
 */
async function tell(told) {
  await badge(told.turns);
  if (told.id && (await isTold(told.id))) return;
  /** @type {any[]} */
  const windows = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (windows.some(({ url, visibilityState }) => visibilityState === "visible" && new URL(url).pathname === told.path)) return;
  const { unnamed, body, tag, path, at } = told;
  const title = unnamed && (await hidesNames()) ? unnamed : told.title;
  await worker.registration.showNotification(title, { body, tag, renotify: true, timestamp: at, icon: site.icon, data: { path } });
}

/** Whether this browser shows no names of strangers: a choice in its settings (static/preferences.js). */
async function hidesNames() {
  const kept = await worker.cookieStore?.get("preferences").catch(() => null);
  return new URLSearchParams(kept?.value).get("people") === "unnamed";
}

/** @param {number} turns number on the app's icon */
async function badge(turns) {
  const { navigator } = worker;
  await navigator.setAppBadge?.(turns).catch(() => {});
}

/**
 * Stores that this was shown; returns whether it had been before. A push service that has not answered gets a message again.
 * @param {string} id
 */
async function isTold(id) {
  const store = await caches.open(PAGES);
  const address = new URL("/push/told", location.origin).href;
  /** @type {string[]} */
  const told = await store.match(address).then((kept) => kept?.json() ?? []);
  if (told.includes(id)) return true;
  await store.put(address, new Response(JSON.stringify([...told, id].slice(-MOST_TOLD))));
  return false;
}

/** @param {string} path brings its page to the front, or opens it */
async function openPage(path) {
  /** @type {any[]} */
  const windows = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const open = windows.find(({ url }) => new URL(url).pathname === path);
  await (open ? open.focus() : worker.clients.openWindow(path));
}
