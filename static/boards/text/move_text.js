/**
 * Text of moves: short for move lists, whole sentences for the live region. A decision is one command by a person with everything
 * that the server played after it.
 *
 * @import { Ply, Step } from "../types.js"
 * @import { GameWords } from "./game_words.js"
 * @import { Person } from "./phrases.js"
 *
 * @typedef {Object} Table   what is known beside the plies
 * @property {Record<string, string>} [names]   of the players by role
 * @property {number} [round]   the round they are in
 * @property {boolean} [brief]   whether the end of a sowing is left out if the rest implies it
 */

import { t, tn } from "../../i18n.js";
import { gameOf } from "../games.js";
import { andList, personOf, scoreText } from "./phrases.js";
import { whole } from "../trace.js";

/**
 * Decision in notation: "7", "d7-d6 xa1", "c3xe5". Stones that fall by themselves are left out.
 * @param {string} game
 * @param {Ply[]} plies
 * @returns {string}
 */
export function decisionText(game, plies) {
  const known = gameOf(game);
  const verbs = plies.map(({ action }) => action.split(" ", 1)[0]);
  return plies
    .filter(({ action }) => !verbs.includes(known.action(action)?.unsaidAfter ?? ""))
    .map(({ action }) => known.notation(action))
    .join(" ");
}

/**
 * Decision in a sentence: "house 7", or in notation where it has no such name.
 * @param {string} game
 * @param {Ply[]} plies
 * @returns {string}
 */
export function decisionName(game, plies) {
  const known = gameOf(game);
  const [{ action, role }] = plies;
  const [stop, ...more] = known.stopsOf(action);
  const isPit = !more.length && known.stops.get(stop)?.kind === "pit";
  return isPit ? known.words.placeName(stop, role) : decisionText(game, plies);
}

/**
 * Sentences for the live region. Of shells dropped by hand, they tell only the viewer's own and the last of a hand:
 * "House 5, 6 left."
 * @param {string} game
 * @param {Ply[]} plies
 * @param {string[]} you
 * @param {Table} [table]
 * @returns {string[]}
 */
export function liveSentences(game, plies, you, table) {
  return sentences(game, plies, you, table, (words, drops) => droppedJustNow(words, drops, you));
}

/**
 * Sentences about plies, one for each turn: "South sows 7 from house 3; the last shell falls into the storehouse; South
 * moves again."
 * @param {string} game
 * @param {Ply[]} plies
 * @param {string[]} [you] the viewer's roles: a single one is spoken to as "you"
 * @param {Table} [table]
 * @param {typeof dropped} [tellDrops]
 * @returns {string[]}
 */
export function sentences(game, plies, you = [], table = {}, tellDrops = dropped) {
  const { words } = gameOf(game);
  const person = (/** @type {string} */ role) => personOf(role, you, table.names);
  const steps = known(plies.flatMap(({ trace }) => byRole(whole(trace))));
  const said = [];
  /** @type {Step[]} */
  let turn = [];
  for (const step of [...steps, null]) {
    const changes = !step || (turn.length && step.role !== turn[0].role) || BETWEEN.has(step.do);
    if (changes && turn.length) {
      const text = turnSentence(words, turn, person(turn[0].role), tellDrops, table.brief);
      said.push(capitalized(text, table.names?.[turn[0].role]));
      turn = [];
    }
    if (step && BETWEEN.has(step.do)) said.push(betweenSentence(words, step, person, table.round));
    else if (step) turn.push(step);
  }
  return said.filter(Boolean);
}

/**
 * Sentences about the beginning of sowings, while their stones still fall: "alice sows 7 from house 3." None if nothing
 * is sown.
 * @param {string} game
 * @param {Ply[]} plies
 * @param {string[]} you
 * @param {Table} table
 * @returns {string[]}
 */
export function beginnings(game, plies, you, { names = {} }) {
  const steps = plies.flatMap(({ trace }) => trace);
  const first = gameOf(game).roles.map((role) => steps.find((step) => step.role === role && step.do === "scoop"));
  return first.flatMap((scoop) => {
    if (!scoop) return [];
    const [clause] = sowing(gameOf(game).words, [scoop], [], personOf(scoop.role, you, names));
    return [`${capitalized(clause, names[scoop.role])}.`];
  });
}

