import { t } from "../../i18n.js";
import { nameOf } from "../controls/sides.js";

/**
 * Several games that count together: how they stand, and which comes next.
 *
 * @typedef {import("../types.js").MatchFacts} MatchFacts
 */

/**
 * "Game 2 of 4: alice 1½ – ½ bob"; empty for a single game.
 * @param {MatchFacts} match
 */
export function seriesText({ result, seats, series }) {
  if (!series) return "";
  const [one, other] = seats.map(({ role }) => role);
  const standing = t("{name} {points} – {otherPoints} {other}", {
    name: nameOf(seats, one), points: points(series.score[one]),
    other: nameOf(seats, other), otherPoints: points(series.score[other]),
  });
  if (result && nextGame({ result, series }) === null) return t("The series is over: {standing}", { standing });
  return t("Game {game} of {of}: {standing}", { game: series.game, of: series.of, standing });
}

/**
 * Which game of the series comes next; null after the last one, and for a single game. What was aborted is played again.
 * @param {Pick<MatchFacts, "result" | "series">} match
 */
export function nextGame({ result, series }) {
  if (!series) return null;
  const next = series.game + (result?.how === "aborted" ? 0 : 1);
  return next <= series.of ? next : null;
}

/**
 * "1½"
 * @param {number} score in halves
 */
export function points(score) {
  const whole = Math.floor(score);
  if (whole === score) return String(whole);
  return `${whole || ""}½`;
}
