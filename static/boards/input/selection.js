/**
 * Turns clicks into actions: each legal action is a list of stops to click in order, and the clicks so far are matched
 * with their beginnings. Pure.
 *
 * @import { Game } from "../games.js"
 * @import { Position } from "../types.js"
 * @typedef {{role: string, action: string, path: string[]}} Candidate
 * @typedef {{chosen: string[], act?: Candidate, refused?: {role: string, action: string | null, stop: string}}} Selection
 */

/**
 * All actions that the viewer could do by clicking. A pass has no stop and is left out.
 * @param {Game} game
 * @param {Position} position
 * @param {string[]} roles
 * @returns {Candidate[]}
 */
export function candidates(game, position, roles) {
  return position.to_move
    .filter((role) => roles.includes(role))
    .flatMap((role) => (position.legal[role] ?? []).map((action) => ({ role, action, path: game.stopsOf(action) })))
    .filter(({ path }) => path.length);
}

/**
 * @param {Candidate[]} all
 * @param {string[]} path
 */
const beginningWith = (all, path) => all.filter((one) => path.every((stop, i) => one.path[i] === stop));

/**
 * Stops that may be clicked next: to continue what is chosen, or to begin another choice.
 * @param {Candidate[]} all
 * @param {string[]} chosen
 * @returns {{next: Set<string>, first: Set<string>}}
 */
export function selectable(all, chosen) {
  const onward = chosen.length ? beginningWith(all, chosen) : [];
  return {
    next: new Set(onward.map(({ path }) => path[chosen.length]).filter(Boolean)),
    first: new Set(all.map(({ path }) => path[0])),
  };
}

/**
 * The viewer's piece that must go on in this turn: it is chosen without a click.
 * @param {Game | undefined} game
 * @param {Position} position
 * @param {string[]} roles
 * @returns {string[]}
 */
export function begun(game, { facts, to_move }, roles) {
  const stop = to_move.some((role) => roles.includes(role)) && game?.begun?.(facts);
  return stop ? [stop] : [];
}

/**
 * Result of a click on a stop.
 * @param {Game} game
 * @param {Position} position
 * @param {string[]} roles
 * @param {string[]} chosen clicked so far
 * @param {string} stop
 * @returns {Selection}
 */
export function select(game, position, roles, chosen, stop) {
  if (chosen.length && chosen[chosen.length - 1] === stop) return { chosen: [] };
  const all = candidates(game, position, roles);
  for (const path of chosen.length ? [[...chosen, stop], [stop]] : [[stop]]) {
    const matching = beginningWith(all, path);
    const act = matching.find((one) => one.path.length === path.length);
    if (act) return { chosen: [], act };
    if (matching.length) return { chosen: path };
  }
  const movers = position.to_move.filter((one) => roles.includes(one));
  const role = movers.find((one) => game.owner(stop) === one) ?? movers[0];
  if (!role) return { chosen: [] };
  return { chosen, refused: { role, action: game.wouldBe([...chosen, stop], position, role), stop } };
}
