/**
 * Text of results: how a match ended, and how a series of several games stands.
 *
 * @import { LiveMatch } from "../state/live_match.js"
 * @import { MatchFacts } from "../types.js"
 *
 * @typedef {Pick<LiveMatch, "match" | "position" | "you">} Ended   a match that is over, to a viewer
 */

import { gameOf } from "../../boards/games.js";
import { isYou } from "../../boards/text/phrases.js";
import { mark, t } from "../../i18n.js";
import { nameOf, otherRole } from "../controls/seats.js";

/**
 * @param {Ended} live
 * @returns {{headline: string, detail: string}}
 */
export function resultText({ match, position, you }) {
  const { result, seats, game } = match;
  if (!result) return { headline: "", detail: "" };
  const { winner, how } = result;
  if (how === "aborted") return { headline: t("Cancelled"), detail: t("no result") };
  if (how === "moderator") return { headline: t("Cancelled"), detail: t("a moderator ended the match") };
  const ended = () => endingText(game, position.facts, winner);
  if (!winner) return { headline: t("A draw"), detail: DRAWN[how] ?? ended() };
  const loser = otherRole(seats, winner);
  const words = LOST[how];
  return {
    headline: isYou(winner, you) ? t("You won") : t("{name} won", { name: nameOf(seats, winner) }),
    detail: words ? (isYou(loser, you) ? words[0] : t(words[1], { name: nameOf(seats, loser) })) : ended(),
  };
}

/** Texts about the loser where the rules did not end the match: to themselves, and to everybody else. */
const LOST = /** @type {Record<string, [string, string]>} */ ({
  resignation: [t("you resigned"), mark("{name} resigned")],
  time: [t("your time was up"), mark("{name} ran out of time")],
  absence: [t("you were away too long"), mark("{name} was away too long")],
});

/** @type {Record<string, string>} */
const DRAWN = { agreement: t("agreed by both"), absence: t("claimed after an absence") };

/**
 * Detail as a line of its own, with a capital letter; names stay as they are written.
 * @param {Ended} live
 */
export function resultLine(live) {
  const { detail } = resultText(live);
  const named = live.match.seats.some(({ role }) => detail.startsWith(nameOf(live.match.seats, role)));
  return named ? detail : detail.charAt(0).toLocaleUpperCase() + detail.slice(1);
}

/**
 * "You won: bob resigned.", or after a game that the rules ended "You won. 60 moves played: 7 stones to 4."
 * @param {LiveMatch} live
 */
export function resultSentence(live) {
  const { headline, detail } = resultText(live);
  if (live.match.result?.how === "rules") return `${headline}. ${detail && `${resultLine(live)}.`}`.trim();
  return detail ? t("{headline}: {detail}.", { headline, detail }) : `${headline}.`;
}

/**
 * Text about an offered or started rematch; empty without one.
 * @param {LiveMatch} live
 */
export function rematchText({ match, you }) {
  const { rematch, seats } = match;
  if (!rematch) return "";
  const game = nextGame(match);
  if ("match" in rematch) return game ? t("Game {n} has begun.", { n: game }) : t("The rematch has begun.");
  const other = nameOf(seats, otherRole(seats, rematch.by));
  if (isYou(rematch.by, you)) {
    return game
      ? t("You are ready for game {n}. Waiting for {name}.", { n: game, name: other })
      : t("Rematch offered. Waiting for {name}.", { name: other });
  }
  const name = nameOf(seats, rematch.by);
  return game ? t("{name} is ready for game {n}.", { n: game, name }) : t("{name} offers a rematch.", { name });
}

/**
 * Names and final scores of both players, the winner's first; none if the rules did not end the match.
 * @param {Ended} live
 * @returns {{role: string, name: string, count: number}[]}
 */
export function finalCounts({ match: { game, result, seats }, position: { facts } }) {
  const score = result?.how === "rules" && gameOf(game).score(facts);
  if (!score) return [];
  return byWinner(score, result.winner).map((role) => ({ role, name: nameOf(seats, role), count: score[role] }));
}

/**
 * "Points: 86 to 0": what the result is worth by the rules; empty if they did not end the match.
 * @param {Pick<LiveMatch, "match">} live
 */
export function pointsText({ match: { result } }) {
  if (!result?.goals) return "";
  const [points, other] = byWinner(result.goals, result.winner).map((role) => result.goals?.[role] ?? 0);
  return t("Points: {points} to {other}", { points, other });
}

/**
 * "Rounds won: alice 2 – 1 bob"; empty for a game of one round.
 * @param {Ended} live
 */
export function roundsText({ match: { seats }, position: { facts } }) {
  if (!facts.rounds_won || facts.round < 2) return "";
  const [one, other] = seats.map(({ role }) => role);
  return t("Rounds won: {name} {won} – {otherWon} {other}", {
    name: nameOf(seats, one), won: facts.rounds_won[one], other: nameOf(seats, other), otherWon: facts.rounds_won[other],
  });
}

/**
 * Roles, the winner's first.
 * @param {Record<string, number>} numbers by role
 * @param {string | null} winner
 */
const byWinner = (numbers, winner) => Object.keys(numbers).sort((a, b) => Number(b === winner) - Number(a === winner));

/**
 * Why the rules ended the game, and how it stands: "60 moves played: 7 stones to 4"
 * @param {string} game
 * @param {any} facts
 * @param {string | null} winner
 */
function endingText(game, facts, winner) {
  const reason = gameOf(game).ending?.(facts) ?? "";
  const score = scoreText(game, facts, winner);
  return reason && score ? t("{reason}: {score}", { reason, score }) : reason || score;
}

/**
 * "18 stones to 12"
 * @param {string} game
 * @param {any} facts
 * @param {string | null} winner
 */
function scoreText(game, facts, winner) {
  const known = gameOf(game);
  const score = known.score(facts);
  if (!score) return "";
  const [first, second] = byWinner(score, winner);
  const [ours, theirs] = [score[first], score[second]];
  if (ours === theirs) return t("{score} each", { score: known.words.scored(ours) });
  return t("{score} to {other}", { score: known.words.scored(ours), other: theirs });
}

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
 * "You won the series": how a series ended; empty before its last game is over, and for a single game.
 * @param {Ended} live
 */
export function seriesHeadline({ match, you }) {
  const { result, seats, series } = match;
  if (!series || !result || nextGame({ result, series }) !== null) return "";
  const [one, other] = seats.map(({ role }) => role);
  if (series.score[one] === series.score[other]) return t("The series is drawn");
  const winner = series.score[one] > series.score[other] ? one : other;
  return isYou(winner, you) ? t("You won the series") : t("{name} won the series", { name: nameOf(seats, winner) });
}

/**
 * Number of the next game of the series; null after the last one, and for a single game. What has no result is played again.
 * @param {Pick<MatchFacts, "result" | "series">} match
 */
export function nextGame({ result, series }) {
  if (!series) return null;
  const isRepeated = result?.how === "aborted" || result?.how === "moderator";
  const next = series.game + (isRepeated ? 0 : 1);
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
