import { t, tn } from "../i18n.js";
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

/**
 * A trace says how many stones lie where after each step, so no rule is needed here.
 * @param {any} facts
 * @param {import("./types.js").Step} step
 */
function follow(facts, step) {
  const { pits, hand } = facts;
  /** @param {string} stop @param {number} left */
  const holds = (stop, left) => {
    hand[step.role] = left;
    facts.at = left ? stop : null;
  };
  switch (step.do) {
    case "scoop":
      pits[step.from] = 0;
      for (const [stop, now] of step.drops) pits[stop] = now;
      holds(step.from, step.n - step.drops.length);
      break;
    case "drop":
      pits[step.at] = step.now;
      holds(step.at, step.hand);
      break;
    case "capture":
    case "collect":
      for (const [stop] of step.from) pits[stop] = 0;
      pits[step.to] = step.now;
      break;
  }
}

/** @type {BoardGame} */
export default {
  slug: "mancala",
  material: "stone",
  roles: ["north", "south"],
  near: "south",

  scene(facts) {
    const scene = emptyScene();
    scene.counts = { ...facts.pits };
    for (const role of ["north", "south"]) scene.hands[role] = { n: facts.hand[role], at: facts.at };
    return scene;
  },

  position: ({ pits }, { role, person }) => {
    const own = PITS.filter((stop) => owner(stop) === role);
    const counts = own.map((stop) => pits[stop]).join(", ");
    const args = { first: own[0].slice(1), last: own[4].slice(1), counts, n: pits[`pwin${role}`] };
    return [person("Your pits {first} to {last}: {counts}; your store: {n}.",
      "{who}'s pits {first} to {last}: {counts}; {who}'s store: {n}.", args)];
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

  score: ({ pits }) => ({ count: { north: pits.pwinnorth, south: pits.pwinsouth }, say: stones }),

  follow,

  words: {
    at: (stop) => (stop in STORES ? t("the store") : plainName(stop)),
    stones,
    last: (at) => t("the last stone falls into {at}", { at }),
  },
};
