/**
 * Card with the result of a finished match: who won, the count of the game, its points, how the series stands, and the next game.
 *
 * @import { MatchController } from "../match_controller.js"
 * @import { PageMode } from "../page_mode.js"
 */

import { isYou } from "../../boards/text/phrases.js";
import { t } from "../../i18n.js";
import { byId, make, setText, visible } from "../dom.js";
import { faceOf } from "../controls/seats.js";
import {
  finalCounts, nextGame, pointsText, rematchText, resultLine, resultSentence, resultText, roundsText, seriesHeadline, seriesText,
} from "./result.js";

export class ResultCard {
  /**
   * @param {MatchController} controller
   * @param {PageMode} mode
   */
  constructor(controller, mode) {
    this.controller = controller;
    this.live = controller.state;
    this.mode = mode;
    this.node = byId("result", HTMLElement);
    this.headline = byId("result-headline", HTMLElement);
    this.counts = byId("final-count", HTMLElement);
    this.detail = byId("result-detail", HTMLElement);
    this.points = byId("result-points", HTMLDetailsElement);
    this.rematch = byId("rematch", HTMLButtonElement);
    this.decline = byId("decline", HTMLButtonElement);
    this.next = byId("next-match", HTMLAnchorElement);
    this.offer = byId("offer", HTMLElement);
    this.standings = document.querySelectorAll("[data-series]");
  }

  start() {
    this.rematch.addEventListener("click", () => this.controller.send({ kind: "rematch" }));
    this.decline.addEventListener("click", () => {
      const of = this.live.offers.rematch?.seq;
      if (of) this.controller.send({ kind: this.mine ? "withdraw" : "decline", what: "rematch", of });
    });
    byId("review", HTMLButtonElement).addEventListener("click", () => {
      this.mode.review();
      /** @type {HTMLElement | null} */ (document.querySelector("[data-step^='back']"))?.focus({ preventScroll: true });
    });
  }

  render() {
    const { live } = this;
    const over = live.match.status === "over";
    for (const node of this.standings) setText(node, seriesText(live.match));
    if (over) this.write();
    visible(this.node, over && this.mode.settled);
  }

  write() {
    const { live } = this;
    const series = seriesHeadline(live);
    setText(this.headline, series || resultText(live).headline);
    setText(this.detail, series ? resultSentence(live) : resultLine(live));
    this.writeCounts();
    setText(byId("result-rounds", HTMLElement), roundsText(live));
    const points = pointsText(live);
    setText(/** @type {Element} */ (this.points.firstElementChild), points);
    visible(this.points, points !== "");
    const offer = rematchText(live);
    setText(this.offer, offer);
    visible(this.offer, offer !== "");
    this.writeRematch();
  }

  /** The final count in large figures, with names and faces. The detail says the same in words. */
  writeCounts() {
    const counts = finalCounts(this.live);
    const text = counts.map(({ name, count }) => `${count}${name}`).join("");
    if (this.counts.textContent === text) return;
    this.counts.replaceChildren(...counts.map(({ role, name, count }) => (
      make("span", {}, ...faceOf(role), make("b", {}, String(count)), make("span", {}, name))
    )));
  }

  writeRematch() {
    const { match, you } = this.live;
    const { rematch } = match;
    const started = rematch && "match" in rematch ? rematch.match : null;
    const offeredBy = rematch && "by" in rematch ? rematch.by : null;
    visible(this.next, started !== null);
    if (started) this.next.href = this.controller.addressOf(started);
    const game = nextGame(match);
    const go = you.length ? t("Go to the rematch") : t("Watch the rematch");
    setText(this.next, game ? t("Go to game {n}", { n: game }) : go);
    visible(this.rematch, started === null && you.length > 0 && !this.mine);
    visible(this.decline, offeredBy !== null && you.length > 0);
    setText(this.decline, this.mine ? t("Withdraw") : t("Decline"));
    setText(this.rematch, game ? t("Play game {n}", { n: game }) : offeredBy ? t("Accept the rematch") : t("Rematch"));
  }

  /** The viewer's own offer of a rematch waits for an answer. */
  get mine() {
    const { offers, you } = this.live;
    return !!offers.rematch && isYou(offers.rematch.by, you);
  }
}
