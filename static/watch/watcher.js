import { make } from "../match/dom.js";
import { Connection } from "../match/commands/connection.js";
import { t } from "../i18n.js";
import { MiniBoard } from "./mini_board.js";
import { following, setFollowing } from "./followed_player.js";
import { NextMatch } from "./next_match.js";

/**
 * What the match page has for who watches: the live match in a corner while they look at something else, and players to
 * follow from match to match. Fetched for them alone, behind the rest of the page.
 *
 * @typedef {import("../match/enhancements.js").PageContext} PageContext
 */

export class Watcher {
  /**
   * @param {PageContext} context
   * @param {HTMLElement} page
   */
  constructor(context, page) {
    const { live, nav } = context;
    const { matches = "", watcherStyles: styles = "" } = page.dataset;
    document.head.append(make("link", { rel: "stylesheet", href: styles }));
    this.live = live;
    this.corner = new MiniBoard(context);
    this.next = new NextMatch({
      addressOf: (match) => matches.replace("2222222222", match),
      free: () => nav.place === null && !nav.variation,
    });
    /** @type {HTMLButtonElement[]} */
    this.buttons = [...page.querySelectorAll("button[data-player]")].map((one) => /** @type {HTMLButtonElement} */ (one));
    /** @type {Connection | null} */
    this.waiting = null;
    /** Of whose next match it tells. */
    this.awaited = "";
    for (const button of this.buttons) button.addEventListener("click", () => this.toggle(button));
    this.show();
  }

  /** Whom the viewer follows, if they play here. */
  get followed() {
    const followed = following();
    return followed && this.buttons.some(({ dataset }) => dataset.player === followed.player) ? followed : null;
  }

  /** @param {HTMLButtonElement} button */
  toggle({ dataset: { player = "", name = "" } }) {
    setFollowing(this.followed?.player === player ? null : { player, name });
    this.next.decline();
    this.show();
    this.render();
  }

  show() {
    const { followed } = this;
    for (const button of this.buttons) {
      const { player, name = "" } = button.dataset;
      const on = followed?.player === player;
      button.setAttribute("aria-pressed", String(on));
      button.textContent = on ? t("You follow {name}", { name }) : t("Follow {name}", { name });
      button.title = t("When {name} plays another match, it opens by itself", { name });
    }
  }

  render() {
    this.corner.render();
    if (this.live.match.status === "over" && this.followed) this.listen(this.followed.player);
  }

  /**
   * Hears of the next match of a player.
   * @param {string} player
   */
  listen(player) {
    if (player === this.awaited) return;
    this.awaited = player;
    if (this.waiting) {
      this.waiting.renew();
      return;
    }
    this.waiting = new Connection({
      address: () => `${location.origin.replace(/^http/, "ws")}/ws/watch?follow=${this.awaited}`,
      first: "wall",
      heard: (/** @type {import("./wall.js").WallMessage} */ told) => told.kind === "next" && this.hear(told),
      changed: () => {},
      seen: () => 0,
    });
    this.waiting.start();
  }

  /** @param {import("./wall.js").Next} told */
  hear({ player, match }) {
    const { followed } = this;
    if (followed?.player === player && match !== this.live.match.id) this.next.offer(match, followed.name);
  }
}
