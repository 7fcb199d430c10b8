/**
 * The chat of a match: its rooms, its messages and its input line. Fetched at first use.
 *
 * @import { ChatLoader } from "./chat_loader.js"
 * @import { Board } from "../match/navigation/board_view.js"
 * @import { ChatMessage, ChatPage, Room } from "../match/types.js"
 */

import { make, setText, visible } from "../match/dom.js";
import { nameOf } from "../match/controls/seats.js";
import { isHidden } from "../people/strangers.js";
import { LONGEST_CHAT } from "../protocol.js";
import { t } from "../i18n.js";
import { addStyles } from "../late_styles.js";
import { ChatLog } from "./chat_log.js";
import { ChatEntry } from "./chat_entry.js";
import { FlyingPhrases } from "./flying_phrases.js";
import { SeatBubbles } from "./seat_bubbles.js";
import { icon, messageItem } from "./message_item.js";
import { wordsOf } from "./chat_words.js";

export class ChatPanel {
  /**
   * @param {ChatLoader} loader
   * @param {HTMLDetailsElement} fold
   */
  constructor(loader, fold) {
    this.loader = loader;
    this.fold = fold;
    this.controller = loader.controller;
    this.announcer = loader.notice.announcer;
    /** Public id of the reader; empty for somebody the site doesn't know. */
    this.me = fold.dataset.me ?? "";
    /** Public ids of people whom the reader has blocked. */
    this.blocked = new Set((fold.dataset.blocked ?? "").split(" "));
    /** @type {Record<Room, ChatLog>} */
    this.logs = { players: new ChatLog(), watchers: new ChatLog() };
    /** @type {Room} */
    this.room = this.controller.state.you.length ? "players" : "watchers";
    this.bubbles = new SeatBubbles();
    this.flying = new FlyingPhrases(/** @type {Board} */ (document.getElementById("board")));
    this.switch = make("div", { class: "chat-rooms", role: "group", "aria-label": t("Chat room") });
    this.earlier = make("button", { type: "button", class: "tool chat-earlier" }, t("Earlier messages"));
    this.list = make("ol", { class: "chat-list", tabindex: "0", "aria-label": t("Messages") });
    this.why = make("p", { class: "chat-why" });
    this.entry = new ChatEntry(this, LONGEST_CHAT);
    /** Settled once its styles are loaded. */
    this.styled = Promise.all([fold.dataset.styles, document.getElementById("match")?.dataset.roomStyles].map(addStyles));
    this.earlier.addEventListener("click", () => this.ask(this.logs[this.room].messages[0]?.number));
    fold.append(make("div", { class: "chat-body" }, this.switch, this.earlier, this.list, this.why, this.entry.node));
    /** Element that had the focus when it was asked for too early. @type {Element | null} */
    this.focusFrom = null;
    this.offerRooms();
    this.render();
  }

  /** The match has changed: other phrases may fit. */
  changed() {
    this.renderEntry();
  }

  /** Rooms that may be read now. */
  get rooms() {
    return /** @type {Room[]} */ (Object.keys(this.loader.rooms));
  }

  /** Takes the list of rooms: at first, after a reconnect, and when rooms have opened or closed. */
  admitted() {
    this.offerRooms();
    if (this.fold.open) this.readAll();
    this.render();
    const { focusFrom } = this;
    this.focusFrom = null;
    if (focusFrom && focusFrom === document.activeElement && this.fold.open) this.focus();
  }

  offerRooms() {
    if (!this.rooms.includes(this.room) && this.rooms.length) [this.room] = this.rooms;
    this.switch.replaceChildren(...(this.rooms.length > 1 ? this.rooms.map((room) => this.roomButton(room)) : []));
  }

  /** @param {Room} room */
  roomButton(room) {
    const name = room === "players" ? t("Players") : t("Watchers");
    const button = make("button", { type: "button", class: "tool", "aria-pressed": String(room === this.room) }, name);
    button.addEventListener("click", () => {
      this.room = room;
      for (const other of this.switch.children) other.setAttribute("aria-pressed", String(other === button));
      this.readAll();
      this.render();
    });
    return button;
  }

  /** Fetches the messages of the open room that the page lacks. */
  readAll() {
    const log = this.logs[this.room];
    const newest = this.loader.rooms[this.room] ?? 0;
    if (newest > log.newest || (!log.complete && newest && !log.messages.length)) this.ask(undefined);
    else this.markRead();
  }

  /** @param {number | undefined} before */
  ask(before) {
    this.controller.connection.send({ kind: "read_chat", room: this.room, before: before ?? null });
  }

  /** @param {ChatPage} page */
  pageCame({ room, messages, first }) {
    const atEnd = this.atEnd;
    const [top] = this.list.querySelectorAll("li");
    const place = top ? top.offsetTop - this.list.scrollTop : 0;
    this.logs[room].merge(messages, first);
    this.render();
    const again = top && this.list.querySelector(`li[data-number="${top.dataset.number}"]`);
    if (atEnd) this.toEnd();
    else if (again instanceof HTMLElement) this.list.scrollTop = again.offsetTop - place;
    this.markRead();
  }

