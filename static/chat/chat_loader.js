/**
 * Loads the chat when it is opened or when a message comes, and counts unread messages until then.
 *
 * @import { ChatPanel } from "./chat_panel.js"
 * @import { Notice } from "../match/announce/notice.js"
 * @import { Tabs } from "../match/controls/tabs.js"
 * @import { MatchController } from "../match/match_controller.js"
 * @import { ChatMessage, ChatNews, Room } from "../match/types.js"
 */

import { focusBoard, setText } from "../match/dom.js";
import { follow } from "../preferences.js";
import { t, tn } from "../i18n.js";
import { TypedAhead } from "./typed_ahead.js";

export class ChatLoader {
  /**
   * @param {MatchController} controller
   * @param {Notice} notice
   * @param {Tabs} tabs
   */
  constructor(controller, notice, tabs) {
    this.controller = controller;
    this.notice = notice;
    this.tabs = tabs;
    this.fold = /** @type {HTMLDetailsElement | null} */ (document.getElementById("chat"));
    this.button = document.getElementById("open-chat");
    /** Element that had the focus before the chat was opened. @type {SVGElement | HTMLElement | null} */
    this.before = null;
    this.key = `chat ${controller.state.match.id}`;
    /** @type {"words" | "phrases" | "off"} what the match and the site allow: something, or the page had no chat */
    this.talk = "words";
    /** Newest number of each room that may be read. @type {Partial<Record<Room, number>>} */
    this.rooms = {};
    /** Whether the server has said which rooms those are. */
    this.roomsKnown = false;
    /** @type {"words" | "phrases" | "off"} messages that this device shows */
    this.wanted = "words";
    /** @type {ChatPanel | null} */
    this.panel = null;
    /** @type {Promise<ChatPanel> | null} */
    this.loading = null;
    this.typedAhead = new TypedAhead();
    /** Number up to which each room was read. @type {Partial<Record<Room, number>>} */
    this.read = kept(this.key);
  }

  start() {
    const { fold, button } = this;
    if (!fold || !button) return;
    button.addEventListener("click", () => (fold.open ? this.close() : this.open()));
    fold.addEventListener("toggle", () => (fold.open ? this.unfolded() : this.render()));
    fold.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || event.defaultPrevented) return;
      event.preventDefault();
      this.close();
    });
    follow("talk", (value) => {
      this.wanted = /** @type {"words" | "phrases" | "off"} */ (value);
      this.render();
      this.panel?.render();
    });
    if (fold.open) this.unfolded();
  }

  /** The match has changed. */
  changed() {
    if (this.fold?.open) this.panel?.changed();
  }

  /** Number of messages that were not read yet. */
  get unread() {
    const rooms = /** @type {[Room, number][]} */ (Object.entries(this.rooms));
    return rooms.reduce((sum, [room, newest]) => sum + Math.max(0, newest - (this.read[room] ?? 0)), 0);
  }

  /** Opens the chat, ready to type. */
  open() {
    if (!this.fold || this.wanted === "off") {
      this.notice.announcer.say(t("There is no chat in this match."));
      return;
    }
    const { activeElement } = document;
    this.before = activeElement instanceof SVGElement ? activeElement : this.button;
    this.tabs.uncover(this.fold);
    this.fold.open = true;
    this.typedAhead.begin();
    this.load().then((panel) => panel.focus(), () => this.typedAhead.end());
  }

  close() {
    this.typedAhead.end();
    if (this.fold) this.fold.open = false;
    // A board without focus gets none: its ring would show a stop that nobody has chosen.
    if (this.before?.checkVisibility()) this.before.focus({ preventScroll: true });
    else focusBoard();
  }

  unfolded() {
    this.load().then((panel) => {
      panel.readAll();
      panel.changed();
      panel.reveal();
      this.render();
    }, () => {
      if (this.fold) this.fold.open = false;
      this.notice.explain(t("No connection. The chat can't be opened now."));
    });
  }

  /** @returns {Promise<ChatPanel>} rejected where it can't be fetched now */
  load() {
    this.loading ??= import("./chat_panel.js").then(({ ChatPanel }) => {
      this.panel = new ChatPanel(this, /** @type {HTMLDetailsElement} */ (this.fold));
      return this.panel;
    }).catch((error) => {
      this.loading = null;
      throw error;
    });
    return this.loading;
  }

  /** @param {ChatNews} news */
  hear(news) {
    if (!this.fold) return;
    if (news.kind === "chat") {
      this.talk = news.talk;
      this.rooms = { ...news.rooms };
      this.roomsKnown = true;
      this.panel?.admitted();
    } else if (news.kind === "chat_message") {
      this.heard(news);
    } else {
      this.panel?.pageCame(news);
    }
    this.render();
  }

  /** @param {ChatMessage} message */
  heard(message) {
    const { room, number, hides } = message;
    // A hidden message is nothing to read.
    if (hides && (this.rooms[room] ?? 0) === (this.read[room] ?? 0)) this.note(room, number);
    this.rooms[room] = Math.max(this.rooms[room] ?? 0, number);
    if (this.wanted !== "off") this.load().then((panel) => panel.heard(message), () => {});
  }

  /**
   * @param {Room} room
   * @param {number} number up to which it was read
   */
  note(room, number) {
    if (number <= (this.read[room] ?? 0)) return;
    this.read[room] = number;
    keep(this.key, this.read);
    this.render();
  }

  render() {
    const { fold, button } = this;
    if (!fold || !button) return;
    const off = this.wanted === "off" || this.talk === "off";
    fold.hidden = button.hidden = off;
    if (off) fold.open = false;
    const { unread } = this;
    for (const node of document.querySelectorAll("[data-unread]")) {
      setText(node, unread && !off ? String(unread) : "");
    }
    button.setAttribute("aria-expanded", String(fold.open));
    button.setAttribute("aria-label", unread ? tn("Chat, {n} new message", "Chat, {n} new messages", unread) : t("Chat"));
  }
}

/**
 * @param {string} key
 * @returns {Partial<Record<Room, number>>}
 */
function kept(key) {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? "{}");
  } catch {
    return {};
  }
}

/**
 * @param {string} key
 * @param {unknown} value
 */
function keep(key, value) {
  try {
    sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Without storage a reload counts them as unread again.
  }
}
