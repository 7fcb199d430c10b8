/**
 * Navigates the match: which ply is on the board, live, in the past, or a variation. Events never move a viewer who looks at
 * the past; they are counted instead.
 *
 * @import { Step } from "../../boards/types.js"
 * @import { Notice } from "../announce/notice.js"
 * @import { MatchController } from "../match_controller.js"
 * @import { Frame, Ply, Position, VariationView } from "../types.js"
 * @import { BoardView } from "./board_view.js"
 * @typedef {"first" | "back" | "backPly" | "forward" | "forwardPly" | "last"} NavigationStep
 * @typedef {{ply: number, beats: number}} BeatPlace   a ply that is done, and so many beats of the next one
 */

import { t } from "../../i18n.js";
import { changesTheBoard } from "../state/event_log.js";
import { undrawn } from "../commands/commands.js";
import { back, forward, lastPlies, pliesBetween, positionAt, turnOf } from "./ply_positions.js";

const ENDS_THE_MATCH = new Set(["resigned", "agreed", "claimed", "flagged", "aborted", "ended"]);

export class MatchNavigator {
  /**
   * @param {MatchController} controller
   * @param {BoardView} boardView
   * @param {Notice} notice
   */
  constructor(controller, boardView, notice) {
    this.controller = controller;
    this.live = controller.state;
    this.loader = controller.loader;
    this.boardView = boardView;
    this.notice = notice;
    /** @type {number | null} null is live */
    this.place = null;
    /** Number of beats of the next ply that are on the board as well. */
    this.beats = 0;
    /** First events of the turns that came while the viewer looked at the past. @type {Set<number>} */
    this.missed = new Set();
    /** Variation that is on the board. @type {VariationView | null} */
    this.variation = null;
    /** Number of plies asked for so far: what an earlier request has loaded is dropped. */
    this.requests = 0;
    /** @type {Promise<void>} */
    this.landed = Promise.resolve();
    /** Events that wait to be shown, while something about those before is read. @type {Frame[] | null} */
    this.held = null;
  }

  /** Current position, with what the viewer has done ahead of the match. */
  get now() {
    return this.controller.commands.ahead(this.live.position);
  }

  /** Number of moves that came while the viewer looked at the past. */
  get news() {
    return this.missed.size;
  }

  /** Newest ply. */
  get last() {
    return this.live.position.ply;
  }

  /** Ply on the board. */
  get ply() {
    return this.place ?? this.last;
  }

  /** Ply whose end, or whose middle, is on the board. */
  get within() {
    return this.beats ? this.live.log.line.after(this.ply) : this.ply;
  }

  /** Whether the start of the match is on the board. */
  get atStart() {
    return this.ply + this.beats === 0 && !this.variation?.address;
  }

  /** Roles of the viewer that may act on the board as it is shown. */
  get roles() {
    return this.live.playing && !this.live.paused ? this.live.you : [];
  }

  /**
   * Holds up new events until the viewer has read about those before.
   * @returns {() => void} shows those that came meanwhile
   */
  hold() {
    this.held ??= [];
    return () => {
      const late = this.held ?? [];
      this.held = null;
      if (late.length) this.follow(late);
    };
  }

  /** Shows the current position, without animation. */
  showLive() {
    this.variation = this.place = null;
    this.beats = 0;
    if (this.held) this.held = [];
    this.missed.clear();
    this.landed = Promise.resolve();
    this.boardView.show(this.now, lastPlies(this.live.log, this.last), this.roles);
    this.controller.changed();
  }

  /**
   * Shows what the viewer has just done, before it is stored.
   * @param {Ply} ply
   */
  foresee(ply) {
    if (this.place === null) this.landed = this.boardView.play([ply], this.now, this.roles, { silent: true });
  }

