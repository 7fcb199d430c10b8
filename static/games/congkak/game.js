/**
 * Parts of congkak that its drawing lacks: predicted sowing by hand, the secret simultaneous opening, the rounds, a
 * move's gain, and why a match ended.
 */

import { addModule } from "../../boards/games.js";
import { handSowing } from "../../boards/input/hand_sowing.js";
import { captured, fallen, happens } from "../../boards/trace.js";
import { mark, t, tn } from "../../i18n.js";

const STORES = /** @type {Record<string, string>} */ ({ A: "south", B: "north" });

/** @param {string} stop as facts and traces write it: houses are numbers */
const named = (stop) => (stop in STORES ? stop : Number(stop));

addModule("congkak", {
  ...handSowing({
    take: "scoop",
    put: "drop",
    named,
    add: ({ stores, houses }, stop, by) => (stop in STORES ? (stores[STORES[stop]] += by) : (houses[stop] += by)),
    moveHand(facts, role, stop, next) {
      facts.at[role] = next === null ? null : named(stop);
    },
    began(facts, role) {
      facts.choosing = facts.choosing.filter((/** @type {string} */ one) => one !== role);
    },
  }),

  askable(facts) {
    const hidden = this.scene(facts).waiting;
    const choosing = this.roles.filter((role) => facts.choosing.includes(role) || hidden.includes(role));
    return { ...facts, choosing, sealed: { south: null, north: null } };
  },

  waits(facts, role) {
    if (facts.phase !== "opening") return null;
    if (facts.ended.includes(role)) return t("Your turn in the opening has ended: waiting for the other player.");
    const chosen = this.scene(facts).waiting.includes(role);
    return chosen ? t("You have already chosen: waiting for the other player.") : null;
  },

  asks(facts, role) {
    if (facts.phase !== "opening" || facts.options.sowing === "hand") return null;
    const again = facts.stores[role] > 0;
    const secret = this.roles.every((one) => facts.choosing.includes(one) || this.scene(facts).waiting.includes(one));
    if (!secret) return again ? t("Your turn again: choose a house to sow.") : null;
    return again ? t("Your turn again: choose in secret.") : t("Your turn: choose a house in secret.");
  },

  explains(facts) {
    if (facts.phase !== "opening" || facts.options.sowing === "hand") return "";
    const { waiting } = this.scene(facts);
    if (!this.roles.every((role) => facts.choosing.includes(role) || waiting.includes(role))) return "";
    return this.roles.every((role) => facts.stores[role] > 0)
      ? t("Both last shells fell into the storehouses, so both choose again, in secret.")
      : t("Both choose in secret; the two houses are shown together.");
  },

  course({ options, round }) {
    if (options.rounds === "1") return "";
    return options.rounds === "match" ? t("Round {n}", { n: round }) : t("Round {n} of {last}", { n: round, last: options.rounds });
  },

  gains(steps) {
    const shells = captured(steps);
    const home = fallen(steps).filter((stop) => this.stops.get(stop)?.kind === "store").length;
    const won = [
      shells > 0 && tn("to capture {n} shell", "to capture {n} shells", shells),
      happens(steps, "again") && t("to go again"),
    ].filter((clause) => clause !== false);
    return won.length || !home ? won : [tn("to bring {n} shell into its storehouse", "to bring {n} shells into its storehouse", home)];
  },

  reasons: {
    round: {
      does: mark("{move} wins the round."),
      allows: mark("{move} let {name} win the round with {reply}."),
      shows: mark("{name} wins the round with {reply}."),
      sure: mark("After {move}, nothing stops {name} from winning the round."),
    },
  },

  ending({ stores, round }) {
    const few = this.roles.some((role) => stores[role] < this.full);
    return few ? t("one side can't fill a house") : tn("{n} round played", "{n} rounds played", round);
  },

  // By hand: where the shells fall if none is misplaced. While both sow at once, nobody can tell.
  ahead(facts, role) {
    const options = facts.options.sowing ? { ...facts.options, sowing: "auto" } : facts.options;
    const [other] = this.roles.filter((one) => one !== role);
    if (facts.hand[role] || (facts.phase === "opening" && facts.options.sowing === "hand")) return null;
    if (facts.phase !== "opening" || facts.ended.includes(other)) return { facts: { ...facts, options }, firstLap: false };
    // While both sow at once, only the first lap is certain: it is the same as if the role sowed alone.
    const alone = { phase: "turn", control: role, choosing: [role], sealed: { south: null, north: null }, ended: [] };
    return { facts: { ...facts, ...alone, options: { ...options, opening: role } }, firstLap: true };
  },
});
