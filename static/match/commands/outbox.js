/**
 * Outbox of commands. Each has an id made here and is sent again under the same id until the server has answered it, so that
 * nothing is lost and nothing is done twice. Each is settled exactly once.
 *
 * @import { Answer, ClientMessage, Room } from "../types.js"
 * @typedef {{kind: "act", base: number, action: string} | {kind: "offer", what: string, minutes?: number}
 *   | {kind: "accept" | "decline" | "withdraw", what: string, of: number}
 *   | {kind: "resign" | "rematch" | "unseal" | "abort" | "give_time"} | {kind: "claim", result: "win" | "draw"}
 *   | {kind: "say", room: Room, text: string} | {kind: "say_phrase", room: Room, phrase: string}
 *   | {kind: "open_to", who: "public" | "link" | "seats"} | {kind: "allow_nearby", allowed: boolean}} Command
 * @typedef {{cmd: string, command: Command, due: number, answer: Promise<Answer>, settle: (answer: Answer) => void}} Entry
 *   due: next sending, ms
 */

import { commandId } from "../../http.js";

const PATIENCE = 5000;
const HURRY = 600;
/** Commands that can be meant twice. */
const REPEATED = new Set(["act", "give_time"]);

export class Outbox {
  /**
   * @param {(message: ClientMessage) => boolean} send whether it left
   * @param {() => number} [now] ms
   * @param {() => string} [newId]
   * @param {(task: () => void, ms: number) => void} [later]
   */
  constructor(send, now = Date.now, newId = commandId, later = (task, ms) => setTimeout(task, ms)) {
    this.send = send;
    this.now = now;
    this.newId = newId;
    this.later = later;
    /** @type {Map<string, Entry>} in the order they were given */
    this.entries = new Map();
  }

  /** Whether something is unanswered. */
  get busy() {
    return this.entries.size > 0;
  }

  /**
   * Sends a command, again and again until it is answered. A button that is pressed twice gives one.
   * @param {Command} command
   * @returns {Promise<Answer>} the server's one answer: done, or refused
   */
  put(command) {
    const last = [...this.entries.values()].pop();
    const again = last && !REPEATED.has(command.kind) && JSON.stringify(last.command) === JSON.stringify(command);
    return (again ? last : this.begin(command)).answer;
  }

  /**
   * @param {Command} command
   * @returns {Entry}
   */
  begin(command) {
    /** @type {Entry["settle"]} */
    let settle = () => {};
    const answer = new Promise((/** @type {Entry["settle"]} */ resolve) => (settle = resolve));
    const entry = { cmd: this.newId(), command, due: 0, answer, settle };
    this.entries.set(entry.cmd, entry);
    this.post(entry);
    return entry;
  }

  /** @param {Answer} answer */
  answered(answer) {
    const entry = this.entries.get(answer.cmd ?? "");
    if (!entry) return;
    if (!answer.ok && answer.retry_ms) {
      const due = this.now() + answer.retry_ms;
      entry.due = due;
      // By its own timer: by the clock it may be a millisecond early, and would wait for the next tick.
      this.later(() => this.entries.get(entry.cmd)?.due === due && this.post(entry), answer.retry_ms);
      return;
    }
    this.entries.delete(entry.cmd);
    entry.settle(answer);
  }

  /** A new connection is there: whatever is unanswered goes out again. */
  connected() {
    for (const entry of this.entries.values()) this.post(entry);
  }

  /** Sends again what has been silent for too long. To be called about every second. */
  tick() {
    for (const entry of this.entries.values()) if (entry.due <= this.now()) this.post(entry);
  }

  /** Whatever is unanswered is sent again soon: it has been done, as the match shows. */
  hurry() {
    const soon = this.now() + HURRY;
    for (const entry of this.entries.values()) entry.due = Math.min(entry.due, soon);
  }

  /** @param {Entry} entry */
  post(entry) {
    entry.due = this.now() + PATIENCE;
    this.send({ ...entry.command, cmd: entry.cmd });
  }
}
