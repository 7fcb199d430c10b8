import { understand } from "../match/controls/entry.js";
import { possible } from "../match/saying/possible.js";
import { t } from "../text.js";
import { LONGEST } from "./link.js";

/**
 * From the moves of a link to tried decisions: each is read where the ones before have led, and asked of the rules if it
 * isn't known yet.
 *
 * @typedef {import("./tree.js").Tried} Tried
 * @typedef {import("./variations.js").Variations} Variations
 */

/** So many questions at once are answered without being asked to wait; then so many ms lie between two. */
const AT_ONCE = 30;
const BETWEEN = 140;

/**
 * @param {Variations} variations
 * @param {number} ply
 * @param {string[]} moves as people write them
 * @returns {Promise<Tried[] | string>} or why they can't be played
 */
export async function readMoves(variations, ply, moves) {
  const { game } = variations.live.match;
  const start = variations.open(ply);
  if (!start) return t("Nothing can be tried in the middle of a move.");
  if (moves.length > LONGEST) return t("This link is too long: at most {n} moves are read.", { n: LONGEST });
  /** @type {Tried[]} */
  const path = [];
  let position = start;
  for (const [i, text] of moves.entries()) {
    const meant = understand(game, text, possible(game, position, position.to_move));
    if (!("act" in meant)) {
      const why = "say" in meant ? meant.say : meant.ask;
      return t("Move {n} of this link can't be played. {why}", { n: i + 1, why });
    }
    const { role, action } = meant.act;
    const known = variations.tree.next({ ply, path }, role, action);
    if (!known && i >= AT_ONCE) await new Promise((resolve) => setTimeout(resolve, BETWEEN));
    /** @type {Tried | string} */
    const tried = known ?? await variations.ask(position, role, action);
    if (typeof tried === "string") return tried;
    path.push(tried);
    position = { base: {}, ply, ...tried.position };
  }
  return path;
}
