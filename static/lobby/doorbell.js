/** Tells the page of a waiting match when it begins, is called off or expires. */

const SOONEST = 500;
const LATEST = 15000;
/** Close code: the match has begun, and nobody else may see it. */
const CLOSED = 4423;
/** So many beats may come before the server is told that somebody still reads them. */
const BEATS = 5;

/**
 * @param {string} address of the match's socket
 * @param {() => void} changed called once the match waits no longer
 * @param {(watchers: number) => void} watched called with the number of strangers who have the page open
 */
export function listenFor(address, changed, watched) {
  let failures = 0;
  const connect = () => {
    let beats = 0;
    const socket = new WebSocket(location.origin.replace(/^http/, "ws") + address);
    socket.addEventListener("message", ({ data }) => {
      failures = 0;
      const message = JSON.parse(data);
      const status = message.kind === "snapshot" ? message.match.status : message.status;
      if (status && status !== "waiting") changed();
      if (message.watchers !== undefined) watched(message.watchers);
      if (message.kind === "beat" && (beats += 1) % BEATS === 0) {
        socket.send(JSON.stringify({ kind: "seen", seq: message.seq }));
      }
    });
    socket.addEventListener("close", ({ code }) => {
      if (code === CLOSED) changed();
      failures += 1;
      setTimeout(connect, Math.min(LATEST, SOONEST * 2 ** failures) * (0.5 + Math.random() / 2));
    });
  };
  connect();
}
