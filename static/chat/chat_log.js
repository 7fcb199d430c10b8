/**
 * Messages of one chat room that this page has: in order, each once.
 *
 * @import { ChatMessage } from "../match/types.js"
 */

export class ChatLog {
  constructor() {
    /** @type {ChatMessage[]} in order, without a gap */
    this.messages = [];
    /** Whether the first of them is the room's first. */
    this.complete = false;
  }

  /** Number of the newest message; 0 if there is none. */
  get newest() {
    return this.messages[this.messages.length - 1]?.number ?? 0;
  }

  /** Readable messages: not hidden, and not hiding another. */
  get shown() {
    return this.messages.filter(({ text, phrase }) => text || phrase);
  }

  /**
   * Adds a message that has just been sent.
   * @param {ChatMessage} message
   * @returns {boolean} whether it is new
   */
  add(message) {
    if (message.number <= this.newest) return false;
    // Earlier ones are not on this page yet.
    if (message.number > this.newest + 1) this.messages = [];
    if (!this.messages.length) this.complete = message.number === 1;
    this.messages.push(message);
    this.hide(message);
    return true;
  }

  /**
   * Adds a page of the room, read from the server.
   * @param {ChatMessage[]} page in order
   * @param {boolean} first whether nothing comes before it
   */
  merge(page, first) {
    const [known] = this.messages;
    const last = page[page.length - 1];
    const [start] = page;
    if (!start || !last) {
      this.complete ||= first && !known;
    } else if (!known || start.number > this.newest + 1) {
      this.messages = [...page];
      this.complete = first;
    } else {
      const older = page.filter(({ number }) => number < known.number);
      const newer = page.filter(({ number }) => number > this.newest);
      if (older.length || start.number === known.number) this.complete = first;
      this.messages = [...older, ...this.messages, ...newer];
    }
    for (const message of page) this.hide(message);
  }

  /** Drops the text of the message that this one hides. @param {ChatMessage} message */
  hide({ hides }) {
    const hidden = this.messages.find(({ number }) => number === hides);
    if (hidden) Object.assign(hidden, { text: undefined, phrase: undefined });
  }
}
