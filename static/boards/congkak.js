import { t, tn } from "../i18n.js";
import { guess, onward } from "./hand_sowing.js";
import { countedName, emptyScene } from "./scene.js";

/** @typedef {import("./types.js").BoardGame} BoardGame */

const STORE_OF = /** @type {Record<string, string>} */ ({ south: "A", north: "B" });
const ROLES = ["south", "north"];

/** @param {string} stop */
const isStore = (stop) => stop === "A" || stop === "B";

/** @param {string} stop */
const owner = (stop) => (stop === "A" || Number(stop) <= 7 ? "south" : "north");

/** @param {number} n */
const shells = (n) => tn("{n} shell", "{n} shells", n);

/** @param {string} stop */
const plainName = (stop) => (isStore(stop) ? t("storehouse") : t("house {n}", { n: stop }));

/**
 * Who has chosen in secret: in the opening, while somebody still chooses, whoever neither chooses nor has ended.
 * @param {any} facts
 * @returns {string[]}
 */
function waiting(facts) {
  if (facts.phase !== "opening" || facts.options?.sowing === "hand" || !facts.choosing.length) return [];
  return ROLES.filter((role) => !facts.choosing.includes(role) && !facts.ended.includes(role));
}

/** @type {BoardGame} */
export default {
  slug: "congkak",
  material: "shell",
  roles: ROLES,
  near: "south",

  scene(facts) {
    const scene = emptyScene();
    scene.counts = { ...facts.houses, A: facts.stores.south, B: facts.stores.north };
    for (const role of ROLES) {
      const at = facts.at[role];
      scene.hands[role] = { n: facts.hand[role], at: at === null ? null : String(at) };
    }
    scene.burnt = facts.burnt.map(String);
    scene.waiting = waiting(facts);
    scene.sealed = ROLES.map((role) => facts.sealed[role]).filter((house) => house !== null).map(String);
    return scene;
  },

  position({ houses, stores, burnt }, { role, person }) {
    const own = Object.keys(houses).filter((house) => owner(house) === role);
    const counts = own.map((house) => (burnt.includes(Number(house)) ? t("burnt") : houses[house])).join(", ");
    const args = { first: own[0], last: own[own.length - 1], counts, n: stores[role] };
    return [person("Your houses {first} to {last}: {counts}; your storehouse: {n}.",
      "{who}'s houses {first} to {last}: {counts}; {who}'s storehouse: {n}.", args)];
  },

  askable(facts) {
    const hidden = waiting(facts);
    const choosing = ROLES.filter((role) => facts.choosing.includes(role) || hidden.includes(role));
    return { ...facts, choosing, sealed: { south: null, north: null } };
  },

  waits(facts, role) {
    if (facts.phase !== "opening") return null;
    if (facts.ended.includes(role)) return t("Your turn in the opening has ended: waiting for the other player.");
    return waiting(facts).includes(role) ? t("You have already chosen: waiting for the other player.") : null;
  },

  owner,

  // By hand it is where the shells would fall if none is misplaced; in a race nobody can tell.
  ahead(facts, role) {
    const options = { ...facts.options, sowing: "auto" };
    const [other] = ROLES.filter((one) => one !== role);
    if (facts.hand[role] || (facts.phase === "opening" && facts.options.sowing === "hand")) return null;
    if (facts.phase !== "opening" || facts.ended.includes(other)) return { facts: { ...facts, options }, firstLap: false };
    // While both sow at once, only the first lap is sure: the same as if the role sowed alone.
    const alone = { phase: "turn", control: role, choosing: [role], sealed: { south: null, north: null }, ended: [] };
    return { facts: { ...facts, ...alone, options: { ...options, opening: role } }, firstLap: true };
  },

  guess,
  onward,

  stops: (action) => action.split(" ").slice(1),

  wouldBe: ([stop], { facts }, role) => `${facts.hand[role] ? "drop" : "scoop"} ${stop}`,

  name(stop, scene, roles) {
    const holds = scene.burnt.includes(stop) ? t("burnt") : shells(scene.counts[stop]);
    const name = countedName(plainName(stop), owner(stop), holds, roles);
    return scene.sealed.includes(stop) ? t("{name}, chosen", { name }) : name;
  },

  notation(action) {
    const [verb, stop] = action.split(" ");
    if (verb === "noop") return "--";
    return verb === "drop" ? `+${stop}` : stop;
  },

  // After the agreed rounds shells decide, not rounds: who won two of three may still have lost the match.
  score: ({ stores }) => ({ count: stores, say: shells }),

  words: {
    at: (stop, role) => {
      if (!isStore(stop)) return plainName(stop);
      return stop === STORE_OF[role] ? t("the storehouse") : t("the opponent's storehouse");
    },
    stones: shells,
    last: (at) => t("the last shell falls into {at}", { at }),
  },
};
