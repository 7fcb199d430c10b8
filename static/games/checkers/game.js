/** Checkers beyond its drawing: whether a click on a cell meant a step or a jump. */

import { addModule } from "../../boards/games.js";

addModule("checkers", {
  wouldBe([from, to], { facts }, role) {
    if (!to || facts.pawns[to] === role) return `move ${to ?? from}`;
    const [x, y] = from.split(" ").map(Number);
    const [x2, y2] = to.split(" ").map(Number);
    const over = facts.pawns[`${(x + x2) / 2} ${(y + y2) / 2}`];
    const leaps = Math.abs(x2 - x) === 2 && Math.abs(y2 - y) === 2;
    return `${leaps && over ? "jump" : "move"} ${from} ${to}`;
  },
});
