/**
 * Parts of checkers that its drawing lacks: whether a click meant a step or a jump, a piece that must jump on, a move's
 * gain, the progress of a match, and why it ended.
 */

import { addModule } from "../../boards/games.js";
import { moveCounter, quietCounter, quietEnding } from "../../boards/text/phrases.js";
import { captured } from "../../boards/trace.js";
import { mark, t, tn } from "../../i18n.js";

const MOVES = 99;
const QUIET = 80;
const PAWNS = 12;

addModule("checkers", {
  wouldBe([from, to], { facts }, role) {
    if (!to || facts.pawns[to]?.startsWith(role)) return `move ${to ?? from}`;
    const [x, y] = from.split(" ").map(Number);
    const [x2, y2] = to.split(" ").map(Number);
    const over = facts.pawns[`${(x + x2) / 2} ${(y + y2) / 2}`];
    const leaps = Math.abs(x2 - x) === 2 && Math.abs(y2 - y) === 2;
    return `${leaps && over ? "jump" : "move"} ${from} ${to}`;
  },

  begun: ({ chain }) => chain ?? null,

  asks({ chain }) {
    return chain ? t("Your turn: the piece at {cell} must jump on.", { cell: this.stops.get(chain)?.name ?? "" }) : null;
  },

  gains(steps) {
    const pawns = captured(steps);
    return pawns ? [tn("to take {n} pawn", "to take {n} pawns", pawns)] : [];
  },

  reasons: {
    capture: {
      does: mark("{move} takes {stones}."),
      allows: mark("{move} let {name} take {stones} with {reply}."),
      shows: mark("{name} takes {stones} with {reply}."),
      sure: mark("After {move}, nothing stops {name} from taking at least {stones}."),
    },
    crown: {
      does: mark("{move} makes a king."),
      allows: mark("{move} let {name} get a king with {reply}."),
      shows: mark("{name} gets a king with {reply}."),
      sure: mark("After {move}, nothing stops {name} from getting a king."),
    },
  },

  // Their count begins with 1.
  course: (facts) => (facts.quiet ? quietCounter(facts, QUIET) : moveCounter(facts.step - 1, MOVES)),

  ending(facts) {
    if (Object.values(facts.captures).includes(PAWNS)) return t("one side has no pawn left");
    if (facts.quiet) return quietEnding(facts, QUIET) || t("the player to move is blocked");
    if (facts.step > MOVES) return tn("{n} move played", "{n} moves played", MOVES);
    return t("the player to move is blocked");
  },
});
