/**
 * Current state of the match, kept up to date by snapshots and events. Notices that something is missing and asks for it.
 *
 * @import { Ply } from "../../boards/types.js"
 * @import { ClientMessage, Frame, Message, Position, Snapshot } from "../types.js"
 */

import { PROTOCOL } from "../../protocol.js";
import { leftAt, ServerTime } from "../time/clock.js";
import { changesTheBoard, EventLog } from "./event_log.js";

const ASK_AGAIN = 2500;

export class LiveMatch {
  /**
   * @param {Snapshot} snapshot
   * @param {(message: ClientMessage) => boolean} send
   * @param {(fresh: Frame[]) => void} changed called after each change with the new events, in order; [] when the
   *   page jumped to a snapshot or only what stands beside the board has changed
   * @param {() => number} [now] ms
   */
  constructor(snapshot, send, changed, now = Date.now) {
    this.send = send;
    this.changed = changed;
    this.now = now;
    this.time = new ServerTime(now);
    this.time.heard(snapshot.now);
    this.log = new EventLog(snapshot.seq);
    this.match = { ...snapshot.match };
    this.position = snapshot.position;
    /** Seq of the newest event that changed the board, as far as this page knows. */
    this.board = snapshot.seq;
    this.clocks = snapshot.clocks;
    this.offers = snapshot.offers;
    this.gone = snapshot.gone;
    /** End of the pause that both agreed on; 0 or past without one. */
    this.pausedUntil = snapshot.paused_until ?? 0;
    this.holidays = snapshot.holidays ?? {};
    this.you = snapshot.you;
    this.watchers = 0;
    /** @type {string[]} of watchers who have one, the first few */
    this.names = [];
    /** @type {string[] | null} roles whose page is open; null until the server has said */
    this.here = null;
    /** Whether the server has another protocol version: the page must be reloaded. */
    this.outdated = snapshot.protocol !== PROTOCOL;
    this.asked = { head: -1, at: 0 };
    /** Sentence on why the computer has decided so; empty where that is not explained. @type {(plies: Ply[]) => string} */
    this.why = () => "";
  }

  get playing() {
    return this.match.status === "playing";
  }

  /** Whether both have agreed that nobody acts now. */
  get paused() {
    return this.playing && this.time.now < this.pausedUntil;
  }

  /** Roles of the viewer that must act now. */
  get myTurns() {
    return this.playing && !this.paused ? this.you.filter((role) => this.position.to_move.includes(role)) : [];
  }

  /** Roles whose time is up, though the server has not said so yet. */
  get outOfTime() {
    const { clocks, time } = this;
    if (!clocks || !this.playing) return [];
    return clocks.running.filter((role) => leftAt(clocks, role, time.now) === 0);
  }

  /** @param {Message} message everything but answers */
  hear(message) {
    if ("now" in message && message.now) this.time.heard(message.now);
    switch (message.kind) {
      case "snapshot":
        this.takeSnapshot(message);
        break;
      case "event":
        this.take([message]);
        break;
      case "events":
        this.take(message.events);
        break;
      case "beat":
      case "presence":
        this.watchers = message.watchers;
        this.names = message.names;
        this.here = message.here;
        this.changed([]);
        if (message.seq !== undefined && message.seq > this.log.head) this.ask();
        break;
    }
  }

  /**
   * Shows what this viewer alone may see of the board, from the answer to a sealed choice.
   * @param {number} seq the event it belongs to
   * @param {Position} position
   */
  reveal(seq, { facts }) {
    if (seq < this.board) return;
    this.own = { seq, facts };
    if (seq === this.board) {
      this.position = { ...this.position, facts };
      this.changed([]);
    }
  }

  /** @param {Snapshot} snapshot */
  takeSnapshot(snapshot) {
    this.outdated = snapshot.protocol !== PROTOCOL;
    this.you = snapshot.you;
    const fresh = this.log.receive(snapshot.events);
    for (const frame of fresh) this.apply(frame);
    if (snapshot.seq > this.log.head) this.board = snapshot.seq;
    this.log.jump(snapshot.seq);
    if (snapshot.seq === this.log.head) {
      this.match = { ...snapshot.match };
      this.clocks = snapshot.clocks;
      this.offers = snapshot.offers;
      this.gone = snapshot.gone;
      this.pausedUntil = snapshot.paused_until ?? 0;
      this.holidays = snapshot.holidays ?? {};
      if (!same(this.position, snapshot.position)) this.position = snapshot.position;
    }
    this.changed(fresh);
  }

  /** @param {Frame[]} frames */
  take(frames) {
    const fresh = this.log.receive(frames);
    for (const frame of fresh) this.apply(frame);
    if (fresh.length) this.changed(fresh);
    if (this.log.gap) this.ask();
  }

  /** @param {Frame} frame */
  apply(frame) {
    this.match.status = frame.status;
    this.match.result = frame.result;
    if (frame.series) this.match.series = frame.series;
    if (frame.seats) this.match.seats = frame.seats;
    if (frame.visibility) this.match.visibility = frame.visibility;
    if (frame.nearby) this.match.nearby = frame.nearby;
    if (frame.tips) this.match.tips = frame.tips;
    if (frame.programs) this.match.programs = frame.programs;
    if (frame.clocks) this.clocks = frame.clocks;
    this.offers = frame.offers ?? {};
    this.gone = frame.gone ?? {};
    this.pausedUntil = frame.paused_until ?? 0;
    this.holidays = frame.holidays ?? {};
    const { rematch } = this.offers;
    if (frame.match) this.match.rematch = { match: frame.match };
    else if (!this.match.rematch || "by" in this.match.rematch) this.match.rematch = rematch ? { by: rematch.by } : null;
    this.position = { ...frame.position, facts: this.factsAfter(frame) };
  }

  /**
   * Facts as this viewer sees them: a sealed choice stays visible, whatever happens beside the board.
   * @param {Frame} frame the next one
   */
  factsAfter(frame) {
    if (!changesTheBoard(frame)) return this.position.facts;
    this.board = frame.seq;
    return this.own?.seq === frame.seq ? this.own.facts : frame.position.facts;
  }

  /** Asks for what comes after the head, not more often than the answer may take. */
  ask() {
    const { head } = this.log;
    if (this.asked.head === head && this.now() - this.asked.at < ASK_AGAIN) return;
    if (this.send({ kind: "sync", after: head })) this.asked = { head, at: this.now() };
  }
}

/**
 * Whether a snapshot has nothing new about the board: then what the viewer has chosen on it stays.
 * @param {Position} one
 * @param {Position} other
 */
function same(one, other) {
  return JSON.stringify(one) === JSON.stringify(other);
}
