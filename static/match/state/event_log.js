/**
 * Event log of the match as far as this page has it, and which plies lead to which. Frames are kept by seq, possibly with holes,
 * since a long match is loaded page by page. The head is the newest event that the page has taken in; what comes after it is taken
 * in strictly in order. Plies are numbered as they were played, and what is taken back keeps its numbers, so the line to a ply
 * leaves some out.
 *
 * @import { Frame, Position } from "../types.js"
 *
 * @typedef {[number, number]} Gap   the first and the last ply that were taken back at once
 */

export class PlyLine {
  constructor() {
    /** @type {Gap[]} */
    this.gaps = [];
  }

  /**
   * @param {number} head where the match stood again
   * @param {number} last the ply where it stood before
   */
  rewind(head, last) {
    this.gaps.push([head + 1, last]);
  }

  /** Whether a ply was taken back. @param {number} ply */
  taken(ply) {
    return this.gaps.some((gap) => within(gap, ply));
  }

  /** Ply before another one, 0 for none. @param {number} ply */
  before(ply) {
    return Math.max(0, this.step(ply, -1));
  }

  /** Ply after another one. @param {number} ply */
  after(ply) {
    return this.step(ply, 1);
  }

  /**
   * @param {number} ply
   * @param {1 | -1} by
   */
  step(ply, by) {
    let to = ply + by;
    for (;;) {
      const over = this.gaps.filter((gap) => within(gap, to) && !within(gap, ply));
      if (!over.length) return to;
      to = by > 0 ? Math.max(...over.map(([, last]) => last)) + 1 : Math.min(...over.map(([first]) => first)) - 1;
    }
  }

  /** Number of plies that lead to one, itself included. @param {number} ply */
  count(ply) {
    const missing = merged(this.gaps.filter((gap) => !within(gap, ply) && gap[1] < ply));
    return missing.reduce((left, [first, last]) => left - (last - first + 1), ply);
  }

  /**
   * Whether a ply is one of those that lead to another, itself included.
   * @param {number} n
   * @param {number} ply
   */
  leads(n, ply) {
    return n <= ply && !this.gaps.some((gap) => within(gap, n) && !within(gap, ply));
  }

  /** Ply to which this many lead. @param {number} count */
  plyAt(count) {
    return merged(this.gaps).reduce((ply, [first, last]) => (ply < first ? ply : ply + last - first + 1), count);
  }
}

/**
 * @param {Gap} gap
 * @param {number} ply
 */
const within = ([first, last], ply) => first <= ply && ply <= last;

/**
 * Merges gaps that touch or overlap, in order.
 * @param {Gap[]} gaps
 * @returns {Gap[]}
 */
function merged(gaps) {
  /** @type {Gap[]} */
  const all = [];
  for (const [first, last] of [...gaps].sort((one, other) => one[0] - other[0])) {
    const open = all[all.length - 1];
    if (open && first <= open[1] + 1) open[1] = Math.max(open[1], last);
    else all.push([first, last]);
  }
  return all;
}

const CHANGES_THE_BOARD = new Set(["created", "started", "opening", "acted", "sealed", "taken_back", "unsealed"]);

/**
 * Whether the position after this event differs from the one before.
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
   * Adds frames up to the head: pages of the past.
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
   * Notes a takeback: an event leads to an earlier ply than the one before.
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

  /** Whether something after the head has arrived, but not what comes next. */
  get gap() {
    return this.held.size > 0;
  }

  /**
   * Decision that a ply belongs to; null if it isn't loaded or not revealed yet.
   * @param {number} ply
   * @returns {Frame | null}
   */
  decision(ply) {
    return this.byPly.get(ply) ?? null;
  }

  /**
   * Position after a ply, where an event ended with it.
   * @param {number} ply
   * @returns {Position | null}
   */
  positionAt(ply) {
    return this.standing.get(ply)?.position ?? null;
  }

  /**
   * Loaded frames around a seq without a hole, oldest first.
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
