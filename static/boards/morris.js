import { t, tn } from "../i18n.js";
import { emptyScene, menInWords, pieceName } from "./scene.js";

/** @typedef {import("./types.js").BoardGame} BoardGame */

const SQUARES = ["outer", "middle", "inner"];
const FILE = /** @type {Record<string, number>} */ ({ w: -1, e: 1 });
const RANK = /** @type {Record<string, number>} */ ({ s: -1, n: 1 });

/**
 * The point as it stands on the usual diagram: "outer nw" is a7.
 * @param {string} stop
 */
function coordinate(stop) {
  const [square, direction] = stop.split(" ");
  const reach = 3 - SQUARES.indexOf(square);
  const along = (/** @type {Record<string, number>} */ axis) =>
    [...direction].reduce((sum, letter) => sum + (axis[letter] ?? 0), 0) * reach;
  return "abcdefg"[3 + along(FILE)] + (4 + along(RANK));
}

/**
 * "move outer n middle n" -> ["move", "outer n", "middle n"]
 * @param {string} action
 */
function parts(action) {
  const [verb, ...words] = action.split(" ");
  const stops = [];
  for (let i = 0; i < words.length; i += 2) stops.push(`${words[i]} ${words[i + 1]}`);
  return [verb, ...stops];
}

/** @param {number} n */
const stones = (n) => tn("{n} stone", "{n} stones", n);

/**
 * @param {any} facts
 * @param {import("./types.js").Step} step
 */
function follow({ points, heap }, step) {
  switch (step.do) {
    case "place":
      points[step.to] = step.role;
      heap[step.role] -= 1;
      break;
    case "move":
      points[step.to] = points[step.from];
      points[step.from] = "empty";
      break;
    case "capture":
      for (const [stop] of step.from) points[stop] = "empty";
      break;
  }
}

/** @type {BoardGame} */
export default {
  slug: "morris",
  material: "man",
  roles: ["white", "black"],
  near: "white",

  scene(facts) {
    const scene = emptyScene();
    for (const [stop, kind] of Object.entries(facts.points)) if (kind !== "empty") scene.men[stop] = String(kind);
    for (const role of ["white", "black"]) scene.counts[`heap ${role}`] = facts.heap[role];
    return scene;
  },

  position({ points, heap }, side) {
    const placed = menInWords(points, side, coordinate);
    const n = heap[side.role];
    return [n ? tn("{placed}; {n} stone to place.", "{placed}; {n} stones to place.", n, { placed }) : `${placed}.`];
  },

  stops: (action) => parts(action).slice(1),

  wouldBe([first, second], { facts }, role) {
    const stop = second ?? first;
    if (facts.mill) return `remove ${stop}`;
    if (facts.heap[role]) return `place ${stop}`;
    return second && facts.points[second] !== role ? `move ${first} ${second}` : `move ${stop}`;
  },

  name: (stop, scene, roles) => pieceName(coordinate(stop), scene.men[stop], t("stone"), roles),

  notation(action) {
    const [verb, first, second] = parts(action);
    if (verb === "noop") return "--";
    if (verb === "move") return `${coordinate(first)}-${coordinate(second)}`;
    return verb === "remove" ? `x${coordinate(first)}` : coordinate(first);
  },

  score({ points, heap }) {
    const on = (/** @type {string} */ role) => Object.values(points).filter((kind) => kind === role).length;
    return { count: { white: on("white") + heap.white, black: on("black") + heap.black }, say: stones };
  },

  follow,

  words: {
    at: coordinate,
    stones,
    last: (at) => t("the last stone falls into {at}", { at }),
  },
};
