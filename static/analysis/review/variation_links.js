/**
 * Links to variations. "#12:3,10" are moves tried from ply 12 on, each in the notation of the move field, without forced plies.
 * docs/review.md describes it. Opening one reads each move in the position after the previous ones, and asks the rules if it isn't
 * known yet.
 *
 * @import { VariationNode } from "./variation_tree.js"
 * @import { Variations } from "./variations.js"
 *
 * @typedef {{ply: number, moves: string[]}} VariationLink
 */

import { gameOf } from "../../boards/games.js";
import { t } from "../../i18n.js";
import { legalMoves, parseMove } from "../../match/controls/move_parser.js";
import { tryMove } from "./variation_loader.js";
import { FULL } from "./variation_tree.js";

/** Maximum number of decisions in one link. */
const LINK_MAX_MOVES = 120;
/** The server answers this many requests at once; further ones are sent at this interval in ms. */
const AT_ONCE = 30;
const BETWEEN = 140;

/**
 * @param {string} game
 * @param {number} ply
 * @param {{action: string}[]} path
 */
export function linkTo(game, ply, path) {
  return `#${ply}${path.length ? ":" : ""}${path.map(({ action }) => gameOf(game).notation(action)).join(",")}`;
}

/**
 * @param {string} hash
 * @returns {VariationLink | null} null if it names no variation
 */
export function readLink(hash) {
  const found = /^#(\d{1,6}):(.*)$/.exec(plain(hash));
  if (!found) return null;
  return { ply: Number(found[1]), moves: found[2].split(",").map((move) => move.trim()).filter(Boolean) };
}

/**
 * Undoes the encoding that some programs apply to signs in links.
 * @param {string} hash
 */
function plain(hash) {
  try {
    return decodeURIComponent(hash);
  } catch {
    return hash;
  }
}

/**
 * Goes to the variation of a link, and tries its moves if they aren't known yet. If it can't be played, the reason is
 * shown, and the board stays at the ply where it begins. A viewer who goes elsewhere meanwhile stays there.
 * @param {Variations} variations
 * @param {string} hash
 */
export async function followLink(variations, hash) {
  const link = readLink(hash);
  if (!link) return;
  const { ply, moves } = link;
  const { nav } = variations;
  const arriving = nav.goTo(ply);
  const overtaken = nav.overtaken();
  await arriving;
  if (overtaken()) return;
  const found = variations.refusal(ply) ?? await readMoves(variations, ply, moves);
  if (typeof found === "string") {
    variations.notice.explain(found);
    return;
  }
  const path = keepAll(variations, ply, found);
  if (path.length && !overtaken()) {
    variations.show({ ply, path });
    variations.announcer.say(`${variations.words}. ${variations.turn}`);
  }
}

/**
 * @param {Variations} variations
 * @param {number} ply
 * @param {VariationNode[]} found one after the other
 * @returns {VariationNode[]} those that there was room for
 */
function keepAll({ tree, notice, keep }, ply, found) {
  /** @type {VariationNode[]} */
  const path = [];
  for (const node of found) {
    const kept = tree.add({ ply, path }, node);
    if (!kept) {
      notice.explain(FULL);
      break;
    }
    path.push(kept);
  }
  keep(tree);
  return path;
}

/**
 * @param {Variations} variations
 * @param {number} ply
 * @param {string[]} moves in notation
 * @returns {Promise<VariationNode[] | string>} or why they can't be played
 */
async function readMoves(variations, ply, moves) {
  const { game } = variations.live.match;
  try {
    await variations.nav.loader.ply(ply);
  } catch {
    return t("Those moves can't be loaded at the moment. Try again.");
  }
  const start = variations.open(ply);
  if (!start) return t("Nothing can be tried in the middle of a move.");
  if (moves.length > LINK_MAX_MOVES) return t("This link is too long: at most {n} moves are read.", { n: LINK_MAX_MOVES });
  /** @type {VariationNode[]} */
  const path = [];
  let position = start;
  for (const [i, text] of moves.entries()) {
    const meant = parseMove(game, text, legalMoves(game, position, position.to_move));
    if (!("act" in meant)) {
      const why = "say" in meant ? meant.say : meant.ask;
      return t("Move {n} of this link can't be played. {why}", { n: i + 1, why });
    }
    const { role, action } = meant.act;
    const known = variations.tree.next({ ply, path }, role, action)?.position;
    if (!known && i >= AT_ONCE) await new Promise((resolve) => setTimeout(resolve, BETWEEN));
    /** @type {VariationNode | string} */
    const node = await tryMove(variations, { ply, path }, position, role, action);
    if (typeof node === "string" || !node.position) return String(node);
    path.push(node);
    position = { base: {}, ply, ...node.position };
  }
  return path;
}
