/**
 * Buttons beside the board: pass, take the rest, swap sides, resign, rematch; and the panel with the result.
 *
 * @import { MatchController } from "../match_controller.js"
 * @import { PageMode } from "../page_mode.js"
 */

import { isYou } from "../../boards/text/phrases.js";
import { t } from "../../i18n.js";
import { gameOf } from "../../boards/games.js";
import { byId, setText, visible } from "../dom.js";
import {
  nextGame, rematchText, resultLine, resultSentence, resultText, seriesHeadline, seriesText,
} from "../announce/result.js";

export class MatchButtons {
  /**
   * @param {MatchController} controller
   * @param {PageMode} mode
   */
  constructor(controller, mode) {
    this.controller = controller;
    this.live = controller.state;
    this.mode = mode;
    this.pass = byId("pass", HTMLButtonElement);
    this.rest = byId("take-the-rest", HTMLButtonElement);
    this.other = byId("without-stops", HTMLButtonElement);
    this.resign = byId("resign", HTMLButtonElement);
    this.dialog = byId("resign-dialog", HTMLDialogElement);
    this.result = byId("result", HTMLElement);
    this.rematch = byId("rematch", HTMLButtonElement);
    this.decline = byId("decline", HTMLButtonElement);
    this.next = byId("next-match", HTMLAnchorElement);
    this.offer = byId("offer", HTMLElement);
    this.standings = document.querySelectorAll(".standing");
  }

  start() {
    this.pass.addEventListener("click", () => {
      const [role] = this.live.myTurns;
      if (role) this.controller.commands.act(role, "noop");
    });
    this.rest.addEventListener("click", () => this.controller.commands.takeTheRest());
    this.other.addEventListener("click", () => {
      const [role] = this.live.myTurns;
      const action = role && this.withoutStops(this.live.position.legal[role]);
      if (action) this.controller.commands.act(role, action);
    });
    this.resign.addEventListener("click", () => this.dialog.showModal());
    this.dialog.addEventListener("close", () => {
      if (this.dialog.returnValue === "resign") this.controller.send({ kind: "resign" });
      this.dialog.returnValue = "";
    });
    this.rematch.addEventListener("click", () => this.controller.send({ kind: "rematch" }));
    this.decline.addEventListener("click", () => {
      const of = this.live.offers.rematch?.seq;
      if (of) this.controller.send({ kind: this.mine ? "withdraw" : "decline", what: "rematch", of });
    });
  }

  render() {
    const { live } = this;
    const [role] = live.myTurns;
    const legal = role ? live.position.legal[role] : [];
    visible(this.pass, String(legal) === "noop");
    visible(this.rest, gameOf(live.match.game).allAtOnce(legal) && legal.length > 1);
    const other = this.withoutStops(legal);
    visible(this.other, other !== undefined);
    if (other) setText(this.other, t(gameOf(live.match.game).action(other)?.button ?? ""));
    for (const button of [this.pass, this.rest, this.other]) button.setAttribute("aria-disabled", String(this.controller.commands.acting));
    // Closed first: a dialog returns the focus to its button, which then passes it on.
    if (!live.playing && this.dialog.open) this.dialog.close();
    visible(this.resign, live.playing && live.you.length > 0);
    for (const node of this.standings) setText(node, seriesText(live.match));
    this.renderResult();
  }

  /** The action beside passing that no click on the board can mean. @param {string[]} legal */
  withoutStops(legal) {
    const game = gameOf(this.live.match.game);
    return legal.find((action) => action !== "noop" && !game.stopsOf(action).length);
  }

  renderResult() {
    const over = this.live.match.status === "over";
    visible(this.result, over && this.mode.settled);
    if (!over) return;
    const series = seriesHeadline(this.live);
    setText(byId("result-headline", HTMLElement), series || resultText(this.live).headline);
    setText(byId("result-detail", HTMLElement), series ? resultSentence(this.live) : resultLine(this.live));
    const offer = rematchText(this.live);
    setText(this.offer, offer);
    visible(this.offer, offer !== "");
    this.renderRematch();
  }

  renderRematch() {
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
