/**
 * Watchers' part of the match page: the live match on a small board while they look at something else, and players to
 * follow from match to match. Loaded only for them, after the rest of the page.
 *
 * @import { Board } from "../match/navigation/board_view.js"
 * @import { MatchNavigator } from "../match/navigation/navigator.js"
 * @import { Position } from "../match/types.js"
 * @import { Next, WallMessage } from "./wall.js"
 */

import { lastStops } from "../boards/trace.js";
import { t } from "../i18n.js";
import { addStyles } from "../late_styles.js";
import { Connection } from "../match/commands/connection.js";
import { make, visible } from "../match/dom.js";
import { lastPlies } from "../match/navigation/ply_positions.js";
import { following, NextMatch, setFollowing } from "./next_match.js";

class MiniBoard {
  /**
   * @param {MatchNavigator} nav
   * @param {HTMLElement} page
   */
  constructor(nav, page) {
    this.page = page;
    this.nav = nav;
    this.live = nav.live;
    this.boardView = nav.boardView;
    this.board = nav.boardView.board;
    this.back = make("button", { type: "button" }, t("Live"));
    this.back.setAttribute("aria-label", t("Back to the live match"));
    this.back.addEventListener("click", () => nav.goTo(nav.last));
    /** @type {Board | null} */
    this.small = null;
    this.node = make("aside", { class: "live-corner", "aria-label": t("The live match") });
    /** The drawn position. @type {Position | null} */
    this.shown = null;
  }

  render() {
    const { live, nav } = this;
    const away = live.playing && nav.place !== null;
    visible(this.node, away);
    if (!away) return;
    const small = (this.small ??= this.begin());
    if (this.shown === live.position && small.view.side === this.boardView.side) return;
    this.shown = live.position;
    const last = lastStops(lastPlies(live.log, live.position.ply));
    small.show({ ...live.position, to_move: [], legal: {} }, { roles: [], side: this.boardView.side, last });
  }

  /** Creates a second board with the symbols of the first. */
  begin() {
    const [game, seed] = ["game", "seed"].map((name) => this.board.getAttribute(name) ?? "");
    const small = /** @type {Board} */ (
      make("game-board", { game, seed, parts: this.board.id, shape: "lying", class: this.board.className }));
    small.append(bare(/** @type {Element} */ (this.board.querySelector("svg"))));
    this.node.append(make("div", { inert: "", "aria-hidden": "true" }, small), this.back);
    this.page.append(this.node);
    return small;
  }
}

/**
 * Copies a drawing without its symbols and pieces.
 * @param {Element} svg
 */
function bare(svg) {
  const copy = /** @type {Element} */ (svg.cloneNode(true));
  copy.querySelector("defs")?.remove();
  copy.querySelector('[data-layer="pieces"]')?.replaceChildren();
  for (const node of copy.querySelectorAll("[tabindex]")) node.removeAttribute("tabindex");
  return copy;
}

export class Watcher {
  /**
   * @param {MatchNavigator} nav
   * @param {HTMLElement} page
   */
  constructor(nav, page) {
    addStyles(page.dataset.watcherStyles);
    this.live = nav.live;
    this.corner = new MiniBoard(nav, page);
    this.next = new NextMatch({
      addressOf: (match) => nav.controller.addressOf(match),
      free: () => nav.place === null && !nav.variation,
    });
    /** @type {HTMLButtonElement[]} */
    this.buttons = [...page.querySelectorAll("button[data-player]")].map((one) => /** @type {HTMLButtonElement} */ (one));
    /** @type {Connection | null} */
    this.waiting = null;
    /** Player whose next match is awaited. */
    this.awaited = "";
    for (const button of this.buttons) button.addEventListener("click", () => this.toggle(button));
    this.show();
  }

  /** Player whom the viewer follows, if they play here. */
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
      button.title = t("When {name} plays another match, it opens automatically", { name });
    }
  }

  render() {
    this.corner.render();
    if (this.live.match.status === "over" && this.followed) this.listen(this.followed.player);
  }

  /**
   * Listens for the next match of a player.
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
      heard: (/** @type {WallMessage} */ told) => told.kind === "next" && this.hear(told),
      changed: () => {},
      seen: () => 0,
    });
    this.waiting.start();
  }

  /** @param {Next} told */
  hear({ player, match }) {
    const { followed } = this;
    if (followed?.player === player && match !== this.live.match.id) this.next.offer(match, followed.name);
  }
}
