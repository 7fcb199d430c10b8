/**
 * Field in which moves are typed. move_parser.js reads them; it is fetched when somebody turns to the field.
 *
 * @import { Notice } from "../announce/notice.js"
 * @import { MatchNavigator } from "../navigation/navigator.js"
 * @import { Confirmation } from "./confirm.js"
 * @import { LegalMove } from "./move_parser.js"
 * @import { Tabs } from "./tabs.js"
 */

import { t } from "../../i18n.js";
import { byId, visible } from "../dom.js";

const loadParser = () => import("./move_parser.js");

export class MoveInput {
  /**
   * @param {MatchNavigator} nav
   * @param {Confirmation} confirmation
   * @param {Notice} notice
   * @param {Tabs} tabs
   */
  constructor(nav, confirmation, notice, tabs) {
    this.nav = nav;
    this.live = nav.live;
    this.confirmation = confirmation;
    this.notice = notice;
    this.tabs = tabs;
    this.form = byId("entry", HTMLFormElement);
    this.field = byId("typed", HTMLInputElement);
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.play(this.field.value);
    });
    // Before something is typed: the connection may be lost then.
    this.field.addEventListener("focus", () => void loadParser().catch(() => {}));
  }

  /** Shows or hides the field. What was typed stays, whatever happens on the board. */
  render() {
    visible(this.form, (this.live.playing && this.live.you.length > 0) || this.tries);
  }

  /** Whether moves on the board are tried and not played. */
  get tries() {
    return !(this.live.playing && this.nav.place === null) && this.nav.boardView.board.view.roles.length > 0;
  }

  focus() {
    if (this.form.hidden) {
      this.notice.tell(t("There is nothing to play here."));
      return;
    }
    this.tabs.uncover(this.form);
    this.field.focus();
  }

  /** @param {string} text */
  async play(text) {
    if (!text.trim()) return;
    const parser = await loadParser().catch(() => null);
    if (!parser) {
      this.notice.explain(t("No connection. That can't be sent now."));
      return;
    }
    const { legalMoves, parseMove } = parser;
    const { live: { match, position, you }, nav: { boardView: { board } }, tries } = this;
    const all = tries ? legalMoves(match.game, board.position, board.view.roles) : legalMoves(match.game, position, you);
    const hindrance = tries ? "" : this.hindrance(all);
    const found = hindrance ? { say: hindrance } : parseMove(match.game, text, all);
    if ("say" in found) this.notice.explain(found.say);
    else if ("ask" in found) this.notice.tell(found.ask);
    else if (tries) {
      this.clear(text);
      board.emit("act", found.act);
    } else if (await this.confirmation.typed(found.act.role, found.act.action)) this.clear(text);
  }

  /**
   * Reason why nothing can be played at the moment, whatever is typed.
   * @param {LegalMove[]} all
   */
  hindrance(all) {
    if (this.nav.place !== null) return t("You're viewing an earlier move. Go to the live position to play.");
    if (!all.length) return t("It is not your turn.");
    return this.nav.controller.commands.acting ? t("Your move is on its way") : "";
  }

  /**
   * Empties the field, unless something else has been typed since.
   * @param {string} text
   */
  clear(text) {
    if (this.field.value === text) this.field.value = "";
  }
}
