/**
 * Makes the bundle: `node boardgames/bundle.mjs FOLDER SOURCES`, started by bundle.py. SOURCES, a digest of static/,
 * goes into the manifest.
 */

import { cpSync, existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { bundle as bundleSheet } from "lightningcss";
import { rolldown } from "rolldown";

const STATIC = "static";

/** Scripts that pages name in {% modules %}. */
const SCRIPTS = [
  "learn/guide_offer.js",
  "learn/lesson.js",
  "lobby/free_board.js",
  "lobby/home.js",
  "lobby/new_match.js",
  "lobby/offers.js",
  "lobby/retry_button.js",
  "lobby/rules_page.js",
  "lobby/waiting_room.js",
  "match/page.js",
  "people/passkeys.js",
  "people/return_phrase.js",
  "puzzles/puzzle.js",
  "settings_dialog.js",
  "watch/embed.js",
  "watch/wall.js",
  ...readdirSync(join(STATIC, "games")).map((slug) => `games/${slug}/game.js`).filter((script) => existsSync(join(STATIC, script))),
];

/** Style sheets that pages name in {% styles %}, or fetch later. */
const SHEETS = [
  ...readdirSync(join(STATIC, "css/pages")).map((file) => `css/pages/${file}`),
  "css/review.css",
  "css/room.css",
  "css/beside.css",
  "css/warning.css",
  "css/chat.css",
  "css/settings.css",
];

/** Files that browsers get unchanged. */
const COPIED = ["catalogues", "early_clicks.js", "icons"];

/** Scripts of pages without a board. */
const PLAIN = ["learn/guide_offer.js", "lobby/retry_button.js", "lobby/new_match.js", "settings_dialog.js"];

const MATCH = "match/page.js";

/** Modules that every match page fetches once it can be played. */
const AFTERWARDS = "match/enhancements.js";

/** Modules shared by parts that few people use; they come only with these parts. */
const SELDOM = "notifications/notifications.js";

const [folder, sources] = process.argv.slice(2);

/**
 * The chunk of a module: shared by nearly all pages, by pages with a board, by the match page and its later parts, or
 * by those parts only. A module with a single user comes with it.
 * @param {string} id
 * @param {import("rolldown").ChunkingContext} modules
 */
function chunkOf(id, modules) {
  const users = usersOf(id, modules);
  if (users.size < 2) return users.has(pathOf(AFTERWARDS)) ? "later" : null;
  if (id === pathOf(SELDOM)) return "notifications";
  if (isAny(PLAIN, users)) return "base";
  if (users.has(pathOf(MATCH))) return isAny(SCRIPTS.filter((script) => script !== MATCH), users) ? "board" : "live";
  return isAny(SCRIPTS, users) ? null : "later";
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
  return Object.fromEntries(scripts.map(({ facadeModuleId, fileName }) => [
    relative(pathOf("."), facadeModuleId).replaceAll(sep, "/"), [...gather(fileName, imports)],
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
  for (const sheet of SHEETS) {
    const target = join(folder, sheet);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, bundleSheet({ filename: pathOf(sheet), minify: true }).code);
  }
}

const scripts = await bundleScripts();
bundleSheets();
for (const name of COPIED) cpSync(join(STATIC, name), join(folder, name), { recursive: true });
writeFileSync(join(folder, "bundle.json"), JSON.stringify({ sources, scripts }));
