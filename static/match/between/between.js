import { absences } from "./absence.js";
import { deadlines } from "./deadlines.js";
import { offers } from "./offers.js";
import { opening } from "./opening.js";

/**
 * Everything that stands between the players beside the moves.
 * @param {import("../record/live.js").LiveMatch} live
 * @param {import("../sending/commands.js").Commands} commands by which it is answered
 * @returns {import("./matters.js").Matter[]}
 */
export function between(live, commands) {
  return [
    ...offers(live, (kind, what, of) => commands.order({ kind, what, of })),
    ...absences(live, (result) => commands.order({ kind: "claim", result })),
    ...deadlines(live),
    ...opening(live),
  ];
}
