import { t } from "../../i18n.js";

/**
 * That nobody played the first moves: said until somebody does.
 * @param {import("../state/live_match.js").LiveMatch} live
 * @returns {import("./prompts.js").Prompt[]}
 */
export function openingPrompts({ playing, position, log }) {
  const drawn = playing && log.standing.get(position.ply)?.what === "opening";
  return drawn ? [{ key: "opening", text: t("These moves were drawn by lot: now the game is even.") }] : [];
}
