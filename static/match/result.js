import { GAMES } from "../boards/games.js";
import { t } from "../text.js";
import { nameOf } from "./sides.js";

/**
 * How a match ended, in words.
 *
 * @typedef {import("./live.js").LiveMatch} LiveMatch
 */

/**
 * @param {LiveMatch} live of a match that is over
 * @returns {{headline: string, detail: string}}
 */
export function resultText({ match, position, you }) {
  const { result, seats, game } = match;
  if (!result) return { headline: "", detail: "" };
  const { winner, how } = result;
  if (how === "aborted") return { headline: t("Aborted"), detail: t("nobody has won") };
  if (!winner) return { headline: t("A draw"), detail: scoreText(game, position.facts, null) };
  const loser = seats.find(({ role }) => role !== winner)?.role ?? "";
  return {
    headline: alone(you, winner) ? t("You won") : t("{name} won", { name: nameOf(seats, winner) }),
    detail: how === "resignation" ? resigned(seats, you, loser) : scoreText(game, position.facts, winner),
  };
}

/**
 * "You won: 18 stones to 12."
 * @param {LiveMatch} live
 */
export function resultSentence(live) {
  const { headline, detail } = resultText(live);
  return detail ? t("{headline}: {detail}.", { headline, detail }) : `${headline}.`;
}

/**
 * Who has offered to play again, or that it has begun; empty before.
 * @param {LiveMatch} live
 */
export function rematchText({ match: { rematch, seats }, you }) {
  if (!rematch) return "";
  if ("match" in rematch) return t("The rematch has begun.");
  const other = seats.find(({ role }) => role !== rematch.by)?.role ?? "";
  if (alone(you, rematch.by)) return t("Rematch offered. Waiting for {name}.", { name: nameOf(seats, other) });
  return t("{name} offers a rematch.", { name: nameOf(seats, rematch.by) });
}

/**
 * @param {import("./types.js").Seat[]} seats
 * @param {string[]} you
 * @param {string} loser
 */
function resigned(seats, you, loser) {
  return alone(you, loser) ? t("you resigned") : t("{name} resigned", { name: nameOf(seats, loser) });
}

/**
 * @param {string[]} you
 * @param {string} role
 */
const alone = (you, role) => you.length === 1 && you[0] === role;

/**
 * "18 stones to 12"
 * @param {string} game
 * @param {any} facts
 * @param {string | null} winner
 */
function scoreText(game, facts, winner) {
  const score = GAMES[game].score?.(facts);
  if (!score) return "";
  const [first, second] = Object.keys(score.count).sort((a, b) => Number(b === winner) - Number(a === winner));
  const [ours, theirs] = [score.count[first], score.count[second]];
  if (ours === theirs) return t("{score} each", { score: score.say(ours) });
  return t("{score} to {other}", { score: score.say(ours), other: theirs });
}
