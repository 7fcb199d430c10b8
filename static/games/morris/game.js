/** Parts of morris that its drawing lacks: a move's gain, the progress of a match, and why it ended. */

import { addModule } from "../../boards/games.js";
import { countdown } from "../../boards/text/phrases.js";
import { happens } from "../../boards/trace.js";
import { t, tn } from "../../i18n.js";

const MOVES = 60;
const FEWEST = 3;

addModule("morris", {
  course: ({ step }) => countdown(step, MOVES),

  gains: (steps) => [
    happens(steps, "mill") && t("to close a mill"),
    happens(steps, "capture") && t("to take a stone"),
  ].filter((clause) => clause !== false),

  ending({ points }) {
    const stones = Object.values(points);
    const few = this.roles.some((role) => stones.filter((one) => one === role).length < FEWEST);
    return few ? t("one side has fewer than three stones") : tn("{n} move played", "{n} moves played", MOVES);
  },
});
