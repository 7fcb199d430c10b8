import { t, tn } from "../text.js";
import { countedName, emptyScene } from "./scene.js";

/** @typedef {import("./types.js").BoardGame} BoardGame */

const PITS = ["p1", "p2", "p3", "p4", "p5", "p6", "p7", "p8", "p9", "p10"];
const STORES = /** @type {Record<string, string>} */ ({ pwinsouth: "south", pwinnorth: "north" });

/** @param {string} stop */
const owner = (stop) => STORES[stop] ?? (PITS.indexOf(stop) < 5 ? "south" : "north");

/** @param {number} n */
const stones = (n) => tn("{n} stone", "{n} stones", n);

/** @param {string} stop */
const plainName = (stop) => (stop in STORES ? t("store") : t("pit {n}", { n: stop.slice(1) }));

/** @type {BoardGame} */
export default {
  slug: "mancala",
  roles: ["north", "south"],
  near: "south",

  scene(facts) {
    const scene = emptyScene();
    scene.counts = { ...facts.pits };
    for (const role of ["north", "south"]) scene.hands[role] = { n: facts.hand[role], at: facts.at };
    return scene;
  },

  stops: (action) => action.split(" ").slice(1),

  wouldBe([stop], { facts, legal }, role) {
    if (facts.hand[role]) return `put ${stop}`;
    return legal[role]?.some((action) => action.startsWith("clear")) ? `clear ${stop}` : `pick ${stop}`;
  },

  name: (stop, scene, roles) => countedName(plainName(stop), owner(stop), stones(scene.counts[stop]), roles),

  notation(action) {
    const [verb, stop] = action.split(" ");
    if (verb === "noop") return "--";
    const short = stop in STORES ? owner(stop)[0].toUpperCase() : stop.slice(1);
    return verb === "put" ? `+${short}` : verb === "clear" ? `${short}*` : short;
  },

  words: {
    at: (stop) => (stop in STORES ? t("the store") : plainName(stop)),
    stones,
    last: (at) => t("the last stone falls into {at}", { at }),
  },
};