  /** @param {ChatMessage} message that has just been sent */
  heard(message) {
    // A closed chat has no place in its list, and asking for it would lay out the page once for each message.
    const atEnd = this.fold.open && this.atEnd;
    const isMine = message.by === this.me;
    if (!this.logs[message.room].add(message)) return;
    if (this.fold.open && message.number > 1 && this.logs[message.room].messages.length === 1) this.ask(undefined);
    this.renderNew(message);
    if (atEnd || isMine) this.toEnd();
    if (isMine) this.loader.note(message.room, message.number);
    this.markRead();
    if (!this.isWanted(message)) return;
    if (message.role && message.phrase) this.flying.show(message);
    if (!isMine) this.tell(message);
  }

  /** Shows a message at its sender's seat, and says it to screen readers. @param {ChatMessage} message */
  tell(message) {
    const words = wordsOf(message);
    if (message.role) this.bubbles.show(message);
    if (message.room === "players" || this.fold.open) {
      this.announcer.say(t("{name} says: {words}", { name: this.nameOf(message), words }));
    }
  }

  /** Whether this device shows such a message to its reader. @param {ChatMessage} message */
  isWanted({ by, text, phrase }) {
    if (by && this.blocked.has(by)) return false;
    const { wanted } = this.loader;
    return wanted === "words" ? Boolean(text || phrase) : wanted === "phrases" && Boolean(phrase);
  }

  /** @param {ChatMessage} message */
  nameOf({ by, role, name }) {
    if (role) return nameOf(this.controller.state.match.seats, role);
    return isHidden(by ?? "") ? t("Player") : name;
  }

  /** Stores that the shown messages were read. */
  markRead() {
    if (this.fold.open && !document.hidden) this.loader.note(this.room, this.logs[this.room].newest);
  }

  get atEnd() {
    const { scrollTop, scrollHeight, clientHeight } = this.list;
    return scrollHeight - scrollTop - clientHeight < 40;
  }

  toEnd() {
    this.list.scrollTop = this.list.scrollHeight;
  }

  /** Scrolls the whole chat into view, as far as the window has room. */
  async reveal() {
    await this.styled;
    this.fold.scrollIntoView({ block: "nearest" });
    this.toEnd();
  }

  /** Focuses the input line; before the rooms are known it is hidden, and gets the focus when they are. */
  focus() {
    this.focusFrom = this.loader.roomsKnown ? null : document.activeElement;
    this.entry.focus();
    if (this.loader.roomsKnown) this.loader.typedAhead.end(this.entry.input);
  }

  render() {
    const log = this.logs[this.room];
    const messages = log.shown.filter((message) => this.isWanted(message));
    this.list.replaceChildren(...messages.map((message) => this.item(message)));
    visible(this.earlier, !log.complete && log.messages.length > 0);
    visible(this.list, messages.length > 0);
    const why = this.whyNot();
    setText(this.why, why || (messages.length || !this.loader.roomsKnown ? "" : t("No messages yet.")));
    this.renderName(why);
    this.renderEntry();
  }

  /**
   * Appends a message that follows the shown ones. A page that was away hears hundreds, one after the other.
   * @param {ChatMessage} message
   */
  renderNew(message) {
    const follows = message.room === this.room && !message.hides && this.logs[this.room].messages.length > 1;
    if (!follows || !this.list.firstChild) this.render();
    else if (this.isWanted(message)) this.list.append(this.item(message));
  }

  renderEntry() {
    this.entry.render(this.rooms.length > 0, this.loader.talk === "words" && this.loader.wanted === "words");
  }

  /** @param {ChatMessage} message */
  item(message) {
    const { by, room, number } = message;
    const name = this.nameOf(message);
    const item = messageItem(message, name, by === this.me);
    if (!by || by === this.me || !this.me) return item;
    const query = new URLSearchParams({ match: this.controller.state.match.id, room, number: String(number) });
    const label = t("Report what {name} says", { name });
    const attributes = { class: "chat-report", href: `${this.fold.dataset.report}?${query}`, target: "_blank", title: label, "aria-label": label };
    item.append(make("a", attributes, icon("flag")));
    return item;
  }

  /** Why the reader has no room; empty if they have one, or if it isn't known yet. */
  whyNot() {
    if (this.rooms.length || !this.loader.roomsKnown) return "";
    if (!this.me) return t("Choose a name to chat with the others who watch.");
    return t("A player is on your network. The watchers' chat opens for you when the match is over, or once both players allow it.");
  }

  /** @param {string} why */
  renderName(why) {
    if (!why || this.me) return;
    const next = encodeURIComponent(window.location.pathname);
    this.why.append(" ", make("a", { href: `${this.fold.dataset.name}?next=${next}` }, t("Choose a name")));
  }
}
