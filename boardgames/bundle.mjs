/**
 * Makes the bundle: `node boardgames/bundle.mjs FOLDER SOURCES`, started by bundle.py. SOURCES, a digest of static/,
 * goes into the manifest.
 */

import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { bundle as bundleSheet } from "lightningcss";
import { rolldown } from "rolldown";

const STATIC = "static";

/** Scripts that pages name in {% modules %}. */
const SCRIPTS = [
  "app/install.js",
  "app/offline.js",
  "appointments/appointment.js",
  "clubs/club.js",
  "clubs/question.js",
  "clubs/round.js",
  "learn/guide_offer.js",
  "learn/lesson.js",
  "learn/sowing.js",
  "analysis/board/analysis_board.js",
  "samples/home.js",
  "forms/new_match.js",
  "host/backup.js",
  "lobby/offers.js",
  "forms/plain_form.js",
  "forms/retry_button.js",
  "samples/rules_page.js",
  "lobby/waiting_room.js",
  "match/page.js",
  "people/friends.js",
  "people/holidays.js",
  "people/passkeys.js",
  "people/return_phrase.js",
  "analysis/puzzles/puzzle.js",
  "analysis/puzzles/rush.js",
  "settings_dialog.js",
  "study/screen.js",
  "tournaments/tournament.js",
  "watch/embed.js",
  "watch/screen.js",
  "watch/wall.js",
  ...readdirSync(join(STATIC, "games")).map((slug) => `games/${slug}/game.js`).filter((script) => existsSync(join(STATIC, script))),
];

/** @type {Record<string, string[]>} the sheets of each page that {% styles %} names, in their order */
const PAGE_SHEETS = JSON.parse(readFileSync(join(STATIC, "css/pages.json"), "utf8"));

/** Style sheets that pages fetch later. */
const LATE_SHEETS = ["review", "room", "study", "beside", "warning", "chat", "explorer", "settings", "other_woods"];

/** Files that browsers get unchanged. */
const COPIED = ["early_clicks.js", "icons", "service_worker.js"];

/** The face of titles with its licence: files of the bundle -> of the package. */
const TITLE_FACE = {
  "fonts/title.woff2": "node_modules/@fontsource/alegreya/files/alegreya-latin-500-normal.woff2",
  "fonts/OFL.txt": "node_modules/@fontsource/alegreya/LICENSE",
};

/** Those of pages without a board. */
const PLAIN = ["app/install.js", "app/offline.js", "appointments/appointment.js", "learn/guide_offer.js", "forms/retry_button.js", "forms/new_match.js", "forms/plain_form.js", "people/passkeys.js", "settings_dialog.js"];

const MATCH = "match/page.js";

/** What is shared by parts that few people want, and comes with these alone. */
const SELDOM = "notify/notifications.js";

/** What the modules of some games share. */
const BY_HAND = "boards/input/hand_sowing.js";

/** What pages with a form share; the page of a match does without it. */
const FORMS = "forms/submit_once.js";

/** Small, and shared by lists of offers and late parts of the match page, which would need a request more. */
const LOCAL_TIME = "local_time.js";

const [folder, sources] = process.argv.slice(2);

/**
 * The chunk in which a module comes: what nearly every page has, what pages with a board share, and what the match page has, which
 * its later parts find there. Anything else comes with its only user, or by itself.
 * @param {string} id
 * @param {import("rolldown").ChunkingContext} modules
 */
function chunkOf(id, modules) {
  const users = usersOf(id, modules);
  if (id === pathOf(SELDOM)) return "notifications";
  if (id === pathOf(FORMS)) return "forms";
  if (id === pathOf(LOCAL_TIME) || (users.size > 1 && isAny(PLAIN, users))) return "base";
  if (id === pathOf(BY_HAND)) return "board";
  if (!users.has(pathOf(MATCH))) return null;
  return isAny(SCRIPTS.filter((script) => script !== MATCH), users) || isOfBoards(users) ? "board" : "match-page";
}

