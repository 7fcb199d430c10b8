/**
 * The boards that one person plays at once: beside the board they are at, all others small, those that wait for a
 * decision marked. After each decision the next one that waits comes by itself.
 *
 * @import { MatchNavigator } from "../match/navigation/navigator.js"
 * @import { MatchCard } from "./match_card.js"
 * @import { WallMessage } from "./wall.js"
 */

import { t, tn } from "../i18n.js";
import { Connection } from "../match/commands/connection.js";
import { byId, focusBoard, setText } from "../match/dom.js";
import { keep, kept } from "./tab_memory.js";
import { WallBoards } from "./wall_boards.js";

/** Time in ms after a decision, and after the end of a game, before the next board comes. */
const AFTER_MOVE = 800;
const AFTER_END = 3000;

export class OwnBoards {
  /**
   * @param {MatchNavigator} nav
   * @param {HTMLElement} root as templates/match/own_boards.html has it
   */
  constructor(nav, root) {
    this.nav = nav;
    this.live = nav.live;
    this.root = root;
    this.here = nav.live.match.id;
    const { me = "" } = root.dataset;
    this.me = me;
    this.next = /** @type {HTMLAnchorElement} */ (byId("next-board", HTMLElement));
    this.follows = byId("follow-boards", HTMLButtonElement);
    this.state = byId("own-boards-state", HTMLElement);
    const addresses = { match: (/** @type {string} */ id) => nav.controller.addressOf(id), follow: () => "" };
    this.boards = new WallBoards(byId("boards", HTMLElement), addresses, () => this.arranged());
    this.wall = new Connection({
      address: () => `${location.origin.replace(/^http/, "ws")}${root.dataset.socket}`,
      first: "wall",
      heard: (message) => this.hear(message),
      changed: () => undefined,
      seen: () => 0,
      closed: () => this.wall.stop(),
    });
    /** Whether the person came to look at this board, and has not had a turn since. */
    this.looks = kept("looked-at") === this.here;
    this.wasMine = false;
    /** Whether the person has decided here, and nothing but the next board can keep them, not even a quick answer. */
    this.decided = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.usesKeys = kept("uses-keys") === "yes";
  }

  start() {
    setText(this.state, "");
    addEventListener("keydown", () => this.uses("yes"), true);
    addEventListener("pointerdown", () => this.uses("no"), true);
    this.follows.addEventListener("click", () => {
      keep("follows-boards", this.isFollowing ? "no" : "yes");
      this.nav.controller.changed();
    });
    this.next.addEventListener("click", (event) => {
      event.preventDefault();
      this.go();
    });
    this.boards.list.addEventListener("click", ({ target }) => {
      const card = target instanceof Element ? target.closest("[data-match]") : null;
      if (card) keep("looked-at", card.getAttribute("data-match") ?? "");
    });
    if (kept("came-by-itself") === this.here && this.usesKeys) focusBoard();
    this.wall.start();
    setInterval(() => this.nav.controller.changed(), 1000);
  }

  /** @param {"yes" | "no"} keys */
  uses(keys) {
    keep("uses-keys", keys);
  }

  get isFollowing() {
    return kept("follows-boards") !== "no";
  }

  /** @param {WallMessage} message */
  hear(message) {
    if (this.boards.hear(message)) this.wall.send({ kind: "sync", after: 0 });
    this.nav.controller.changed();
  }

  arranged() {
    for (const [id, { node, seats }] of this.boards.cards) {
      node.querySelectorAll(".watched-seat").forEach((line, i) => line.toggleAttribute("data-mine", seats[i].player === this.me));
      if (id !== this.here || node.hasAttribute("aria-current")) continue;
      node.setAttribute("aria-current", "true");
      node.scrollIntoView({ block: "nearest", inline: "center" });
    }
  }

  /** @param {MatchCard} card */
  waits({ id, seats, standing }) {
    if (id === this.here) return this.live.myTurns.length > 0;
    const { status, to_move: movers, paused_until: until = 0, seq } = standing;
    const isMine = seats.some(({ player, role }) => player === this.me && movers.includes(role));
    return isMine && status === "playing" && until <= this.live.time.now && kept(`nothing-to-do ${id}`) !== String(seq);
  }

  render() {
    const cards = [...this.boards.cards.values()];
    const waiting = cards.filter((card) => this.waits(card));
    for (const card of cards) {
      const waits = waiting.includes(card);
      card.node.toggleAttribute("data-waits", waits);
      card.node.querySelector("a")?.setAttribute("aria-label", this.nameOf(card, waits));
    }
    if (cards.length) setText(this.state, this.words(waiting.length));
    this.follows.setAttribute("aria-pressed", String(this.isFollowing));
    this.notice();
    this.decide(this.after(waiting));
  }

  /**
   * @param {MatchCard} card
   * @param {boolean} waits
   */
  nameOf({ seats, foot }, waits) {
    const name = seats.find(({ player }) => player !== this.me)?.name ?? "";
    if (waits) return t("{name}: waits for you", { name });
    return foot.textContent ? `${name}: ${foot.textContent}` : name;
  }

  /** @param {number} n */
  words(n) {
    return n ? tn("{n} board waits for you", "{n} boards wait for you", n) : t("No board waits for you");
  }

  /** Notices that the wall counts this board among those that wait, though there is nothing to decide on it. */
  notice() {
    const { live, here } = this;
    const standing = this.boards.cards.get(here)?.standing;
    if (standing && standing.seq === live.log.head && !live.myTurns.length) keep(`nothing-to-do ${here}`, String(standing.seq));
  }

  /**
   * The first board after this one that waits.
   * @param {MatchCard[]} waiting
   */
  after(waiting) {
    const ids = waiting.map(({ id }) => id).filter((id) => id !== this.here);
    const order = this.boards.order();
    const place = order.indexOf(this.here);
    return [...order.slice(place + 1), ...order.slice(0, Math.max(place, 0))].find((id) => ids.includes(id)) ?? "";
  }

  /** Leaves for the next board after a while, if there is nothing to do on this one. @param {string} next */
  decide(next) {
    const isMine = this.live.myTurns.length > 0;
    if (this.wasMine && !isMine) this.decided = true;
    this.wasMine = isMine;
    if (isMine) this.looks = false;
    const wants = (!isMine || this.decided) && next && !this.looks && this.isFree && this.isFollowing;
    if (isMine && !wants) this.decided = false;
    if (!wants || this.nav.boardView.moving.length) {
      clearTimeout(this.timer);
      this.timer = undefined;
      return;
    }
    this.timer ??= setTimeout(() => this.leave(next), this.live.playing ? AFTER_MOVE : AFTER_END);
  }

  /** Whether the person does nothing else on the page. */
  get isFree() {
    const { nav } = this;
    const field = document.activeElement;
    const isTyping = field instanceof HTMLInputElement && field.value !== "" && field.type === "text";
    return nav.place === null && !nav.variation && !isTyping && !document.querySelector("dialog[open]");
  }

  /** @param {string} match */
  leave(match) {
    keep("came-by-itself", match);
    keep("looked-at", "");
    location.replace(this.nav.controller.addressOf(match));
  }

  /** Goes to the next board that waits, as the person asks. */
  go() {
    const next = this.after([...this.boards.cards.values()].filter((card) => this.waits(card)));
    if (next) this.leave(next);
    else setText(this.state, this.words(this.live.myTurns.length));
  }
}
