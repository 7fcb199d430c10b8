import { t, tn } from "../i18n.js";
import { emptyScene, menInWords, pieceName } from "./scene.js";

/** @typedef {import("./types.js").BoardGame} BoardGame */

/** @param {string} stop "3 4" is c4 */
function coordinate(stop) {
  const [x, y] = stop.split(" ");
  return "abcdefgh"[Number(x) - 1] + y;
}

/** @param {string} action "jump 3 4 5 6" -> ["jump", "3 4", "5 6"] */
function parts(action) {
  const [verb, x, y, x2, y2] = action.split(" ");
  return verb === "noop" ? [verb] : [verb, `${x} ${y}`, `${x2} ${y2}`];
}

/** @type {BoardGame} */
export default {
  slug: "checkers",
  material: "pawn",
  roles: ["black", "red"],
  near: "black",

  scene(facts) {
    const scene = emptyScene();
    scene.men = { ...facts.pawns };
    for (const role of ["black", "red"]) scene.counts[`captures ${role}`] = facts.captures[role];
    return scene;
  },

  position({ pawns, captures }, side) {
    const standing = menInWords(pawns, side, coordinate);
    return [tn("{standing}; {n} pawn taken.", "{standing}; {n} pawns taken.", captures[side.role], { standing })];
  },

  stops: (action) => parts(action).slice(1),

  wouldBe([from, to], { facts }, role) {
    if (!to || facts.pawns[to] === role) return `move ${to ?? from}`;
    const [x, y] = from.split(" ").map(Number);
    const [x2, y2] = to.split(" ").map(Number);
    const over = facts.pawns[`${(x + x2) / 2} ${(y + y2) / 2}`];
    const leaps = Math.abs(x2 - x) === 2 && Math.abs(y2 - y) === 2;
    return `${leaps && over ? "jump" : "move"} ${from} ${to}`;
  },

  name: (stop, scene, roles) => pieceName(coordinate(stop), scene.men[stop], t("pawn"), roles),

  notation(action) {
    const [verb, from, to] = parts(action);
    if (verb === "noop") return "--";
    return coordinate(from) + (verb === "jump" ? "x" : "-") + coordinate(to);
  },

  score: ({ captures }) => ({ count: captures, say: (n) => tn("{n} pawn taken", "{n} pawns taken", n) }),

  words: {
    at: coordinate,
    stones: (n) => tn("{n} pawn", "{n} pawns", n),
    last: (at) => t("the last pawn falls into {at}", { at }),
  },
};
