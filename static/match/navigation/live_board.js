/**
 * The board at the live position: what the viewer does on it goes to the match, and what happens in the match is drawn on it.
 *
 * @import { Step } from "../../boards/types.js"
 * @import { PendingAction } from "../commands/commands.js"
 * @import { Click } from "../announce/refused_click.js"
 * @import { Confirmation } from "../controls/confirm.js"
 * @import { Notice } from "../announce/notice.js"
 * @import { MatchController } from "../match_controller.js"
 * @import { Frame } from "../types.js"
 * @import { MatchNavigator } from "./navigator.js"
 */

import { untilTheEnd } from "../announce/announcer.js";
import { statusText } from "../announce/notice.js";
import { t } from "../../i18n.js";

export class LiveBoard {
  /**
   * @param {MatchController} controller
   * @param {MatchNavigator} nav
   * @param {Notice} notice
   * @param {Confirmation} confirmation
   */
  constructor(controller, nav, notice, confirmation) {
    this.controller = controller;
    this.live = controller.state;
    this.nav = nav;
    this.boardView = nav.boardView;
    this.notice = notice;
    this.confirmation = confirmation;
    /** Position that the last events led to. */
    this.shown = this.live.position;
    /** Seq of the match when a command of the viewer was refused. */
    this.refusedAt = 0;
    this.movesLost = false;
  }

  start() {
    const { board } = this.boardView;
    const { announcer } = this.notice;
    board.addEventListener("act", (event) => {
      const { role, action } = /** @type {CustomEvent} */ (event).detail;
      this.notice.clear();
      this.confirmation.choose(role, action);
    });
    board.addEventListener("refused", (event) => this.explain(/** @type {CustomEvent} */ (event).detail));
    board.addEventListener("say", (event) => {
      const { text, plies } = /** @type {CustomEvent} */ (event).detail;
      if (plies) announcer.tell(plies);
      else announcer.say(text);
    });
    this.nav.showLive();
  }

  /** @param {Click} click that did nothing */
  async explain(click) {
    // The result stands beside the board: a click after the last move needs no other answer.
    if (this.live.match.status === "over") return this.notice.announcer.say(statusText(this.live));
    const reason = await import("../announce/refused_click.js").then(
      ({ refusalReason }) => refusalReason(this.nav, click),
      () => t("You can't play that now. The places you can play are marked."),
    );
    if (reason) this.notice.explain(reason);
  }

  /**
   * @param {Frame[]} fresh
   * @param {Map<number, Step[]>} drawn
   */
  events(fresh, drawn) {
    const { live, nav, notice } = this;
    if (fresh.some((frame) => this.concernsViewer(frame) || frame.status === "over")) notice.clear();
    if (nav.place === null) for (const { plies } of fresh) notice.announcer.tell(untilTheEnd(plies));
    const isNews = fresh.length > 0 || this.shown !== live.position; // each beat comes here, too
    const draw = () => {
      if (fresh.length) nav.follow(fresh, drawn);
      else if (nav.place === null) nav.showLive();
    };
    if (isNews && nav.place === null && this.isSameDecision) this.boardView.keepingChoice(draw);
    else if (isNews) draw();
    this.shown = live.position;
    for (const { match } of fresh) if (match) this.goOn(match);
  }

  /** Whether the viewer still decides on the same event as before, whatever others have done meanwhile. */
  get isSameDecision() {
    const { live, shown } = this;
    return live.playing && live.you.every((role) => shown.base[role] === live.position.base[role]);
  }

  /**
   * Whether an event concerns the viewer's own choice. Where both act at once, what the other does leaves it, and what was
   * said of it, as it was. So does the event for which something was refused, if it comes after the refusal.
   * @param {Frame} frame
   */
  concernsViewer({ seq, plies, position: { base } }) {
    const { you } = this.live;
    return plies.length > 0 && seq > this.refusedAt && (!you.length || you.some((role) => base[role] === seq));
  }

  /**
   * Goes to the rematch, unless the viewer is looking at something.
   * @param {string} match
   */
  goOn(match) {
    if (this.nav.place === null) window.location.assign(this.controller.addressOf(match));
  }

  /**
   * Marks the last move: the first position was drawn before it was loaded.
   * @param {boolean} loaded
   */
  movesLoaded(loaded) {
    const { nav, boardView } = this;
    if (loaded && nav.place === null && !boardView.moving.length) boardView.keepingChoice(() => nav.showLive());
    if (!loaded && !this.movesLost) this.notice.explain(t("The moves so far can't be loaded at the moment."));
    this.movesLost = !loaded;
  }

  /** @param {PendingAction} pendingAction */
  foreseen({ role, action, prediction }) {
    if (prediction) this.nav.foresee({ n: 0, role, action, trace: prediction.trace });
  }

  overtaken() {
    if (this.nav.place === null) this.nav.showLive();
  }

  /** @param {string | null} text */
  lock(text) {
    this.boardView.lock(text);
  }

  /**
   * @param {string} text
   * @param {number} seq
   */
  refused(text, seq) {
    this.refusedAt = seq;
    this.notice.explain(text);
  }
}
