/** Morris beyond its drawing: what a move wins, how far a match has come, what its last move can't do, and why it has ended. */

import { addModule } from "../../boards/games.js";
import { isYou, moveCounter } from "../../boards/text/phrases.js";
import { happens } from "../../boards/trace.js";
import { t, tn } from "../../i18n.js";

const MOVES = 60;
const FEWEST = 3;

/**
 * Whether the rules end the match after the next move: a mill that it closes comes too late to take a stone.
 * @param {{step: number, mill: boolean}} facts
 */
const isLast = ({ step, mill }) => step === MOVES - 1 && !mill;

addModule("morris", {
  course: ({ step }) => moveCounter(step, MOVES),

  asks: (facts) => (isLast(facts) ? t("Your turn, the last move: a mill takes no stone now.") : null),

  explains: (facts, you) => (isLast(facts) && !isYou(facts.control, you) ? t("The last move: a mill takes no stone now.") : ""),

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
