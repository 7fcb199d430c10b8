import { t, tn } from "../i18n.js";

/**
 * Who watches: "carol and dave are watching", "carol, dave and 3 others are watching", "2 people are watching".
 * @param {{watchers: number, names: string[]}} company
 */
export function spectatorsText({ watchers, names }) {
  if (!watchers) return "";
  const others = watchers - names.length;
  if (!names.length) return tn("{n} person is watching", "{n} people are watching", others);
  if (others > 0) return tn("{names} and {n} other are watching", "{names} and {n} others are watching", others, { names: names.join(", ") });
  if (names.length === 1) return t("{name} is watching", { name: names[0] });
  const last = names[names.length - 1];
  return t("{names} and {last} are watching", { names: names.slice(0, -1).join(", "), last });
}
