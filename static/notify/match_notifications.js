/**
 * Notifications of a match: the player's turn, a message of the other player, a rematch.
 *
 * @import { LiveMatch } from "../match/state/live_match.js"
 * @import { ChatNews, Frame } from "../match/types.js"
 * @import { News } from "./notifications.js"
 */

import { isYou } from "../boards/text/phrases.js";
import { nameOf } from "../match/controls/seats.js";
import { preference } from "../preferences.js";
import { t } from "../i18n.js";
import { notify } from "./notifications.js";

export class MatchNotifications {
  /**
   * @param {LiveMatch} live
   * @param {(news: News) => void} notify
   * @param {{title: string, blocked: string[]}} page   blocked: public ids of people whose messages the viewer does not want
   */
  constructor(live, notify, { title, blocked }) {
    this.live = live;
    this.notify = notify;
    this.title = title;
    this.blocked = blocked;
    // A page that opens hidden, such as that of the next game, notifies at once of the turn.
    this.mine = !document.hidden && this.due;
    this.render();
  }

  /** Whether it is the viewer's turn against somebody. */
  get due() {
    return this.live.you.length === 1 && this.live.myTurns.length > 0;
  }

  render() {
    const { due, live } = this;
    if (due && !this.mine) this.tell("turn", live.log.frames.get(live.log.head)?.at ?? live.time.now, t("Your turn"));
    this.mine = due;
  }

  /** @param {Frame[]} fresh */
  events(fresh) {
    fresh.forEach((frame) => this.hear(frame));
  }

  /** @param {Frame} frame */
  hear({ what, role, at, match }) {
    const { you, match: { seats, series } } = this.live;
    if (you.length !== 1) return;
    if (match) this.tell("next", at, series ? t("The next game begins") : t("The rematch begins"));
    if (what !== "rematch_offered" || !role || isYou(role, you)) return;
    const name = nameOf(seats, role);
    const isLast = !series || series.game >= series.of;
    this.tell("next", at, isLast ? t("{name} offers a rematch", { name }) : t("{name} is ready for the next game", { name }));
  }

  /** @param {ChatNews} news */
  chat(news) {
    const { you, match: { seats } } = this.live;
    if (news.kind !== "chat_message" || news.room !== "players" || news.hides || !news.role || preference("talk") === "off") return;
    if (you.length !== 1 || isYou(news.role, you) || this.blocked.includes(news.by)) return;
    this.tell("chat", news.at, t("{name} sent a message", { name: nameOf(seats, news.role) }));
  }

  /**
   * @param {"turn" | "next" | "chat"} what
   * @param {number} since
   * @param {string} words
   */
  tell(what, since, words) {
    this.notify({ about: `${what} ${this.live.match.id}`, since, words, more: this.title });
  }
}

/** @param {LiveMatch} live the match of this page */
export function tellOf(live) {
  const { blocked = "" } = document.getElementById("chat")?.dataset ?? {};
  const title = document.title.replace(`${t("Your turn")} · `, "");
  return new MatchNotifications(live, notify, { title, blocked: blocked.split(" ") });
}