/**
 * The pages' scripts and later imported modules that need this one.
 * @param {string} id
 * @param {import("rolldown").ChunkingContext} modules
 * @param {Set<string>} found
 * @param {Set<string>} seen
 */
function usersOf(id, modules, found = new Set(), seen = new Set()) {
  if (seen.has(id)) return found;
  seen.add(id);
  const { isEntry, importers, dynamicImporters } = modules.getModuleInfo(id);
  if (isEntry || dynamicImporters.length) found.add(id);
  for (const importer of importers) usersOf(importer, modules, found, seen);
  return found;
}

/**
 * @param {string[]} scripts
 * @param {Set<string>} users
 */
function isAny(scripts, users) {
  return scripts.some((script) => users.has(pathOf(script)));
}

/**
 * Whether a board needs it later, such as for motion, on whatever page.
 * @param {Set<string>} users
 */
function isOfBoards(users) {
  return [...users].some((user) => user.startsWith(pathOf("boards") + sep));
}

/** @param {string} file in static/ */
function pathOf(file) {
  return resolve(STATIC, file);
}

/** @returns {Promise<Record<string, string[]>>} a page's script -> its chunk, then all its imports */
async function bundleScripts() {
  const input = Object.fromEntries(SCRIPTS.map((script) => [script.replace(".js", "").replaceAll("/", "-"), pathOf(script)]));
  const modules = await rolldown({ input, preserveEntrySignatures: false });
  const { output } = await modules.write({
    dir: folder,
    minify: true,
    entryFileNames: "chunks/[name]-[hash].js",
    chunkFileNames: "chunks/[name]-[hash].js",
    codeSplitting: { groups: [{ name: chunkOf, debugName: "by use" }], includeDependenciesRecursively: false },
  });
  const chunks = output.filter(({ type }) => type === "chunk");
  const imports = new Map(chunks.map((chunk) => [chunk.fileName, chunk.imports]));
  const scripts = chunks.filter(({ isEntry }) => isEntry);
  // A script that lies in a shared chunk has one of its own that only imports that: pages name the shared one instead.
  const hollow = scripts.filter(({ moduleIds }) => !moduleIds.length).map(({ fileName }) => fileName);
  for (const fileName of hollow) rmSync(join(folder, fileName));
  return Object.fromEntries(scripts.map(({ facadeModuleId, fileName }) => [
    relative(pathOf("."), facadeModuleId).replaceAll(sep, "/"), [...gather(fileName, imports)].filter((chunk) => !hollow.includes(chunk)),
  ]));
}

/**
 * The chunk and all its direct and indirect imports.
 * @param {string} chunk
 * @param {Map<string, string[]>} imports
 * @param {Set<string>} found
 */
function gather(chunk, imports, found = new Set()) {
  if (found.has(chunk)) return found;
  found.add(chunk);
  for (const other of imports.get(chunk) ?? []) gather(other, imports, found);
  return found;
}

function bundleSheets() {
  mkdirSync(join(folder, "css/pages"), { recursive: true });
  for (const [page, sheets] of Object.entries(PAGE_SHEETS)) writeFileSync(join(folder, `css/pages/${page}.css`), sheets.map(minified).join(""));
  for (const sheet of LATE_SHEETS) writeFileSync(join(folder, `css/${sheet}.css`), minified(sheet));
}

/**
 * The text of a sheet in static/css, with those that it imports.
 * @param {string} sheet
 */
function minified(sheet) {
  return bundleSheet({ filename: pathOf(`css/${sheet}.css`), minify: true }).code.toString();
}

const scripts = await bundleScripts();
bundleSheets();
for (const name of COPIED) cpSync(join(STATIC, name), join(folder, name), { recursive: true });
for (const [name, source] of Object.entries(TITLE_FACE)) cpSync(source, join(folder, name));
writeFileSync(join(folder, "bundle.json"), JSON.stringify({ sources, scripts }));
