import checkers from "./checkers.js";
import congkak from "./congkak.js";
import mancala from "./mancala.js";
import morris from "./morris.js";

/** @type {Record<string, import("./types.js").BoardGame>} */
export const GAMES = { mancala, morris, checkers, congkak };
