/**
 * What a decision comes to, read from its trace before it is made: where the last stone would land, and what would
 * follow from that at once. It knows no rule and looks no further than the decision itself. Pure.
 *
 * @typedef {import("../types.js").Ply} Ply
 * @typedef {import("../types.js").Step} Step
 *
 * @typedef {Object} Preview
 * @property {string} role
 * @property {string | null} piece              single pieces: the kind that would stand at the landing
 * @property {string | null} landing            where the last stone falls, or the piece goes
 * @property {string[]} path                    where the stones before it fall; none where the sowing is relayed
 * @property {number} relays
 * @property {boolean} again                    the role moves again
 * @property {{stops: string[], n: number} | null} taken   lifted off the board or into the store
 * @property {string[][]} mills
 * @property {"round" | "game" | null} ends
 * @property {boolean} open                     true: only so much is certain, what follows depends on the other role
 */

import { t, tn } from "../../i18n.js";
import { whole } from "../trace.js";

/** Steps after which a decision's own doing is over. */
const CLOSING = new Set(["end", "again", "round", "over", "pass"]);

/**
 * @param {Ply[]} plies one decision: a person's ply and what is forced after it
 * @param {boolean} [firstLap] whether only the first lap of a sowing is certain
 * @returns {Preview}
 */
export function previewOf(plies, firstLap = false) {
  const [{ role }] = plies;
  /** @type {Preview} */
  const seen = {
    role, piece: null, landing: null, path: [], relays: 0, again: false, taken: null, mills: [], ends: null, open: firstLap,
  };
  const steps = plies.flatMap(({ trace }) => whole(trace));
  const own = steps.slice(0, firstLap ? 1 : closing(steps) + 1);
  for (const step of own) look(seen, step);
  for (const { do: what } of firstLap ? [] : steps) {
    if (what === "over") seen.ends = "game";
    if (what === "round" && !seen.ends) seen.ends = "round";
  }
  if (seen.relays) seen.path = [];
  return seen;
}

/** @param {Step[]} steps */
function closing(steps) {
  const at = steps.findIndex((step) => CLOSING.has(step.do));
  return at < 0 ? steps.length : at;
}

/**
 * @param {Preview} seen
 * @param {Step} step
 */
function look(seen, step) {
  switch (step.do) {
    case "scoop":
      if (seen.landing !== null) seen.relays += 1;
      for (const [stop] of step.drops) fall(seen, String(stop));
      break;
    case "drop":
      fall(seen, String(step.at));
      break;
    case "place":
    case "move":
      seen.piece = step.role;
      seen.landing = step.to;
      break;
    case "capture":
      seen.taken = taken(step);
      break;
    case "mill":
      seen.mills = step.lines;
      break;
    case "again":
      seen.again = true;
      break;
  }
}

/**
 * @param {Preview} seen
 * @param {string} stop
 */
function fall(seen, stop) {
  if (seen.landing !== null) seen.path.push(seen.landing);
  seen.landing = stop;
}

/** @param {Step} step */
function taken({ from }) {
  const lifted = from.filter((/** @type {[string | number, number]} */ [, n]) => n);
  const n = lifted.reduce((/** @type {number} */ sum, /** @type {[string | number, number]} */ [, more]) => sum + more, 0);
  return { stops: lifted.map((/** @type {[string | number, number]} */ [stop]) => String(stop)), n };
}

/**
 * Whether there is more to show than where one points already.
 * @param {Preview} seen
 */
export function worthShowing({ piece, landing, taken: lifted, mills, ends }) {
  return (landing !== null && piece === null) || lifted !== null || mills.length > 0 || ends !== null;
}

/**
 * "Hint: the last shell falls into house 5; you capture 9 shells."
 * @param {import("./game_words.js").GameWords} words
 * @param {Preview} seen
 * @returns {string} empty if there is nothing to say
 */
export function previewText(words, seen) {
  const clauses = [];
  if (seen.landing !== null && seen.piece === null) {
    const last = words.last(words.at(seen.landing, seen.role));
    const relayed = tn("the sowing goes on once, then {last}", "the sowing goes on {n} times, then {last}", seen.relays, { last });
    clauses.push(seen.relays ? relayed : last);
  }
  if (seen.open) clauses.push(t("what follows depends on the other player too"));
  if (seen.mills.length) clauses.push(seen.mills.length > 1 ? t("you close two mills") : t("you close a mill"));
  if (seen.taken && seen.piece) clauses.push(t("you take {at}", { at: words.at(seen.taken.stops[0], seen.role) }));
  else if (seen.taken) clauses.push(t("you capture {stones}", { stones: words.stones(seen.taken.n) }));
  if (seen.again) clauses.push(t("you move again"));
  if (seen.ends) clauses.push(seen.ends === "round" ? t("the round ends") : t("the game ends"));
  return clauses.length ? t("Hint: {words}.", { words: clauses.join("; ") }) : "";
}
