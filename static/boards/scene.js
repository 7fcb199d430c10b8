/**
 * Scene of a position: the content of the board, read from the facts of any game, which name places as the drawing
 * does. A number at a stop is a number of stones, a role is that role's piece. games_app/drawing/scene.py reads the
 * same.
 *
 * @import { Game } from "./games.js"
 * @import { Scene } from "./types.js"
 * @typedef {Pick<Game, "roles" | "stops" | "heaps" | "secretPhase">} Named   what a drawing names
 */

/** @returns {Scene} */
export function emptyScene() {
  return { counts: {}, men: {}, hands: {}, burnt: [], waiting: [], sealed: [] };
}

/** Role of a kind of piece: that of "black-king" is "black". @param {string} kind */
export const ownerOf = (kind) => kind.split("-", 1)[0];

/**
 * Number at a path in the facts: "stores south" is the entry of "stores" for "south".
 * @param {any} facts
 * @param {string} path
 * @returns {number | undefined}
 */
export function numberAt(facts, path) {
  const [fact, role] = path.split(" ");
  return facts[fact]?.[role];
}

/**
 * @param {Named} drawing
 * @param {any} facts
 * @returns {Scene}
 */
export function readScene(drawing, facts) {
  const scene = emptyScene();
  for (const there of Object.values(facts)) if (isMapping(there)) placeAll(scene, drawing, there);
  for (const [stop, { fact }] of drawing.stops) if (fact) count(scene, stop, numberAt(facts, fact));
  for (const heap of drawing.heaps) count(scene, heap, numberAt(facts, heap));
  for (const [role, n] of Object.entries(facts.hand ?? {})) scene.hands[role] = { n, at: handPlace(facts.at, role) };
  scene.burnt = (facts.burnt ?? []).map(String);
  scene.waiting = waiting(drawing, facts);
  scene.sealed = drawing.roles.flatMap((role) => facts.sealed?.[role] ?? []).map(String);
  return scene;
}

/** @param {unknown} value */
const isMapping = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * @param {Scene} scene
 * @param {Named} drawing
 * @param {Record<string, unknown>} there
 */
function placeAll({ counts, men }, { roles, stops }, there) {
  for (const [stop, what] of Object.entries(there)) {
    if (!stops.has(stop)) continue;
    if (typeof what === "number") counts[stop] = what;
    else if (roles.includes(ownerOf(String(what)))) men[stop] = String(what);
  }
}

/**
 * @param {Scene} scene
 * @param {string} place
 * @param {number | undefined} n
 */
function count({ counts }, place, n) {
  if (n !== undefined) counts[place] = n;
}

/**
 * Stop of a role's hand. If one role sows at a time, the facts have one stop for all, otherwise one for each role.
 * @param {any} at
 * @param {string} role
 */
function handPlace(at, role) {
  const place = isMapping(at) ? at[role] : at;
  return place === null || place === undefined ? null : String(place);
}

/**
 * Roles that have chosen in secret: they neither choose nor sow nor have ended.
 * @param {Named} drawing
 * @param {any} facts
 */
function waiting({ roles, secretPhase }, { phase, choosing, ended, hand }) {
  if (!secretPhase || phase !== secretPhase || !choosing.length) return [];
  return roles.filter((role) => !choosing.includes(role) && !ended.includes(role) && !hand?.[role]);
}
