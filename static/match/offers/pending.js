import { absencePrompts } from "./absences.js";
import { deadlinePrompts } from "./deadlines.js";
import { offerPrompts } from "./offers.js";
import { openingPrompts } from "./opening.js";

/**
 * Everything that stands between the players beside the moves.
 * @param {import("../state/live_match.js").LiveMatch} live
 * @param {import("../commands/commands.js").Commands} commands by which it is answered
 * @returns {import("./prompts.js").Prompt[]}
 */
export function pendingPrompts(live, commands) {
  return [
    ...offerPrompts(live, (kind, what, of) => commands.send({ kind, what, of })),
    ...absencePrompts(live, (result) => commands.send({ kind: "claim", result })),
    ...deadlinePrompts(live),
    ...openingPrompts(live),
  ];
}