/**
 * Text with a capital letter, unless it begins with a player's name: names stay as they are written.
 * @param {string} text
 * @param {string} [name]
 */
function capitalized(text, name) {
  return name && text.startsWith(name) ? text : text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * Sorts the steps of both roles that sow at once: first one role's, then the other's. By tick, nobody could follow.
 * @param {Step[]} trace
 */
function byRole(trace) {
  const ticked = trace.filter((step) => step.tick !== undefined);
  const roles = [...new Set(ticked.map((step) => step.role))];
  const turns = roles.flatMap((role) => ticked.filter((step) => step.role === role));
  return [...turns, ...trace.filter((step) => step.tick === undefined)];
}

/**
 * Drops the steps of secret choices, unless there are no others.
 * @param {Step[]} steps
 */
function known(steps) {
  const open = steps.filter((step) => step.do !== "seal");
  return open.length ? open : steps;
}

/** Steps that belong to nobody's turn. */
const BETWEEN = new Set(["round", "collect", "refill", "over"]);

/**
 * @param {GameWords} words
 * @param {Step[]} steps all of one role
 * @param {Person} person
 * @param {typeof dropped} tellDrops
 * @param {boolean} [brief]
 */
function turnSentence(words, steps, person, tellDrops, brief) {
  const scoops = steps.filter((step) => step.do === "scoop");
  const sown = scoops.some(({ drops }) => drops.length) || emptied(steps);
  const said = brief && steps.some((step) => step.do === "again" || step.do === "capture");
  const clauses = sown ? sowing(words, scoops, said ? [] : steps, person) : [];
  for (const run of runs(steps)) {
    if (run[0].do === "drop") clauses.push(...(sown ? [] : tellDrops(words, run, person)));
    else clauses.push(...clausesOf(words, run[0], person, sown));
  }
  const text = clauses.join("; ");
  return text && `${text}.`;
}

/**
 * Whether stones were taken up and all of them have fallen one by one.
 * @param {Step[]} steps
 */
function emptied(steps) {
  const fallen = steps.filter(({ hand }) => hand !== undefined);
  return steps[0].do === "scoop" && fallen[fallen.length - 1]?.hand === 0;
}

/**
 * Groups steps: drops that follow each other are one run; any other step is a run of its own.
 * @param {Step[]} steps
 * @returns {Step[][]}
 */
function runs(steps) {
  /** @type {Step[][]} */
  const found = [];
  for (const step of steps) {
    const run = found[found.length - 1];
    if (step.do === "drop" && run?.[0].do === "drop") run.push(step);
    else found.push([step]);
  }
  return found;
}

/**
 * Clause about shells dropped by hand: "South sows into house 4, house 5 and the storehouse".
 * @param {GameWords} words
 * @param {Step[]} drops
 * @param {Person} person
 * @returns {string[]}
 */
function dropped(words, drops, person) {
  const at = andList(drops.map((step) => words.placeName(String(step.at), step.role)));
  return [person("you sow into {at}", "{who} sows into {at}", { at })];
}

/**
 * @param {GameWords} words
 * @param {Step[]} drops
 * @param {string[]} you
 * @returns {string[]}
 */
function droppedJustNow(words, drops, you) {
  const { role, at, hand } = drops[drops.length - 1];
  if (!hand) return [words.last(words.placeName(String(at), role))];
  if (!you.includes(role)) return [];
  return [t("{at}, {n} left", { at: andList(drops.map((step) => words.placeName(String(step.at), role))), n: hand })];
}

/**
 * Clauses about a whole sowing with its relays, two or three.
 * @param {GameWords} words
 * @param {Step[]} scoops
 * @param {Step[]} steps
 * @param {Person} person
 */
function sowing(words, scoops, steps, person) {
  const [{ role, from, n }] = scoops;
  const args = { n, from: words.placeName(String(from), role) };
  const clauses = [person("you sow {n} from {from}", "{who} sows {n} from {from}", args)];
  if (scoops.length > 1) {
    const sown = scoops.reduce((sum, step) => sum + step.n, 0);
    clauses.push(tn("the sowing runs on once, {stones} in all", "the sowing runs on {n} times, {stones} in all",
      scoops.length - 1, { stones: words.stones(sown) }));
  }
  const fallen = steps.flatMap((step) => (step.do === "drop" ? [step.at] : step.do === "scoop" ? step.drops.map((/** @type {any[]} */ d) => d[0]) : []));
  if (fallen.length) clauses.push(words.last(words.placeName(String(fallen[fallen.length - 1]), role)));
  return clauses;
}

/**
 * @param {GameWords} words
 * @param {Step} step
 * @param {Person} person
 * @param {boolean} sown the drops have been told already
 * @returns {string[]}
 */
function clausesOf(words, step, person, sown) {
  const { role } = step;
  switch (step.do) {
    case "capture": {
      const stones = step.from.reduce((/** @type {number} */ sum, /** @type {any[]} */ [, n]) => sum + n, 0);
      if (step.to === null) return [person("you take {at}", "{who} takes {at}", { at: words.placeName(step.from[0][0], role) })];
      return [person("you capture {stones}", "{who} captures {stones}", { stones: words.stones(stones) })];
    }
    case "place":
      return [person("you place a stone on {to}", "{who} places a stone on {to}", { to: words.placeName(step.to, role) })];
    case "move":
      return [person("you move {from} to {to}", "{who} moves {from} to {to}", {
        from: words.placeName(step.from, role), to: words.placeName(step.to, role) })];
    case "crown":
      return [person("you have a king", "{who} has a king")];
    case "mill":
      if (step.lines.length > 1) return [person("you close two mills", "{who} closes two mills")];
      return [person("you close a mill", "{who} closes a mill")];
    case "scoop":
      return sown ? [] : [person("you take up {n} from {from}", "{who} takes up {n} from {from}", {
        n: step.n, from: words.placeName(String(step.from), role) })];
    case "forfeit":
      return [words.lost(words.placeName(String(step.at), role))];
    case "pass":
      return [person("you pass", "{who} passes")];
    case "seal":
      return [person("you have chosen", "{who} has chosen")];
    case "swap":
      return [person("you swap sides", "{who} swaps sides")];
    case "again":
      return [person("you move again", "{who} moves again")];
    default:
      return [];
  }
}

/**
 * @param {GameWords} words
 * @param {Step} step
 * @param {(role: string) => Person} personOf
 * @param {number} [round]
 */
function betweenSentence(words, step, personOf, round) {
  const person = personOf(step.role ?? step.winner ?? "");
  switch (step.do) {
    case "collect": {
      const n = step.from.reduce((/** @type {number} */ sum, /** @type {any[]} */ pair) => sum + pair[1], 0);
      return n ? person("You collect {stones}.", "{who} collects {stones}.", { stones: words.stones(n) }) : "";
    }
    case "round":
      return roundSentence(step, person, round);
    case "refill":
      return step.burnt.length
        ? burntSentence(andList(step.burnt), step.burnt.length, round)
        : "";
    case "over":
      return step.winner === null ? t("The game is a draw.") : person("You win the game.", "{who} wins the game.");
    default:
      return "";
  }
}

/**
 * "House 1 is burnt in round 2."
 * @param {string} houses
 * @param {number} n how many
 * @param {number} [round] the one that has ended, if it is known
 */
function burntSentence(houses, n, round) {
  return round
    ? tn("House {houses} is burnt in round {next}.", "Houses {houses} are burnt in round {next}.", n, { houses, next: round + 1 })
    : tn("House {houses} is burnt now.", "Houses {houses} are burnt now.", n, { houses });
}

/**
 * "Round 2 to Early Lynx, 60–38."
 * @param {Step} step
 * @param {Person} person the round's winner
 * @param {number} [n] the round's number, if it is known
 */
function roundSentence({ winner, stores }, person, n) {
  const score = scoreText(stores, winner);
  if (winner === null) return n ? t("Round {n} is even, {score}.", { n, score }) : t("The round is even, {score}.", { score });
  return n
    ? person("Round {n} is yours, {score}.", "Round {n} to {who}, {score}.", { n, score })
    : person("The round is yours, {score}.", "The round to {who}, {score}.", { score });
}
