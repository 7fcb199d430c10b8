import { changesTheBoard } from "../record/record.js";
import { undrawn } from "../sending/ahead.js";
import { back, forward, lastPlies, pliesBetween, positionAt } from "./place.js";
import { turnOf } from "./turns.js";

/**
 * Which place of the match is on the board: live, or some ply of the past. Events never move a viewer who looks at
 * the past; they are counted instead.
 *
 * @typedef {import("../record/archive.js").Archive} Archive
 * @typedef {import("../record/live.js").LiveMatch} LiveMatch
 * @typedef {import("./stage.js").Stage} Stage
 * @typedef {import("../types.js").Frame} Frame
 * @typedef {import("../types.js").Ply} Ply
 * @typedef {import("../types.js").Position} Position
 * @typedef {"first" | "back" | "backPly" | "forward" | "forwardPly" | "last"} Step
 * @typedef {{ply: number, beats: number}} Moment   a ply that is done, and so many beats of the next one
 */

const ENDS_THE_MATCH = new Set(["resigned", "agreed", "claimed", "flagged", "aborted"]);

export class Viewing {
  /**
   * @param {LiveMatch} live
   * @param {Archive} archive
   * @param {Stage} stage
   * @param {() => void} changed called when the place, or what is new behind it, has changed
   * @param {(error: unknown) => void} failed called when a part of the record could not be fetched
   */
  constructor(live, archive, stage, changed, failed) {
    this.live = live;
    this.archive = archive;
    this.stage = stage;
    this.changed = changed;
    this.failed = failed;
    /** @type {number | null} null is live */
    this.place = null;
    /** How many beats of the next ply are on the board as well. */
    this.beats = 0;
    /** What has come while the viewer looked at the past: the first event of each turn. @type {Set<number>} */
    this.missed = new Set();
    /** What is tried beside the match, while that is on the board. @type {import("../types.js").Aside | null} */
    this.aside = null;
    this.wishes = 0;
    /** @type {Promise<void>} */
    this.landed = Promise.resolve();
    /** What the viewer has done ahead of the match. @type {(position: Position) => Position} */
    this.ahead = (position) => position;
  }

  /** Where the match stands, with what the viewer has done ahead of it. */
  get now() {
    return this.ahead(this.live.position);
  }

  /** How many moves have come while the viewer looked at the past. */
  get news() {
    return this.missed.size;
  }

  /** The newest place. */
  get last() {
    return this.live.position.ply;
  }

  /** The ply on the board. */
  get ply() {
    return this.place ?? this.last;
  }

  /** The ply whose end, or whose middle, is on the board. */
  get within() {
    return this.beats ? this.live.record.line.after(this.ply) : this.ply;
  }

  /** Whether nothing lies before what is on the board. */
  get atStart() {
    return this.ply + this.beats === 0 && !this.aside?.address;
  }

  /** The viewer's roles that may act on the board as it is shown. */
  get roles() {
    return this.live.playing ? this.live.you : [];
  }

  /** Shows where the match stands, without motion. */
  showLive() {
    this.aside = this.place = null;
    this.beats = 0;
    this.missed.clear();
    this.landed = Promise.resolve();
    this.stage.show(this.now, lastPlies(this.live.record, this.last), this.roles);
    this.changed();
  }

  /**
   * Draws what the viewer has just done, before it is stored.
   * @param {Ply} ply
   */
  foresee(ply) {
    if (this.place === null) this.landed = this.stage.play([ply], this.now, this.roles, { silent: true });
  }

  /**
   * New events: shown if the viewer is live, counted if not.
   * @param {Frame[]} fresh
   * @param {Map<number, import("../types.js").Step[]>} [drawn] by seq: the first steps of those that were drawn ahead
   */
  follow(fresh, drawn = new Map()) {
    if (this.place !== null) {
      const moves = fresh.filter(({ plies }) => plies.length);
      for (const frame of moves) this.missed.add(turnOf(this.live.record, frame)[0].seq);
      this.changed();
      return;
    }
    const frames = fresh.filter((frame) => changesTheBoard(frame) || ENDS_THE_MATCH.has(frame.what));
    const newest = frames[frames.length - 1];
    if (!newest) return;
    if (!newest.plies.length) {
      this.showLive();
      return;
    }
    const before = frames[frames.length - 2];
    const rest = undrawn(newest.plies, drawn.get(newest.seq) ?? []);
    if (before && !drawn.has(before.seq)) this.stage.show(this.ahead(before.position), before.plies, []);
    if (rest?.length === 0) this.stage.keep(this.now, newest.plies, this.roles);
    else this.landed = this.stage.play(rest ?? newest.plies, this.now, this.roles);
    this.changed();
  }

