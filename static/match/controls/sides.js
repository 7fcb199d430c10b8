import { andList, roleName } from "../../boards/text/phrases.js";
import { drawing, make } from "../dom.js";

/**
 * The mark of a side, the same on seats and in the move list: the piece it plays, or the letter of its end of the
 * board.
 * @param {string} game
 * @param {string} role
 * @returns {Element}
 */
export function sideMark(game, role) {
  const symbol = `${game}-piece-${role}`;
  if (document.getElementById(symbol)) return drawing(symbol, "-34 -34 68 68", "side-mark");
  return make("span", { class: `side-mark letter ${role}`, "aria-hidden": "true" }, roleName(role).charAt(0));
}

/**
 * @param {import("../types.js").Seat[]} seats
 * @param {string} role
 * @returns {string} the name of who sits there
 */
export function nameOf(seats, role) {
  return seats.find((seat) => seat.role === role)?.name || roleName(role);
}

/**
 * "alice and bob"
 * @param {import("../types.js").Seat[]} seats
 * @param {string[]} roles
 */
export const namesOf = (seats, roles) => andList(roles.map((role) => nameOf(seats, role)));

/**
 * @param {import("../types.js").Seat[]} seats
 * @param {string} role
 * @returns {string} the other one
 */
export const otherRole = (seats, role) => seats.find((seat) => seat.role !== role)?.role ?? "";
