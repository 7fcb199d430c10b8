/** Parts of mancala that its drawing lacks: a move's gain, and why a match ended. */

import { addModule } from "../../boards/games.js";
import { captured, fallen, happens } from "../../boards/trace.js";
import { t, tn } from "../../i18n.js";

addModule("mancala", {
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
