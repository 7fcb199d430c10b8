/**
 * Reviewing together, and drawing on the board: the parts that a finished match gets from this room.
 *
 * @import { Notes } from "../analysis/review/notes.js"
 * @import { Variations } from "../analysis/review/variations.js"
 * @import { Playback } from "../match/navigation/playback.js"
 * @import { Subscriber } from "../match/match_controller.js"
 */

import { addStyles } from "../late_styles.js";
import { byId, visible } from "../match/dom.js";
import { t } from "../i18n.js";
import { AnnotationLayer, parts, toggled } from "./annotations.js";
import { DrawingBar } from "./drawing_bar.js";
import { Panel } from "./panel.js";
import { Pen } from "./pen.js";
import { SharedReview } from "./shared_review.js";

export class Study {
  /**
   * @param {Variations} variations
   * @param {Playback} playback
   * @param {Notes} notes
   * @param {HTMLElement} page
   */
  constructor(variations, playback, notes, page) {
    this.variations = variations;
    this.page = page;
    this.nav = playback.nav;
    this.notes = notes;
    this.board = variations.board;
    const url = page.dataset.together ?? "";
    this.review = new SharedReview(variations, playback, url, () => notes.loadSoon());
    this.panel = new Panel(this.review, byId("study", HTMLElement), `${url}/screen`);
    this.button = byId("review-together", HTMLButtonElement);
    this.toggle = byId("draw", HTMLButtonElement);
    this.pen = new Pen(this.board, {
      allowed: () => this.isOver,
      draw: (annotation) => this.draw(annotation),
      begun: (stop) => this.announcer.say(t("From {place}. Choose where the arrow ends.", { place: this.placeName(stop) })),
      changed: () => this.nav.controller.changed(),
    });
    this.bar = new DrawingBar(this.pen, { wipe: () => this.wipe(), toggles: [this.toggle] });
    /** Drawn on variations of the reader's own, by place. @type {Map<string, string[]>} */
    this.own = new Map();
    /** @type {AnnotationLayer | null} */
    this.layer = null;
    this.started = false;
  }

  get announcer() {
    return this.variations.announcer;
  }

  get isOver() {
    return this.nav.live.match.status === "over";
  }

  start() {
    addStyles(this.page.dataset.studyStyles);
    byId("study", HTMLElement).after(this.bar.node);
    this.pen.start();
    /** @type {Subscriber} */
    const part = { render: () => this.render(), prompts: () => this.panel.prompts(), sharedReview: (state) => this.review.hear(state) };
    this.nav.controller.subscribe(part);
  }

  render() {
    visible(this.button, this.nav.last > 0 && !this.review.state.is_open);
    visible(this.toggle, this.isOver);
    if (!this.isOver) return;
    if (!this.started) {
      this.started = true;
      void this.review.start();
    }
    // Those who take part come to the review from the result.
    if (this.review.follows && this.page.matches("[data-fresh], [data-ending]")) byId("review", HTMLButtonElement).click();
    this.review.render();
    this.panel.render();
    this.bar.render();
    const { renderer } = this.board;
    if (renderer) this.layer ??= new AnnotationLayer(renderer);
    this.layer?.show(this.annotations);
  }

  /** Whether the board shows what somebody else leads to. */
  get follows() {
    return this.review.follows && !this.review.leads;
  }

  /** Whether what is drawn on the board is the shared review's. */
  get isShared() {
    return this.review.state.is_open && this.review.follows && this.review.isThere;
  }

  /** Arrows and rings at the place on the board. */
  get annotations() {
    const { nav, variations } = this;
    if (nav.beats) return [];
    if (this.isShared) return this.review.state.annotations;
    return variations.active ? this.own.get(this.review.here) ?? [] : this.notes.annotationsAt(nav.ply);
  }

  /** @param {string} annotation */
  draw(annotation) {
    const { review, nav, variations } = this;
    if (nav.beats) return;
    this.say(annotation);
    if (this.isShared) {
      if (review.leads || review.plays) void review.draw(annotation);
      else variations.notice.explain(t("Only the leader and the players draw for everybody. Ask for the lead."));
    } else if (variations.active) {
      this.own.set(review.here, toggled(this.annotations, annotation));
      nav.controller.changed();
    } else this.notes.draw(nav.ply, annotation);
  }

  wipe() {
    const { review, nav, variations } = this;
    if (this.isShared) void review.act({ do: "wipe" });
    else if (variations.active) this.own.delete(review.here);
    else this.notes.wipe(nav.ply);
    nav.controller.changed();
  }

  /** Says what is drawn or removed. @param {string} annotation */
  say(annotation) {
    const [from, to] = parts(annotation).stops.map((stop) => this.placeName(stop));
    if (this.annotations.includes(annotation)) this.announcer.say(t("Removed"));
    else this.announcer.say(to ? t("Arrow from {from} to {to}", { from, to }) : t("Ring on {place}", { place: from }));
  }

  /** @param {string} stop */
  placeName(stop) {
    return this.board.game?.words.plain(stop) ?? stop;
  }
}
