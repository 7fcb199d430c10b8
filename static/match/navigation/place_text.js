/**
 * Places in a match in words, by moves. A move is a ply that the rules count: a placing, a removal, a pass, a shell dropped by hand.
 * What the server adds to a choice by itself, each stone that a sowing drops, belongs to the move.
 *
 * @import { EventLog } from "../state/event_log.js"
 * @import { LiveMatch } from "../state/live_match.js"
 * @import { MatchNavigator } from "./navigator.js"
 *
 * @typedef {{moves: number, more: number}} Count   more: how many plies of the next move have been played too
 */

import { gameOf } from "../../boards/games.js";
import { t } from "../../i18n.js";

/**
 * Moves that lead to a ply.
 * @param {LiveMatch} live
 * @param {number} ply
 * @returns {Count | null} null while it can't be known, since the moves are not loaded
 */
export function countMoves({ log, match: { game } }, ply) {
  const { line } = log;
  const known = gameOf(game);
  if (![...known.actions.values()].some(({ unsaidAfter }) => unsaidAfter)) return { moves: line.count(ply), more: 0 };
  const goesOn = (/** @type {string} */ action) => !!known.action(action)?.unsaidAfter;
  if (ply > 0 && !allLoaded(log)) return null;
  let [moves, more] = [0, 0];
  for (const { plies } of log.between(1, log.head)) {
    for (const { n, action } of plies) if (line.leads(n, ply)) [moves, more] = goesOn(action) ? [moves, more + 1] : [moves + 1, 0];
  }
  const next = log.decision(ply)?.plies.find(({ n }) => n > ply);
  return next && goesOn(next.action) ? { moves: moves - 1, more: more + 1 } : { moves, more: 0 };
}

/** @param {EventLog} log */
const allLoaded = ({ frames, head }) => Array.from({ length: head }, (_, i) => i + 1).every((seq) => frames.has(seq));

/**
 * Number of the move that a ply belongs to; empty while it can't be known.
 * @param {LiveMatch} live
 * @param {number} ply
 */
export function moveNumber(live, ply) {
  const count = countMoves(live, ply);
  return count ? String(count.moves + (count.more ? 1 : 0)) : "";
}

/**
 * "Move 12 of 40", or in the middle of the next one "Move 12 of 40 and 3 more"
 * @param {MatchNavigator} nav
 * @returns {string}
 */
export function placeText({ live, ply, last, place, beats, variation }) {
  if (variation) return variation.words;
  const [here, end] = [countMoves(live, ply), countMoves(live, last)];
  const isLive = place === null && live.playing;
  if (!here || !end) return isLive ? t("Live") : t("An earlier move");
  const numbers = { n: here.moves, last: end.moves, more: here.more + beats };
  if (live.log.line.taken(ply)) return t("Move {n}, taken back", numbers);
  if (numbers.more) return t("Move {n} of {last} and {more} more", numbers);
  if (isLive) return end.moves ? t("Live, move {n}", numbers) : t("Live, no moves yet");
  return here.moves ? t("Move {n} of {last}", numbers) : t("Before the first move");
}

/**
 * The same beside the slider: "12 of 40 + 3"
 * @param {MatchNavigator} nav
 * @returns {string}
 */
export function shortPlaceText({ live, ply, last, beats }) {
  const [here, end] = [countMoves(live, ply), countMoves(live, last)];
  if (!here || !end) return "";
  const more = here.more + beats;
  return t("{n} of {last}", { n: here.moves, last: end.moves }) + (more ? ` + ${more}` : "");
}
