import { t, tn } from "../i18n.js";
import { countedName, emptyScene } from "./scene.js";

/** @typedef {import("./types.js").BoardGame} BoardGame */

const STORES = /** @type {Record<string, string>} */ ({ pwinsouth: "south", pwinnorth: "north" });

/** @param {number} n */
const stones = (n) => tn("{n} stone", "{n} stones", n);

/** @param {string} stop */
const plainName = (stop) => (stop in STORES ? t("store") : t("pit {n}", { n: stop.slice(1) }));

/** @type {BoardGame} */
export default {
  slug: "subtraction",
  roles: ["south", "north"],
  near: "south",

  scene: (facts) => ({ ...emptyScene(), counts: facts.pits }),

  stops: (action) => action.split(" ").slice(1),

  wouldBe: ([stop]) => (stop in STORES ? null : `take ${stop}`),

  name(stop, scene, roles) {
    const holds = stones(scene.counts[stop]);
    return stop in STORES ? countedName(plainName(stop), STORES[stop], holds, roles) : `${plainName(stop)}, ${holds}`;
  },

  notation: (action) => action.replace("take p", ""),

  score: ({ pits }) => ({ count: { south: pits.pwinsouth, north: pits.pwinnorth }, say: stones }),

  words: {
    at: plainName,
    stones,
    last: (at) => t("the last stone falls into {at}", { at }),
  },
};
