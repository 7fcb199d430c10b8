/**
 * The controller of a match page, and the pattern that all parts of the page follow. It holds the connection, the unanswered commands
 * and the loaded events, and knows nothing of the document. A part gets the controller, its own elements and the parts that it needs.
 *
 *     const part = new Part(controller, byId("part", HTMLElement));
 *     part.start();                  // adds the listeners of its own buttons, once
 *     controller.subscribe(part);    // from now on its hooks are called: the methods of Subscriber that it has
 *
 * - **State.** `controller.state` is a LiveMatch: what the page knows of the match. Messages of the server change it, and parts read it.
 *   A part keeps only data of its own, such as an open menu.
 * - **Events.** A hook such as `events`, `refused` or `connection` is called when that happens, with `state` already up to date. It
 *   is for what happens once: an animation, a sound, an announcement.
 * - **Render.** `render` draws the part from `state` and its own data. It follows every change, also those of other parts, and several
 *   changes within one task cause one call. So it may run at any time, writes only the part's own elements, and leaves those that
 *   haven't changed (`setText`, `visible` of dom.js). `draw` does the same for what time alone changes, such as a clock.
 * - **Changes.** A part changes the match with `send`: the server's answer comes back as an event. After a change of its own data it
 *   calls `changed()`, which schedules a render of all parts. `render` itself may do so only if a value differs, or it never ends.
 * - **Order.** Hooks are called in the order of subscription, and an error in one keeps the later ones from being called. page.js
 *   renders the parts of every match page in one subscriber, since their order matters.
 * - **Late parts.** A part that is loaded later subscribes when it arrives, then calls `changed()`. It gets no earlier events, except
 *   the chat's: `state` has their result.
 *
 * @import { Answer as Tried, Question } from "../try_action.js"
 * @import { ConnectionState } from "./commands/connection.js"
 * @import { PendingAction } from "./commands/commands.js"
 * @import { Command } from "./commands/outbox.js"
 * @import { Prompt } from "./offers/prompts.js"
 * @import { ReviewState } from "../study/shared_review.js"
 * @import { ChatNews, Frame, Message, Snapshot } from "./types.js"
 * @import { Step } from "../boards/types.js"
 *
 * @typedef {Object} Subscriber   a part of the page: called for each hook that it has a method for
 * @property {() => void} [render]      draws the part
 * @property {() => number} [draw]      draws what time changes; returns the ms until it looks different
 * @property {() => Prompt[]} [prompts]   returns its prompts for the viewer; PromptList shows those of all parts
 * @property {(fresh: Frame[], drawn: Map<number, Step[]>) => void} [events]   new events in order, and by seq the steps that are
 *   already drawn; no events after a jump to a snapshot, or if nothing on the board has changed
 * @property {(loaded: boolean) => void} [movesLoaded]   whether the moves that led to the current position are loaded
 * @property {(pendingAction: PendingAction) => void} [foreseen]   the viewer's action has a certain result, which can be drawn at once
 * @property {() => void} [overtaken]   a foreseen result was refused, or is stored without its event
 * @property {(text: string | null) => void} [lock]   reason why the viewer can't act now; null if they can
 * @property {(busy: boolean) => void} [sending]      whether a command is unanswered
 * @property {(text: string, seq: number) => void} [refused]   the server's reason, and the match's newest event then
 * @property {(state: ConnectionState) => void} [connection]
 * @property {(news: ChatNews) => void} [chat]
 * @property {(state: ReviewState) => void} [sharedReview]   the match's shared review has changed
 */

import { getJson } from "../http.js";
import { t } from "../i18n.js";
import { tryAction } from "../try_action.js";
import { Commands } from "./commands/commands.js";
import { Connection } from "./commands/connection.js";
import { Outbox } from "./commands/outbox.js";
import { EventLoader } from "./state/event_loader.js";
import { LiveMatch } from "./state/live_match.js";

/** Time in ms after which loading the moves is tried again. */
const RETRY_MS = 5000;

export class MatchController {
  /**
   * @param {Snapshot} snapshot
   * @param {{socket?: string, events?: string, try?: string, matches?: string}} addresses   matches: that of a match with the id
   *   2222222222
   * @param {boolean} [chats] whether the page has a chat
   */
  constructor(snapshot, addresses, chats = false) {
    this.addresses = addresses;
    this.chats = chats;
    /** @type {Subscriber[]} */
    this.subscribers = [];
    /** Chat messages that came before the chat subscribed. @type {ChatNews[]} */
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

  /** Connects, and loads the latest moves. */
  start() {
    this.loadMoves();
    this.connection.start();
    setInterval(() => this.outbox.tick(), 1000);
  }

  /**
   * Sends a command, again until it is answered. If the server refuses it, subscribers get the reason.
   * @param {Command} command
   */
  send(command) {
    return this.commands.send(command);
  }

  /**
   * Asks the server for the result of an action, without recording it.
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
   * Calls a hook of all parts that have it.
   * @template {keyof Subscriber} K
   * @param {K} hook
   * @param {Parameters<Required<Subscriber>[K]>} args
   * @returns {any[]} the returned values
   */
  publish(hook, ...args) {
    return this.subscribers.flatMap((part) => /** @type {any} */ (part)[hook]?.(...args) ?? []);
  }

  /** Schedules one render per task. */
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
    return `${origin.replace(/^http/, "ws")}${this.addresses.socket}?after=${this.state.log.head}&review=1${this.chats ? "&chat=1" : ""}`;
  }

  /** @param {Message} message */
  hear(message) {
    if (message.kind === "chat" || message.kind === "chat_message" || message.kind === "chat_page") this.hearChat(message);
    else if (message.kind === "shared_review") this.publish("sharedReview", message);
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
    // Without a connection, the page doesn't know who is present.
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

  /** Loads the moves that led to the current position, unless the page has them. */
  async loadMoves() {
    const { log } = this.state;
    if (this.loading || log.frames.has(log.head)) return;
    this.loading = true;
    const loaded = await this.loader.newest().then(() => true, () => false);
    this.loading = false;
    if (!loaded) setTimeout(() => this.loadMoves(), RETRY_MS);
    this.publish("movesLoaded", loaded);
    this.changed();
  }
}
