/**
 * The games of this page, each known by its drawing. What only one game needs in the browser is a module of its own,
 * static/games/<slug>/game.js, which runs before the page's script and adds itself here.
 *
 * @typedef {import("./game.js").GameModule} GameModule
 */

import { Game } from "./game.js";

/** @type {Map<string, Game>} by slug */
const games = new Map();
/** @type {Map<string, GameModule>} by slug */
const modules = new Map();

/**
 * Adds what a game's drawing can't say. It counts for games that are read later.
 * @param {string} slug
 * @param {GameModule & ThisType<Game>} module
 */
export function addModule(slug, module) {
  modules.set(slug, module);
}

/**
 * Reads a game from its drawing and keeps it.
 * @param {Element} svg with its metadata
 * @returns {Game}
 */
export function addGame(svg) {
  const slug = svg.getAttribute("data-game") ?? "";
  const game = new Game(svg, modules.get(slug));
  games.set(slug, game);
  return game;
}

/**
 * A game that is drawn on this page.
 * @param {string} slug
 * @returns {Game}
 */
export function gameOf(slug) {
  return games.get(slug) ?? addGame(drawingOf(slug));
}

/** @param {string} slug */
function drawingOf(slug) {
  const svg = document.querySelector(`svg[data-game="${slug}"] metadata`)?.closest("svg");
  if (!svg) throw new Error(`There is no drawing of ${slug} on this page`);
  return svg;
}