  /**
   * Takes new events: shows them if the viewer is live, counts them if not.
   * @param {Frame[]} fresh
   * @param {Map<number, Step[]>} [drawn] by seq: the first steps of those that were drawn ahead
   */
  follow(fresh, drawn = new Map()) {
    if (this.place !== null) {
      const moves = fresh.filter(({ plies }) => plies.length);
      for (const frame of moves) this.missed.add(turnOf(this.live.log, frame)[0].seq);
      this.controller.changed();
      return;
    }
    if (this.held && !drawn.size) {
      this.held.push(...fresh);
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
    if (before && !drawn.has(before.seq)) this.boardView.show(this.controller.commands.ahead(before.position), before.plies, []);
    if (rest?.length === 0) this.boardView.keep(this.now, newest.plies, this.roles);
    else this.landed = this.boardView.play(rest ?? newest.plies, this.now, this.roles);
    this.controller.changed();
  }

  /**
   * @param {NavigationStep} step
   * @returns {Promise<void>} resolved when the board shows the place, its motion included
   */
  async step(step) {
    if (this.variation) return this.variation.step(step);
    const [from, within, { line }] = [this.ply, this.within, this.live.log];
    await this.go(async () => {
      switch (step) {
        case "first":
          return 0;
        case "back":
          await this.loader.ply(within);
          return back(this.live.log, within);
        case "backPly":
          return line.before(within);
        case "forward":
          await this.loader.ply(Math.min(line.after(from), this.last));
          return forward(this.live.log, from, this.last);
        case "forwardPly":
          return Math.min(line.after(from), this.last);
        case "last":
          return this.last;
      }
    });
  }

  /**
   * Goes to a ply of the match, out of any variation.
   * @param {number} ply
   * @returns {Promise<void>} resolved when the board shows it, its motion included
   */
  goTo(ply) {
    return this.go(async () => (this.live.log.line.taken(ply) ? ply : Math.min(Math.max(0, ply), this.last)));
  }

  /**
   * Tells whether somebody has asked for another place since this call.
   * @returns {() => boolean}
   */
  overtaken() {
    const { requests } = this;
    return () => this.requests !== requests;
  }

  /** Stays at the ply on the board, whatever comes in the match. */
  pin() {
    this.place = this.ply;
  }

  /**
   * Enters a variation, or another place in it: from now on the variation takes the steps.
   * @param {VariationView} variation
   * @param {number} ply where it leaves the match
   */
  enterVariation(variation, ply) {
    this.requests += 1;
    this.place = ply;
    this.beats = 0;
    this.variation = variation;
    this.controller.changed();
  }

  /**
   * Plays a decision of the variation that was entered.
   * @param {Ply[]} plies
   * @param {Position} position after it
   * @returns {Promise<void>} resolved when all has landed
   */
  playVariation(plies, position) {
    this.landed = this.boardView.play(plies, position, position.to_move, { silent: true });
    return this.landed;
  }

  /** Hands the steps back to the match, at the ply where the variation leaves it. The board is drawn by the next step. */
  leaveVariation() {
    this.variation = null;
  }

  /** Shows the decision that led here once more. */
  async replay() {
    const { within, place } = this;
    if (this.variation) return this.variation.replay();
    const { log } = this.live;
    await this.go(async () => {
      await this.loader.ply(within);
      const start = back(log, within);
      await this.loader.ply(start);
      return { ply: place === null ? this.last : within, beats: 0, from: start };
    });
  }

  /**
   * Goes to a place once it is known and loaded, unless there was a later request.
   * @param {() => Promise<number | BeatPlace & {from?: number}>} target   from: the ply to set out from, if not this one
   */
  async go(target) {
    const request = (this.requests += 1);
    try {
      const there = await target();
      const { ply, beats, from } = typeof there === "number" ? { ply: there, beats: 0 } : there;
      if (ply !== this.last) await this.loader.ply(ply);
      if (request !== this.requests) return;
      if (from !== undefined) this.setOut(from);
      if (beats) this.stand(ply, beats);
      else await this.arrive(ply);
    } catch {
      if (request === this.requests) this.fail();
    }
  }

  /** Tells that a part of the record can't be loaded. */
  fail() {
    this.notice.explain(t("Those moves can't be loaded at the moment. Try again."));
  }

  /** Shows the position where an animation is to begin. @param {number} ply */
  setOut(ply) {
    const position = positionAt(this.live.log, this.live.match.game, ply);
    if (position) this.boardView.show(position, [], []);
    this.place = ply;
    this.beats = 0;
  }

  /** @param {number} ply */
  arrive(ply) {
    const { log, match } = this.live;
    const [from, beats] = [this.ply, this.beats];
    const isLive = ply >= this.last && !log.line.taken(ply);
    const position = isLive ? this.now : positionAt(log, match.game, ply);
    if (!position) throw new Error(`Ply ${ply} is not loaded`);
    this.variation = null;
    this.place = isLive ? null : ply;
    this.beats = 0;
    if (isLive) this.missed.clear();
    const roles = isLive ? this.roles : [];
    const plies = ply > from ? pliesBetween(log, from, ply) : [];
    if (plies.length) this.landed = this.boardView.play(plies, position, roles, { from: beats, silent: beats > 0 });
    else this.boardView.show(position, lastPlies(log, ply), roles);
    this.controller.changed();
    return plies.length ? this.landed : Promise.resolve();
  }

  /**
   * Shows the middle of a ply.
   * @param {number} ply the one before it
   * @param {number} beats how many of its beats have landed
   */
  stand(ply, beats) {
    const { log, match } = this.live;
    const before = positionAt(log, match.game, ply);
    const next = log.line.after(ply);
    const plies = lastPlies(log, next);
    if (!before || !plies.length) throw new Error(`Ply ${next} is not loaded`);
    const onward = this.place === ply && this.beats === beats - 1;
    this.variation = null;
    this.place = ply;
    this.beats = beats;
    this.boardView.still(plies, before, beats, onward);
    this.controller.changed();
  }
}
