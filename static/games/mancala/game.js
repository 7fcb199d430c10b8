/** Parts of mancala that its drawing lacks: predicted sowing by hand, a move's gain, and why a match ended. */

import { addModule } from "../../boards/games.js";
import { handSowing } from "../../boards/input/hand_sowing.js";
import { captured, fallen, happens } from "../../boards/trace.js";
import { t, tn } from "../../i18n.js";

addModule("mancala", {
  ...handSowing({
    take: "pick",
    put: "put",
    named: (stop) => stop,
    add: ({ pits }, stop, by) => (pits[stop] += by),
    moveHand(facts, role, stop, next) {
      facts.at = next;
    },
  }),

  // By hand: where the stones fall.
  ahead(facts, role) {
    if (facts.hand[role]) return null;
    const { options: { sowing, ...options } = {}, ...rest } = facts;
    return { facts: sowing && !Object.keys(options).length ? rest : { ...facts, ...(sowing && { options }) }, firstLap: false };
  },

  gains(steps) {
    const stones = captured(steps);
    const home = fallen(steps).filter((stop) => this.stops.get(stop)?.kind === "store").length;
    const won = [
      stones > 0 && tn("to capture {n} stone", "to capture {n} stones", stones),
      happens(steps, "again") && t("to go again"),
    ].filter((clause) => clause !== false);
    return won.length || !home ? won : [tn("to bring {n} stone into its store", "to bring {n} stones into its store", home)];
  },

  ending: () => t("all pits are empty"),
});
