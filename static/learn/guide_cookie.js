/**
 * Cookie of the guides: which steps this browser has done, by game. The server reads it too (games_app/pages/rulebook.py), so that a page
 * knows whether to offer a guide before it is sent. Pages with an offer have only this; what the guides need is in progress.js.
 */

import { write } from "../preferences.js";

export const COOKIE = "guides";
/** Value instead of a number of steps: the guide was declined. */
const DECLINED = "no";

/** @param {string} game */
export function decline(game) {
  write(COOKIE, game, DECLINED);
}
