import { gameOf } from "../../boards/games.js";
import { orList, roleName } from "../../boards/text/phrases.js";
import { t } from "../../i18n.js";

/**
 * What can be played now, as the server lists it, in words that can be said and typed.
 *
 * @typedef {import("../../boards/game.js").Game} Game
 * @typedef {import("../../boards/types.js").Position} Position
 * @typedef {{role: string, action: string, places: string[]}} LegalMove   places: short names of its stops, [] for a pass
 */

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
 * "3" is as good as "house 3", and "a1" better than "xa1": of a single stop's two names the shorter one.
 * @param {Game} game
 * @param {string} role
 * @param {string} action
 */
function places(game, role, action) {
  const named = game.stopsOf(action).map((stop) => game.words.at(stop, role));
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
    return t(gameOf(slug).action(own[0].action)?.choice ?? "You can play {choice}.", { choice });
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
 * Where a piece can go.
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
  return one.localeCompare(other, "en", { numeric: true });
}
