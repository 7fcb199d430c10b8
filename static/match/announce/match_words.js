/**
 * Sentences about moves of a match: with the names of its players, the number of the round, and a lead that changes hands.
 *
 * @import { MatchNavigator } from "../navigation/navigator.js"
 * @import { LiveMatch } from "../state/live_match.js"
 * @import { Ply } from "../../boards/types.js"
 * @import { Position } from "../types.js"
 * @import { Table } from "../../boards/text/move_text.js"
 */

import { gameOf } from "../../boards/games.js";
import { liveSentences, sentences } from "../../boards/text/move_text.js";
import { personOf, scoreText } from "../../boards/text/phrases.js";
import { nameOf } from "../controls/seats.js";
import { lastPlies } from "../navigation/ply_positions.js";

/**
 * Sentences about a decision for the live region, as it happens.
 * @param {LiveMatch} live
 * @param {Ply[]} plies
 * @returns {string[]}
 */
export function liveMoveSentences(live, plies) {
  const said = [...liveSentences(live.match.game, plies, live.you, tableOf(live, plies)), ...leadSentence(live, plies)];
  const why = live.why(plies);
  // A decision is one utterance, however much is said of it: long queues of them are summed up.
  return why && said.length ? [...said.slice(0, -1), `${said[said.length - 1]} ${why}`] : said;
}

/**
 * Sentences about plies of the match or of a variation.
 * @param {LiveMatch} live
 * @param {Ply[]} plies
 * @param {boolean} [brief]
 * @returns {string[]}
 */
export function moveSentences(live, plies, brief) {
  const table = { ...tableOf(live, plies), brief };
  return [...sentences(live.match.game, plies, live.you, table), ...leadSentence(live, plies)];
}

/**
 * Plies of the move that led to the ply on the board, or that a variation has tried last.
 * @param {MatchNavigator} nav
 * @returns {Ply[]}
 */
export function shownPlies({ live, within, variation }) {
  return variation ? variation.plies : lastPlies(live.log, within);
}

/**
 * @param {LiveMatch} live
 * @param {Ply[]} plies
 * @returns {Table}
 */
export function tableOf(live, plies) {
  return { names: namesIn(live, plies), round: before(live, plies)?.facts.round };
}

/**
 * Names of the players by role. None where one person plays both sides, and where a move is only tried: it is nobody's.
 * @param {LiveMatch} live
 * @param {Ply[]} plies
 * @returns {Record<string, string>}
 */
function namesIn({ match: { seats } }, plies) {
  const names = seats.map(({ role }) => [role, nameOf(seats, role)]);
  const told = plies[0]?.n && new Set(names.map(([, name]) => name)).size === seats.length;
  return told ? Object.fromEntries(names) : {};
}

/**
 * Position before a move.
 * @param {LiveMatch} live
 * @param {Ply[]} plies
 * @returns {Position | null} null where it isn't loaded, and for plies that were only tried
 */
function before({ log }, [first]) {
  return first?.n ? log.positionAt(log.line.before(first.n)) : null;
}

/**
 * "bob takes the lead, 31–28.": says who scores more than the other now, and did not before. A new round has no lead.
 * @param {LiveMatch} live
 * @param {Ply[]} plies
 * @returns {string[]}
 */
function leadSentence(live, plies) {
  const [then, now] = [before(live, plies), live.log.positionAt(plies[plies.length - 1]?.n ?? 0)];
  if (!then || !now || then.facts.round !== now.facts.round || !now.to_move.length) return [];
  const { game } = live.match;
  const [old, score] = [gameOf(game).score(then.facts), gameOf(game).score(now.facts)];
  const leader = score && leaderOf(score);
  if (!old || !leader || leader === leaderOf(old) || !Object.values(old).some((n) => n > 0)) return [];
  const person = personOf(leader, live.you, namesIn(live, plies));
  return [person("You take the lead, {score}.", "{who} takes the lead, {score}.", { score: scoreText(score, leader) })];
}

/**
 * @param {Record<string, number>} score
 * @returns {string | null} null where nobody leads
 */
function leaderOf(score) {
  const [[one, ours], [other, theirs]] = Object.entries(score);
  return ours === theirs ? null : ours > theirs ? one : other;
}
