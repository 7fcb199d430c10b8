/**
 * Phrases that the texts of all games share: sides, lists, names of places.
 *
 * @import { Side } from "../types.js"
 *
 * @typedef {(ours: string, theirs: string, args?: Record<string, string | number>) => string} Person
 *   one of two texts: said to the viewer as "you", or of {who}
 */

import { mark, t, tn } from "../../i18n.js";
import { ownerOf } from "../scene.js";

/** A word with a capital: a role as a name. @param {string} word */
export const capitalized = (word) => word.charAt(0).toUpperCase() + word.slice(1);

/** @param {string} role */
export function roleName(role) {
  return t(capitalized(role));
}

/** Name of a kind of piece: "Black", or "Black, king". @param {string} kind */
export function pieceKind(kind) {
  const owner = ownerOf(kind);
  return kind === owner ? roleName(owner) : t("{role}, king", { role: roleName(owner) });
}

/**
 * Whether a role is called "you": it is the viewer's only one.
 * @param {string} role
 * @param {string[]} you the viewer's roles
 */
export const isYou = (role, you) => you.length === 1 && you[0] === role;

/**
 * Chooses texts in the second or third person for a role.
 * @param {string} role
 * @param {string[]} you the viewer's roles
 * @param {Record<string, string>} [names] of the players by role; a role without one is called by its own name
 * @returns {Person}
 */
export function personOf(role, you, names = {}) {
  const mine = isYou(role, you);
  return (ours, theirs, args = {}) => (mine ? t(ours, args) : t(theirs, { who: names[role] || roleName(role), ...args }));
}

/**
 * "3", "3 and 5", "3, 5 and 7"
 * @param {(string | number)[]} names
 */
export function andList(names) {
  return joined(names, mark("{most} and {last}"));
}

/**
 * "3", "3 or 5", "3, 5 or 7"
 * @param {(string | number)[]} names
 */
export function orList(names) {
  return joined(names, mark("{most} or {last}"));
}

/**
 * @param {(string | number)[]} names
 * @param {string} text
 */
function joined(names, text) {
  const most = names.slice(0, -1).join(", ");
  const last = names[names.length - 1] ?? "";
  return most ? t(text, { most, last }) : String(last);
}

/**
 * "60–38", one side's number first
 * @param {Record<string, number>} numbers by role
 * @param {string | null} [first] the role whose number comes first
 */
export function scoreText(numbers, first = null) {
  const roles = Object.keys(numbers).sort((one, other) => Number(other === first) - Number(one === first));
  return roles.map((role) => numbers[role]).join("–");
}

/**
 * Number of the move to come, and of the last that the rules allow: "Move 12 of 60"; empty once the last one is played.
 * @param {number} played number of moves so far
 * @param {number} last number of moves after which the rules end the match
 */
export function moveCounter(played, last) {
  return played === last ? "" : t("Move {n} of {last}", { n: played + 1, last });
}

/**
 * How near a draw is: the position's repetition, or the moves without progress, if there are some.
 * @param {{quiet: string[], times: number}} facts
 * @param {number} last number of such moves after which the game is drawn
 */
export function quietCounter({ quiet: { length: n }, times }, last) {
  if (times === 2) return t("This position for the second time");
  return !n || n === last || times > 2 ? "" : t("Move {n} of {last} without progress", { n, last });
}

/**
 * Why a game is drawn; empty if it isn't.
 * @param {{quiet: string[], times: number}} facts
 * @param {number} last
 */
export function quietEnding({ quiet, times }, last) {
  if (quiet.length === last) return tn("{n} move without progress", "{n} moves without progress", last);
  return times > 2 ? t("the same position for the third time") : "";
}

/**
 * Possessive of a role for this viewer. With both roles on one screen there is no "yours".
 * @param {string} role
 * @param {string[]} roles the viewer's
 */
function whose(role, roles) {
  if (roles.length !== 1) return t("{role}'s", { role: roleName(role) });
  return roles[0] === role ? t("yours") : t("your opponent's");
}

/**
 * "White, yours: a7, d7 and g7"
 * @param {Record<string, string>} men
 * @param {Side} side
 * @param {(stop: string) => string} at
 */
export function menInWords(men, { role, person }, at) {
  const places = Object.keys(men).filter((stop) => ownerOf(men[stop]) === role).sort((one, other) => at(one).localeCompare(at(other)))
    .map((stop) => (men[stop] === role ? at(stop) : t("king {at}", { at: at(stop) })));
  const args = { colour: roleName(role), places: places.length ? andList(places) : t("none") };
  return person("{colour}, yours: {places}", "{colour}: {places}", args);
}

/**
 * "house 5, yours, 7 shells"
 * @param {string} place
 * @param {string} owner
 * @param {string} holds
 * @param {string[]} roles
 */
export function countedName(place, owner, holds, roles) {
  return t("{place}, {whose}, {holds}", { place, whose: whose(owner, roles), holds });
}

/**
 * "d7, empty" or "c3, your black pawn"
 * @param {string} place
 * @param {string | undefined} kind the piece's role or other kind, if there is one
 * @param {string} piece
 * @param {string[]} roles
 */
export function pieceName(place, kind, piece, roles) {
  if (!kind) return t("{place}, empty", { place });
  const owner = ownerOf(kind);
  const words = { place, colour: t(owner), piece: kind === owner ? piece : t("king") };
  return isYou(owner, roles) ? t("{place}, your {colour} {piece}", words) : t("{place}, {colour} {piece}", words);
}
