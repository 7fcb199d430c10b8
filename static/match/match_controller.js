/**
 * The match on its page: `state` is what is known of it, `send` asks for something, `subscribe` tells a part of the page what
 * happens. Behind it are the connection, the commands that are not answered yet, and the record as far as it is loaded. It knows
 * nothing of the document.
 *
 * @import { Answer as Tried, Question } from "../try_action.js"
 * @import { ConnectionState } from "./commands/connection.js"
 * @import { PendingAction } from "./commands/commands.js"
 * @import { Command } from "./commands/outbox.js"
 * @import { Prompt } from "./offers/prompts.js"
 * @import { ChatNews, Frame, Message, Snapshot } from "./types.js"
 * @import { Step } from "../boards/types.js"
 *
 * @typedef {Object} Subscriber   part of the page: it is told of what it has a method for
 * @property {() => void} [render]      something has changed; called once for all changes within one task
 * @property {() => number} [draw]      draws what time changes; returns in how many ms it looks different
 * @property {() => Prompt[]} [prompts]   returns what it asks the viewer now
 * @property {(fresh: Frame[], drawn: Map<number, Step[]>) => void} [events]   new events in order, with the steps of each, by seq,
 *   that were drawn ahead; no events when the page jumped to a snapshot or only what stands beside the board has changed
 * @property {(loaded: boolean) => void} [movesLoaded]   the moves that led to the current position are there, or can't be loaded yet
 * @property {(pendingAction: PendingAction) => void} [foreseen]   the viewer has done something whose result is certain
 * @property {() => void} [overtaken]   what was foreseen is stored without its event, or refused
 * @property {(text: string | null) => void} [lock]   why nothing can be begun now; null: something can
 * @property {(busy: boolean) => void} [sending]      whether a command is unanswered
 * @property {(text: string, seq: number) => void} [refused]   the server's reason, and how far the match was then
 * @property {(state: ConnectionState) => void} [connection]
 * @property {(news: ChatNews) => void} [chat]
 */

import { getJson } from "../http.js";
import { t } from "../i18n.js";
import { tryAction } from "../try_action.js";
import { Commands } from "./commands/commands.js";
import { Connection } from "./commands/connection.js";
import { Outbox } from "./commands/outbox.js";
import { EventLoader } from "./state/event_loader.js";
import { LiveMatch } from "./state/live_match.js";

/** Time in ms after which the moves are asked for again. */
const AGAIN = 5000;

export class MatchController {
  /**
   * @param {Snapshot} snapshot
   * @param {{socket?: string, events?: string, try?: string, matches?: string}} addresses   matches: of any match, with 2222222222
   *   as its id
   * @param {boolean} [chats] whether the page has a chat
   */
  constructor(snapshot, addresses, chats = false) {
    this.addresses = addresses;
    this.chats = chats;
    /** @type {Subscriber[]} */
    this.subscribers = [];
    /** News of the chat that came before its part of the page. @type {ChatNews[]} */
    this.chatHeard = [];
    this.rendering = false;
    this.loading = false;
    /** @type {Connection} */
    this.connection = new Connection({
      address: () => this.socketAddress,
      heard: (message) => this.hear(message),
      changed: (state) => this.connectionChanged(state),
      seen: () => this.state.log.head,
      plays: () => this.state.playing && this.state.you.length > 0,
    });
    this.outbox = new Outbox((message) => this.connection.send(message));
    /** @type {LiveMatch} */
    this.state = new LiveMatch(snapshot, (message) => this.connection.send(message), (fresh) => this.stateChanged(fresh));
    this.loader = new EventLoader(this.state.log, (query) => getJson(addresses.events + query));
    this.commands = new Commands(this);
  }

  /** Connects, and loads the moves so far. */
  start() {
    this.loadMoves();
    this.connection.start();
    setInterval(() => this.outbox.tick(), 1000);
  }

  /**
   * Sends a command until it is answered. If it is refused, the page says why.
   * @param {Command} command
   */
  send(command) {
    return this.commands.send(command);
  }

  /**
   * Asks what an action would do; nothing is recorded.
   * @param {Question} question
   * @returns {Promise<Tried>}
   */
  tryAction(question) {
    return tryAction(this.addresses.try ?? "", question);
  }

  /** @param {Subscriber} part */
  subscribe(part) {
    this.subscribers.push(part);
    if (part.chat) for (const news of this.chatHeard.splice(0)) part.chat(news);
  }

  /**
   * Tells all parts that have a method for it, in the order in which they came.
   * @template {keyof Subscriber} K
   * @param {K} what
   * @param {Parameters<Required<Subscriber>[K]>} news
   * @returns {any[]} what they have returned
   */
  publish(what, ...news) {
    return this.subscribers.flatMap((part) => /** @type {any} */ (part)[what]?.(...news) ?? []);
  }

  /** Has the page rendered, once for several changes within one task. */
  changed() {
    if (this.rendering) return;
    this.rendering = true;
    queueMicrotask(() => {
      this.rendering = false;
      this.publish("render");
    });
  }

  /** Address of a match. @param {string} match */
  addressOf(match) {
    return (this.addresses.matches ?? "").replace("2222222222", match);
  }

  get socketAddress() {
    const { origin } = window.location;
    return `${origin.replace(/^http/, "ws")}${this.addresses.socket}?after=${this.state.log.head}${this.chats ? "&chat=1" : ""}`;
  }

  /** @param {Message} message */
  hear(message) {
    if (message.kind === "chat" || message.kind === "chat_message" || message.kind === "chat_page") this.hearChat(message);
    else if (message.kind === "event" && this.commands.isFromElsewhere(message)) this.connection.renew();
    else if (message.kind !== "answer") this.state.hear(message);
    else if (message.cmd) this.outbox.answered(message);
    else this.publish("refused", message.message ?? t("The server could not read what this page sent."), message.seq);
    if (message.kind === "snapshot") this.loadMoves();
  }

  /** @param {ChatNews} news */
  hearChat(news) {
    if (this.subscribers.some(({ chat }) => chat)) this.publish("chat", news);
    else this.chatHeard.push(news);
  }

  /** @param {ConnectionState} state */
  connectionChanged(state) {
    // Whose page is open is not known without a connection.
    if (state.name === "waiting") this.state.here = null;
    this.publish("connection", state);
    this.changed();
    if (state.name === "open") this.outbox.connected();
  }

  /** @param {Frame[]} fresh */
  stateChanged(fresh) {
    this.publish("events", fresh, this.commands.progress(fresh));
    this.changed();
  }

  /** Loads the moves that led to the current position: at first, and where the page has skipped them. */
  async loadMoves() {
    const { log } = this.state;
    if (this.loading || log.frames.has(log.head)) return;
    this.loading = true;
    const loaded = await this.loader.newest().then(() => true, () => false);
    this.loading = false;
    if (!loaded) setTimeout(() => this.loadMoves(), AGAIN);
    this.publish("movesLoaded", loaded);
    this.changed();
  }
}
