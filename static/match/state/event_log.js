import { PlyLine } from "./ply_line.js";

/**
 * The match's record as far as this page has it. Frames are kept by seq; there may be holes where nothing was needed
 * yet, since a long match is fetched page by page. The head is the newest event that the page has taken in; what
 * comes after it is taken in strictly in order.
 *
 * @typedef {import("../types.js").Frame} Frame
 * @typedef {import("../types.js").Position} Position
 */

const CHANGES_THE_BOARD = new Set(["created", "started", "opening", "acted", "sealed", "taken_back", "unsealed"]);

/**
 * Whether another position stands after this event than before; the rest happens beside the board.
 * @param {Frame} frame
 */
export const changesTheBoard = ({ what }) => CHANGES_THE_BOARD.has(what);

export class EventLog {
  /** @param {number} head seq of the newest event already known, 0 for none */
  constructor(head) {
    this.head = head;
    /** @type {Map<number, Frame>} */
    this.frames = new Map();
    /** @type {Map<number, Frame>} each revealed ply's own event */
    this.byPly = new Map();
    /** @type {Map<number, Frame>} the event after which the match stood at this ply */
    this.standing = new Map();
    /** @type {Map<number, Frame>} came too early */
    this.held = new Map();
    this.line = new PlyLine();
  }

  /**
   * Keeps frames up to the head: pages of the past.
   * @param {Frame[]} frames
   */
  keep(frames) {
    for (const frame of frames) {
      if (this.frames.has(frame.seq)) continue;
      this.frames.set(frame.seq, frame);
      for (const ply of frame.plies) this.byPly.set(ply.n, frame);
      if (changesTheBoard(frame)) this.standing.set(frame.position.ply, frame);
      this.compare(frame.seq);
      this.compare(frame.seq + 1);
    }
  }

  /**
   * Where an event leads to an earlier ply, what came after that ply was taken back.
   * @param {number} seq
   */
  compare(seq) {
    const [last, head] = [seq - 1, seq].map((one) => this.frames.get(one)?.position.ply ?? null);
    if (last !== null && head !== null && head < last) this.line.rewind(head, last);
  }

  /**
   * Takes frames in whatever order they arrive.
   * @param {Frame[]} frames
   * @returns {Frame[]} those that are now next in line, in order; each is given once
   */
  receive(frames) {
    for (const frame of frames) {
      if (frame.seq <= this.head) this.keep([frame]);
      else this.held.set(frame.seq, frame);
    }
    const fresh = [];
    for (let next = this.held.get(this.head + 1); next; next = this.held.get(this.head + 1)) {
      this.held.delete(next.seq);
      this.head = next.seq;
      this.keep([next]);
      fresh.push(next);
    }
    return fresh;
  }

  /**
   * Moves the head on to a snapshot, over what may be missing in between.
   * @param {number} seq
   */
  jump(seq) {
    if (seq <= this.head) return;
    this.head = seq;
    const overtaken = [...this.held.values()].filter((frame) => frame.seq <= seq);
    for (const frame of overtaken) this.held.delete(frame.seq);
    this.keep(overtaken);
  }

  /** Something after the head has arrived, but not what comes next. */
  get gap() {
    return this.held.size > 0;
  }

  /**
   * The decision that a ply belongs to; null if it isn't loaded or not revealed yet.
   * @param {number} ply
   * @returns {Frame | null}
   */
  decision(ply) {
    return this.byPly.get(ply) ?? null;
  }

  /**
   * The position after a ply, where an event ended with it.
   * @param {number} ply
   * @returns {Position | null}
   */
  positionAt(ply) {
    return this.standing.get(ply)?.position ?? null;
  }

  /**
   * The loaded frames around a seq without a hole, oldest first.
   * @param {number} seq
   * @param {number} most how many to either side
   * @returns {Frame[]}
   */
  around(seq, most) {
    if (!this.frames.has(seq)) return [];
    let [first, last] = [seq, seq];
    while (first > seq - most && this.frames.has(first - 1)) first -= 1;
    while (last < seq + most && this.frames.has(last + 1)) last += 1;
    return this.between(first, last);
  }

  /**
   * @param {number} first
   * @param {number} last
   * @returns {Frame[]} the loaded ones, oldest first
   */
  between(first, last) {
    const found = [];
    for (let seq = first; seq <= last; seq += 1) {
      const frame = this.frames.get(seq);
      if (frame) found.push(frame);
    }
    return found;
  }
}
