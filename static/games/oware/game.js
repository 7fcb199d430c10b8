/** Parts of oware that its drawing lacks: predicted sowing by hand, a move's gain, how far a match has come, and why it ended. */

import { addModule } from "../../boards/games.js";
import { handSowing } from "../../boards/input/hand_sowing.js";
import { captured } from "../../boards/trace.js";
import { t, tn } from "../../i18n.js";

const HALF = 24;
const LAST_QUIET = 60;
const WORTH_SAYING = LAST_QUIET / 2;

/** @param {Record<string, number>} seeds */
const goesOn = ({ S, N }) => Math.max(S, N) <= HALF && S + N < 2 * HALF;

addModule("oware", {
  ...handSowing({
    take: "sow",
    put: "drop",
    named: (stop) => stop,
    add: ({ seeds }, stop, by) => (seeds[stop] += by),
    moveHand(facts, role, stop, next) {
      facts.at = next;
    },
  }),

  // By hand: where the seeds fall.
  ahead({ seeds, control, quiet, hand }, role) {
    return hand?.[role] ? null : { facts: { seeds, control, quiet }, firstLap: false };
  },

  course({ quiet, seeds }) {
    const counts = quiet >= WORTH_SAYING && quiet < LAST_QUIET && goesOn(seeds);
    return counts ? t("{n} of {last} moves without a capture", { n: quiet, last: LAST_QUIET }) : "";
  },

  gains(steps) {
    const seeds = captured(steps);
    return seeds > 0 ? [tn("to capture {n} seed", "to capture {n} seeds", seeds)] : [];
  },

  ending({ quiet, seeds }) {
    if (quiet === LAST_QUIET) return t("{last} moves without a capture", { last: LAST_QUIET });
    const lies = Object.entries(seeds).some(([stop, n]) => n > 0 && stop !== "S" && stop !== "N");
    return lies ? t("more than half of the seeds are captured") : t("one side has no seeds and can't be given any");
  },
});
