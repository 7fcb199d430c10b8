/**
 * Whom this tab follows: their next match opens by itself, here and on no other page that is open.
 *
 * @typedef {{player: string, name: string}} Followed   player: their public id
 */

const KEY = "following";
/** Where the browser keeps nothing: as long as the page is open. @type {Followed | null} */
let here = null;

/** @returns {Followed | null} */
export function following() {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? "null");
  } catch {
    return here;
  }
}

/** @param {Followed | null} followed null: nobody any more */
export function setFollowing(followed) {
  here = followed;
  try {
    if (followed) sessionStorage.setItem(KEY, JSON.stringify(followed));
    else sessionStorage.removeItem(KEY);
  } catch {
    // The page itself has it.
  }
}
