/** Morris beyond its drawing: what a move wins, how far a match has come, what its last move can't do, and why it has ended. */

import { addModule } from "../../boards/games.js";
import { moveCounter, quietCounter, quietEnding } from "../../boards/text/phrases.js";
import { happens } from "../../boards/trace.js";
import { mark, t, tn } from "../../i18n.js";

const MOVES = 60;
const QUIET = 100;
const FEWEST = 3;

addModule("morris", {
  course: (facts) => (facts.quiet ? quietCounter(facts, QUIET) : moveCounter(facts.step, MOVES)),

  // A mill that the last move closes comes too late to take a stone.
  explains: ({ step, mill }) => (step === MOVES - 1 && !mill ? t("One move left: a mill takes no stone.") : ""),

  gains: (steps) => [
    happens(steps, "mill") && t("to close a mill"),
    happens(steps, "capture") && t("to take a stone"),
  ].filter((clause) => clause !== false),

  reasons: {
    mill: {
      does: mark("{move} closes a mill."),
      allows: mark("{move} let {name} close a mill with {reply}."),
      shows: mark("{name} closes a mill with {reply}."),
      sure: mark("After {move}, nothing stops {name} from closing a mill."),
    },
  },

  ending(facts) {
    const stones = Object.values(facts.points);
    const left = (/** @type {string} */ role) => stones.filter((one) => one === role).length + facts.heap[role];
    const few = this.roles.some((role) => left(role) < FEWEST);
    if (!stones.includes("empty")) return t("the board is full");
    if (facts.quiet && !few) return quietEnding(facts, QUIET) || t("the player to move is blocked");
    return few ? t("one side has fewer than three stones") : tn("{n} move played", "{n} moves played", MOVES);
  },
});
