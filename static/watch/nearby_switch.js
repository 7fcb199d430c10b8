/**
 * Switch with which a player lets watchers on the players' networks chat. It takes both players.
 *
 * @import { Announcer } from "../match/announce/announcer.js"
 * @import { MatchController } from "../match/match_controller.js"
 */

import { make, setText, visible } from "../match/dom.js";
import { nameOf, otherRole } from "../match/controls/seats.js";
import { t } from "../i18n.js";

export class NearbySwitch {
  /**
   * @param {MatchController} controller
   * @param {Announcer} announcer
   */
  constructor(controller, announcer) {
    this.live = controller.state;
    this.announcer = announcer;
    this.role = this.live.you[0];
    this.input = /** @type {HTMLInputElement} */ (make("input", { type: "checkbox", "aria-describedby": "nearby-state" }));
    this.state = make("span", { id: "nearby-state" });
    const label = make("label", {}, this.input, make("span", {}, t("Let people on our networks chat while they watch")));
    this.node = make("div", { class: "nearby" }, label, this.state);
    /** The player's choice while it is not stored yet. @type {boolean | null} */
    this.chosen = null;
    this.input.addEventListener("change", async () => {
      this.chosen = this.input.checked;
      const { ok } = await controller.send({ kind: "allow_nearby", allowed: this.chosen });
      if (ok) return;
      this.chosen = null;
      this.render();
    });
    /** Whether this player allows it, as it was shown last. */
    this.allows = this.allowed.includes(this.role);
    this.render();
  }

  /** Roles that allow it. */
  get allowed() {
    return this.live.match.nearby ?? [];
  }

  render() {
    const allows = this.allowed.includes(this.role);
    if (this.chosen === allows) this.chosen = null;
    this.input.checked = this.chosen ?? allows;
    const words = this.words(allows);
    setText(this.state, words);
    visible(this.node, this.live.playing);
    if (allows !== this.allows && this.live.playing) this.announcer.say(words);
    this.allows = allows;
  }

  /** @param {boolean} allows whether this player allows it */
  words(allows) {
    const { seats } = this.live.match;
    const other = otherRole(seats, this.role);
    const name = nameOf(seats, other);
    if (this.allowed.includes(other)) {
      return allows
        ? t("You both allow it: they can chat with the other watchers now.")
        : t("{name} allows it. If you do too, they can chat with the other watchers.", { name });
    }
    return allows
      ? t("They can chat as soon as {name} allows it too.", { name })
      : t("Family or classmates on your internet connection can chat before the end if you both allow it.");
  }
}
