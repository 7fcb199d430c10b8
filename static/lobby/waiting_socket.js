import { Connection } from "../match/commands/connection.js";

/**
 * Tells the page of a waiting match when it begins, is called off or expires.
 * @param {string} address of the match's socket
 * @param {() => void} changed called once the match waits no longer
 * @param {(watchers: number) => void} watched called with the number of strangers who have the page open
 */
export function watchWaitingMatch(address, changed, watched) {
  let seen = 0;
  const connection = new Connection({
    address: () => location.origin.replace(/^http/, "ws") + address,
    heard(message) {
      const status = message.kind === "snapshot" ? message.match.status : message.status;
      if (status && status !== "waiting") changed();
      if (message.watchers !== undefined) watched(message.watchers);
      if (message.seq) seen = message.seq;
    },
    changed: () => undefined,
    closed: changed,
    seen: () => seen,
  });
  connection.start();
}
