import { BEAT, CLOSED, NO_SUCH_MATCH, UNSEEN_LIMIT, SESSION_ENDED } from "../../protocol.js";

/**
 * Keeps one socket to the match open. A socket that has been silent for longer than three beats, or on which nothing
 * has been answered for long, counts as dead, whatever the browser thinks of it.
 *
 * @import { ClientMessage, Message } from "../types.js"
 * @typedef {{name: "connecting" | "open" | "gone"} | {name: "waiting", until: number}} ConnectionState
 *   gone: there is no such match, no further attempt is made; until: ms since 1970
 *
 * @typedef {Object} ConnectionHandlers
 * @property {() => string} address      asked before each attempt
 * @property {(message: any) => void} heard   a Message, or a WallMessage
 * @property {string} [first]   the kind of the first message, if not a snapshot
 * @property {(state: ConnectionState) => void} changed
 * @property {() => number} seen         seq of the newest event shown
 * @property {() => boolean} [plays]   whether somebody plays on this page, who comes back before those who watch
 * @property {() => void} [closed]   what to do when the match is its players' alone now, if not to load the page again
 */

/** Three beats, and a second for the line. */
const SILENCE = 3 * BEAT + 1000;
/** Longer than an answer ever takes: the server waits for a locked record twice at most, ten seconds each. */
const UNHEARD = 25_000;
const ANSWERS = new Set(["answer", "chat_page", "events", "snapshot", "wall"]);
/** How long the first attempt waits for the snapshot, and how long later ones do at most. */
const ATTEMPT = 8000;
const LONGEST_ATTEMPT = 20_000;
const BEATS_PER_SEEN = 5;
/** Shortest and longest time between two attempts at connecting. */
const SHORTEST = 300;
const LONGEST = 5000;
/** The longest for players: the server has them back before the crowd. */
const PLAYERS_LONGEST = 1500;
/** The longest for players before the first attempt: their clock runs if another process of the site goes on. */
const PLAYERS_FIRST = 250;
/** So much is heard before the server is told what was seen. */
const UNSEEN = UNSEEN_LIMIT / 4;

/**
 * Time before the next attempt. It grows with each failure, at random, so that the pages of a restarted server don't all
 * come back at the same instant.
 * @param {number} failures since the last success, from 1
 * @param {boolean} plays
 * @param {() => number} [random] 0 to 1
 * @returns {number} ms
 */
export function backoff(failures, plays, random = Math.random) {
  if (plays && failures === 1) return Math.round(random() * PLAYERS_FIRST);
  const most = Math.min(plays ? PLAYERS_LONGEST : LONGEST, SHORTEST * 2 ** failures);
  return Math.round(SHORTEST + random() * (most - SHORTEST));
}

/**
 * Time that an attempt waits for the snapshot. It grows with each that waited in vain: a crowded server begins anew for
 * a page that gives up and asks again.
 * @param {number} unanswered attempts that waited in vain since the last success
 * @returns {number} ms
 */
function patience(unanswered) {
  return Math.min(ATTEMPT * 1.5 ** unanswered, LONGEST_ATTEMPT);
}

