import { t } from "../../text.js";

/**
 * That nobody played the first moves: said until somebody does.
 * @param {import("../record/live.js").LiveMatch} live
 * @returns {import("./matters.js").Matter[]}
 */
export function opening({ playing, position, record }) {
  const drawn = playing && record.standing.get(position.ply)?.what === "opening";
  return drawn ? [{ key: "opening", text: t("These moves were drawn by lot: now the game is even.") }] : [];
}