  /**
   * @param {Step} step
   * @returns {Promise<void>} resolved when the board shows the place, its motion included
   */
  async step(step) {
    if (this.aside) return this.aside.step(step);
    const [from, within, { line }] = [this.ply, this.within, this.live.record];
    await this.go(async () => {
      switch (step) {
        case "first":
          return 0;
        case "back":
          await this.archive.ply(within);
          return back(this.live.record, within);
        case "backPly":
          return line.before(within);
        case "forward":
          await this.archive.ply(Math.min(line.after(from), this.last));
          return forward(this.live.record, from, this.last);
        case "forwardPly":
          return Math.min(line.after(from), this.last);
        case "last":
          return this.last;
      }
    });
  }

  /**
   * @param {number} ply
   * @returns {Promise<void>}
   */
  seek(ply) {
    return this.go(async () => (this.live.record.line.taken(ply) ? ply : Math.min(Math.max(0, ply), this.last)));
  }

  /** Shows the decision that led here once more. */
  async replay() {
    const { within, place } = this;
    if (this.aside) return this.aside.replay();
    const { record } = this.live;
    await this.go(async () => {
      await this.archive.ply(within);
      const start = back(record, within);
      await this.archive.ply(start);
      return { ply: place === null ? this.last : within, beats: 0, from: start };
    });
  }

  /**
   * Goes to a place once it is known and loaded, unless a later wish has overtaken this one.
   * @param {() => Promise<number | Moment & {from?: number}>} target   from: the ply to set out from, if not this one
   */
  async go(target) {
    const wish = (this.wishes += 1);
    try {
      const there = await target();
      const { ply, beats, from } = typeof there === "number" ? { ply: there, beats: 0 } : there;
      if (ply !== this.last) await this.archive.ply(ply);
      if (wish !== this.wishes) return;
      if (from !== undefined) this.setOut(from);
      if (beats) this.stand(ply, beats);
      else await this.arrive(ply);
    } catch (error) {
      if (wish === this.wishes) this.failed(error);
    }
  }

  /** Stands where a motion is to begin. @param {number} ply */
  setOut(ply) {
    const position = positionAt(this.live.record, this.live.match.game, ply);
    if (position) this.stage.show(position, [], []);
    this.place = ply;
    this.beats = 0;
  }

  /** @param {number} ply */
  arrive(ply) {
    const { record, match } = this.live;
    const [from, beats] = [this.ply, this.beats];
    const isLive = ply >= this.last && !record.line.taken(ply);
    const position = isLive ? this.now : positionAt(record, match.game, ply);
    if (!position) throw new Error(`Ply ${ply} is not loaded`);
    this.aside = null;
    this.place = isLive ? null : ply;
    this.beats = 0;
    if (isLive) this.missed.clear();
    const roles = isLive ? this.roles : [];
    const plies = ply > from ? pliesBetween(record, from, ply) : [];
    if (plies.length) this.landed = this.stage.play(plies, position, roles, { from: beats, silent: beats > 0 });
    else this.stage.show(position, lastPlies(record, ply), roles);
    this.changed();
    return plies.length ? this.landed : Promise.resolve();
  }

  /**
   * Stands still in the middle of a ply.
   * @param {number} ply the one before it
   * @param {number} beats how many of its beats have landed
   */
  stand(ply, beats) {
    const { record, match } = this.live;
    const before = positionAt(record, match.game, ply);
    const next = record.line.after(ply);
    const plies = lastPlies(record, next);
    if (!before || !plies.length) throw new Error(`Ply ${next} is not loaded`);
    const onward = this.place === ply && this.beats === beats - 1;
    this.aside = null;
    this.place = ply;
    this.beats = beats;
    this.stage.still(plies, before, beats, onward);
    this.changed();
  }
}