export class Connection {
  /** @param {ConnectionHandlers} handlers */
  constructor(handlers) {
    this.handlers = handlers;
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {ConnectionState} */
    this.state = { name: "connecting" };
    this.failures = 0;
    this.unanswered = 0;
    this.beats = 0;
    /** Characters received since the server was told what was seen. */
    this.unseen = 0;
    this.lastHeard = 0;
    /** Time since when the server owes an answer on this socket; 0 if it owes none. */
    this.askedSince = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  start() {
    window.addEventListener("online", () => this.retry());
    document.addEventListener("visibilitychange", () => {
      // Somebody who doesn't look here is notified on their devices instead.
      this.tellSeen();
      if (!document.hidden) this.wake();
    });
    window.addEventListener("pageshow", () => this.wake());
    setInterval(() => this.watch(), 1000);
    this.open();
  }

  /**
   * @param {ClientMessage} message
   * @returns {boolean} whether it left; what did not must be sent again by its owner
   */
  send(message) {
    if (this.socket?.readyState !== WebSocket.OPEN || this.state.name !== "open") return false;
    if (message.kind !== "seen") this.askedSince ||= Date.now();
    this.socket.send(JSON.stringify(message));
    return true;
  }

  /** Tries at once if it was waiting for the next attempt. */
  retry() {
    if (this.state.name === "waiting") this.open();
  }

  /** Checks the connection when the page is visible again: its timers may have slept. */
  wake() {
    this.retry();
    this.watch();
  }

  /** Connects again, to another address, or to get a snapshot. */
  renew() {
    this.socket?.close();
    this.open();
  }

  open() {
    clearTimeout(this.timer);
    this.enter({ name: "connecting" });
    this.lastHeard = Date.now();
    this.askedSince = 0;
    const socket = new WebSocket(this.handlers.address());
    this.socket = socket;
    socket.onmessage = ({ data }) => this.socket === socket && this.hear(data);
    socket.onclose = ({ code }) => this.socket === socket && this.lose(code);
  }

  /**
   * Handles a message. The connection counts as open with the snapshot: before it the server may only say why it refuses.
   * @param {string} text
   */
  hear(text) {
    /** @type {Message} */
    const message = JSON.parse(text);
    this.lastHeard = Date.now();
    if (message.kind === "warned") {
      // Told once on each connection: what can't be fetched now stands on the next page.
      import("../../people/warning.js").then(({ showWarning }) => showWarning(message), () => {});
      return;
    }
    if (ANSWERS.has(message.kind)) this.askedSince = 0;
    if (message.kind === "snapshot" && message.seq < this.handlers.seen()) {
      this.startAnew();
      return;
    }
    if (message.kind === (this.handlers.first ?? "snapshot")) {
      this.failures = 0;
      this.unanswered = 0;
      this.enter({ name: "open" });
    }
    this.handlers.heard(message);
    this.unseen += text.length;
    if (message.kind === "beat") this.beats += 1;
    if (this.beats >= BEATS_PER_SEEN || this.unseen > UNSEEN) this.tellSeen();
  }

  /** Reloads the page: the server's record was restored from a copy older than what the page shows. */
  startAnew() {
    const { socket } = this;
    this.socket = null;
    socket?.close();
    location.reload();
  }

  /** Tells the server what was seen; it drops pages that receive much and never do. */
  tellSeen() {
    this.beats = 0;
    this.unseen = 0;
    this.send({ kind: "seen", seq: this.handlers.seen(), ...(document.hidden && { hidden: true }) });
  }

  watch() {
    const now = Date.now();
    const longest = this.state.name === "open" ? SILENCE : patience(this.unanswered);
    const isUnheard = this.askedSince > 0 && now - this.askedSince > UNHEARD;
    if (!this.socket || !(isUnheard || now - this.lastHeard > longest)) return;
    if (this.state.name === "connecting") this.unanswered += 1;
    this.lose(0);
  }

  /** @param {number} code why the socket was closed */
  lose(code) {
    const { socket } = this;
    this.socket = null;
    socket?.close();
    if (code === NO_SUCH_MATCH) {
      this.enter({ name: "gone" });
      return;
    }
    if (code === SESSION_ENDED) {
      // Loaded anew, the page is that of somebody who watches.
      location.reload();
      return;
    }
    if (code === CLOSED) {
      if (this.handlers.closed) this.handlers.closed();
      else location.reload();
      return;
    }
    this.failures += 1;
    const delay = backoff(this.failures, this.handlers.plays?.() ?? false);
    this.enter({ name: "waiting", until: Date.now() + delay });
    this.timer = setTimeout(() => this.open(), delay);
  }

  /** Ends the connection for good. */
  stop() {
    this.lose(NO_SUCH_MATCH);
  }

  /** @param {ConnectionState} state */
  enter(state) {
    this.state = state;
    this.handlers.changed(state);
  }
}
