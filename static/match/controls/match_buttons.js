/**
 * Buttons beside the board: pass, take the rest, swap sides, resign.
 *
 * @import { MatchController } from "../match_controller.js"
 */

import { t } from "../../i18n.js";
import { gameOf } from "../../boards/games.js";
import { byId, setText, visible } from "../dom.js";

export class MatchButtons {
  /** @param {MatchController} controller */
  constructor(controller) {
    this.controller = controller;
    this.live = controller.state;
    this.pass = byId("pass", HTMLButtonElement);
    this.rest = byId("take-the-rest", HTMLButtonElement);
    this.other = byId("without-stops", HTMLButtonElement);
    this.resign = byId("resign", HTMLButtonElement);
    this.dialog = byId("resign-dialog", HTMLDialogElement);
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
  }

  /** The action beside passing that no click on the board can mean. @param {string[]} legal */
  withoutStops(legal) {
    const game = gameOf(this.live.match.game);
    return legal.find((action) => action !== "noop" && !game.stopsOf(action).length);
  }
}
