/**
 * Texts about watchers and results.
 *
 * @import { Result, Seat } from "../match/types.js"
 */

import { t, tn } from "../i18n.js";
import { nameOf } from "../match/controls/seats.js";
import { hidesNames } from "../people/strangers.js";

/**
 * Text about watchers: "carol and dave are watching", "carol, dave and 3 others are watching", "2 people are watching".
 * To a watcher "You're watching" or "You and 2 others are watching", unless others have names: the reader's name isn't
 * known here.
 * @param {{watchers: number, names: string[]}} company
 * @param {boolean} [watches] the reader is one of them
 */
export function spectatorsText({ watchers, names }, watches = false) {
  if (!watchers) return "";
  if (hidesNames()) names = [];
  if (watches && watchers === 1) return t("You're watching");
  if (watches && !names.length) return tn("You and {n} other are watching", "You and {n} others are watching", watchers - 1);
  const others = watchers - names.length;
  if (!names.length) return tn("{n} person is watching", "{n} people are watching", others);
  if (others > 0) return tn("{names} and {n} other are watching", "{names} and {n} others are watching", others, { names: names.join(", ") });
  if (names.length === 1) return t("{name} is watching", { name: names[0] });
  const last = names[names.length - 1];
  return t("{names} and {last} are watching", { names: names.slice(0, -1).join(", "), last });
}

/**
 * Text of a result in a word or two; empty before the end.
 * @param {Result | null} result
 * @param {Seat[]} seats
 */
export function outcomeText(result, seats) {
  if (!result) return "";
  if (result.how === "aborted" || result.how === "moderator") return t("Cancelled");
  return result.winner ? t("{name} won", { name: nameOf(seats, result.winner) }) : t("Drawn");
}
