/**
 * Legal moves in words, and what a typed move means: as the move list writes it or as one would say it: "3", "house 3", "d7-d6",
 * "d7 d6", "outer n", "xa1", "pass". Only what the server lists as legal is ever found.
 *
 * @import { Game } from "../../boards/games.js"
 * @import { Position } from "../../boards/types.js"
 *
 * @typedef {{role: string, action: string, places: string[]}} LegalMove   places: short names of its stops, [] for a pass
 */

import { gameOf } from "../../boards/games.js";
import { orList, roleName } from "../../boards/text/phrases.js";
import { language, mark, t } from "../../i18n.js";

/**
 * @param {string} slug
 * @param {Position} position
 * @param {string[]} roles the viewer's
 * @returns {LegalMove[]}
 */
export function legalMoves(slug, position, roles) {
  const game = gameOf(slug);
  return position.to_move
    .filter((role) => roles.includes(role))
    .flatMap((role) => position.legal[role].map((action) => ({ role, action, places: places(game, role, action) })));
}

/**
 * Short names of an action's stops: "3" for "house 3", "a1" and not "xa1".
 * @param {Game} game
 * @param {string} role
 * @param {string} action
 */
function places(game, role, action) {
  const named = game.stopsOf(action).map((stop) => game.words.placeName(stop, role));
  const written = game.notation(action).replace(/[^\p{L}\p{N}]/gu, "");
  return named.length === 1 && written.length < named[0].length ? [written] : named;
}

/**
 * "You can play 3, 5 or 7." One sentence for each role that the viewer may act for.
 * @param {string} slug
 * @param {LegalMove[]} all
 * @returns {string[]}
 */
export function legalMoveSentences(slug, all) {
  const roles = [...new Set(all.map(({ role }) => role))];
  return roles.map((role) => {
    const own = all.filter((one) => one.role === role);
    const choice = choices(own);
    if (!choice) return t("You can only pass.");
    if (roles.length > 1) return t("{who} can play {choice}.", { who: roleName(role), choice });
    return t(gameOf(slug).action(own[0].action)?.choice ?? mark("You can play {choice}."), { choice });
  });
}

/**
 * "3, 5 or 7", or piece by piece: "c3 to b4 or d4; e3 to f4"
 * @param {LegalMove[]} all of one role
 */
function choices(all) {
  const first = [...new Set(all.flatMap(({ places: [one] }) => one ?? []))].sort(inOrder);
  if (!all.some(({ places: [, to] }) => to)) return orList(first);
  return first.map((from) => t("{from} to {to}", { from, to: orList(targets(all, from)) })).join("; ");
}

/**
 * Targets of a piece.
 * @param {LegalMove[]} all
 * @param {string} from
 */
export function targets(all, from) {
  return all.flatMap(({ places: [one, to] }) => (one === from && to ? [to] : [])).sort(inOrder);
}

/**
 * @param {string} one
 * @param {string} other
 */
function inOrder(one, other) {
  return one.localeCompare(other, language, { numeric: true });
}

/** Longest text that is repeated in a message. */
const LONGEST = 24;

/**
 * @param {string} slug
 * @param {string} text
 * @param {LegalMove[]} all
 * @returns {{act: LegalMove} | {ask: string} | {say: string}} the one that is meant; what is still to be said of it; or
 *   what else could have been
 */
export function parseMove(slug, text, all) {
  const typed = readings(text);
  const act = all.find((one) => names(slug, one).some((name) => typed.includes(name)));
  if (act) return { act };
  const from = all.map(({ places: [one] }) => one).find((one) => one && typed.includes(plain(one)));
  if (from) return { ask: t("{from} can go to {to}.", { from, to: orList(targets(all, from)) }) };
  const no = t("“{text}” can't be played.", { text: text.trim().slice(0, LONGEST) });
  return { say: [no, ...legalMoveSentences(slug, all)].join(" ") };
}

/**
 * All names of an action, normalized; the words of the rules, "pick p8" and "outer n", are among them.
 * @param {string} slug
 * @param {LegalMove} one
 * @returns {string[]}
 */
function names(slug, { role, action, places }) {
  if (action === "noop") return ["pass", plain(t("Pass")), "noop"];
  const game = gameOf(slug);
  const said = game.stopsOf(action).map((stop) => game.words.placeName(stop, role));
  const own = [action, action.replace(/^\S+\s+/, "")].map(plain);
  return [...own, ...[game.notation(action), ...[said, places].flatMap((parts) => [parts.join(" "), parts.join(t(" to "))])].flatMap(readings)];
}

/**
 * Normalized text, with and without its leading words: "take the storehouse" is also "storehouse".
 * @param {string} text
 */
function readings(text) {
  if (/^\s*[-–—]+\s*$/.test(text)) return ["pass"];
  return [plain(text), plain(text.replace(/^\s*(\p{L}{2,}\s+)+/u, ""))];
}

/**
 * Normalizes a text to its letters and digits: "c3 x e5" and "C3xE5" are the same.
 * @param {string} text
 */
function plain(text) {
  return text.normalize("NFKC").toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}
