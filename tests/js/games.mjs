/** All games, read from their drawings as a page reads them. */

import { existsSync } from "node:fs";

import { addGame } from "../../static/boards/games.js";
import { DRAWINGS, drawing } from "./drawing.mjs";

const FOLDER = new URL("../../static/games/", import.meta.url);
const slugs = Object.keys(DRAWINGS);

for (const module of slugs.map((slug) => new URL(`${slug}/game.js`, FOLDER))) {
  if (existsSync(module)) await import(module.href);
}

export const GAMES = Object.fromEntries(slugs.map((slug) => [slug, addGame(drawing(slug))]));
