/**
 * Socket of a waiting match. Its page counts as the maker's: an offer stands as long as one is open.
 */

import { Connection } from "../match/commands/connection.js";

/**
 * Tells the page of a waiting match when the match begins, is cancelled or expires.
 * @param {string} address of the match's socket
 * @param {(status: string, guest: string) => void} changed called once the match waits no longer, with the name of the one who
 *   has come, or once the line is closed for good
 * @param {(watchers: number) => void} [watched] called with the number of strangers who have the page open
 */
export function watchWaitingMatch(address, changed, watched = () => {}) {
  let seen = 0;
  /** Roles of the maker. @type {string[]} */
  let mine = [];
  const connection = new Connection({
    address: () => location.origin.replace(/^http/, "ws") + address,
    heard(message) {
      const { status, seats } = message.kind === "snapshot" ? message.match : message;
      if (message.you) mine = message.you;
      if (status && status !== "waiting") changed(status, guestOf(seats, mine));
      if (message.watchers !== undefined) watched(message.watchers);
      if (message.seq) seen = message.seq;
    },
    changed: () => undefined,
    closed: () => changed("", ""),
    seen: () => seen,
  });
  connection.start();
  return connection;
}

/**
 * @param {{role: string, name: string}[] | undefined} seats
 * @param {string[]} mine
 */
function guestOf(seats, mine) {
  return seats?.find(({ role }) => !mine.includes(role))?.name ?? "";
}
