import { t } from "../i18n.js";

/**
 * How a match ended, in a word or two; empty before its end.
 * @param {import("../match/types.js").Result | null} result
 * @param {{role: string, name: string}[]} seats
 */
export function outcomeText(result, seats) {
  if (!result) return "";
  if (result.how === "aborted") return t("Aborted");
  const winner = seats.find(({ role }) => role === result.winner);
  return winner ? t("{name} won", { name: winner.name }) : t("Drawn");
}
