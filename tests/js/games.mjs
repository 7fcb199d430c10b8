/** The four games, read from their drawings as a page reads them. */

import { readdirSync } from "node:fs";

import "../../static/games/checkers/game.js";
import "../../static/games/congkak/game.js";
import { addGame } from "../../static/boards/games.js";
import { drawing } from "./drawing.mjs";

const slugs = readdirSync(new URL("../../static/games/", import.meta.url));

export const GAMES = Object.fromEntries(slugs.map((slug) => [slug, addGame(drawing(slug))]));
