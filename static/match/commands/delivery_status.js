/**
 * Status of the connection, and of the viewer's last command until the server has answered.
 *
 * @import { Announcer } from "../announce/announcer.js"
 * @import { ConnectionState } from "./connection.js"
 */

import { t, tn } from "../../i18n.js";
import { setText } from "../dom.js";

const QUIET_AT_FIRST = 2500;
/** Time in ms that an answer usually takes: until then nothing is said about it. */
const USUAL = 700;

export class DeliveryStatus {
  /**
   * @param {HTMLElement} node
   * @param {Announcer} [announcer]
   * @param {() => void} [changed] called when an answer takes longer than usual
   */
  constructor(node, announcer, changed = () => {}) {
    this.node = node;
    this.changed = changed;
    this.announcer = announcer;
    /** @type {ConnectionState} */
    this.state = { name: "connecting" };
    this.since = Date.now();
    this.busy = false;
    this.busySince = 0;
    this.lost = false;
  }

  /** Sentence in place of the status while it may be out of date, or the viewer's choice is on its way; empty otherwise. */
  get stateText() {
    const late = this.busy && Date.now() - this.busySince >= USUAL;
    if (this.lost) return late ? t("No connection. Your choice will be sent as soon as it is back.") : t("No connection.");
    return late ? t("Your choice is being sent.") : "";
  }

  /** @param {ConnectionState} state */
  connection(state) {
    const { name } = state;
    if (name === "waiting" && !this.lost) this.announcer?.say(t("No connection. The page tries again by itself."));
    if (name === "open" && this.lost) this.announcer?.say(t("Connected again."));
    this.lost = name === "waiting" || (this.lost && name === "connecting");
    this.state = state;
    this.render();
  }

  /** @param {boolean} busy something is unanswered */
  sending(busy) {
    if (busy && !this.busy) {
      this.busySince = Date.now();
      setTimeout(this.changed, USUAL);
    }
    this.busy = busy;
    this.render();
  }

  /** @returns {number} in how many ms it reads differently */
  draw() {
    this.render();
    return ["open", "gone"].includes(this.state.name) ? Infinity : 1000;
  }

  render() {
    this.node.toggleAttribute("data-lost", this.lost || this.state.name === "gone");
    setText(this.node, this.text());
  }

  text() {
    const now = Date.now();
    if (this.state.name === "gone") return t("This match is no longer here.");
    if (this.state.name === "waiting") {
      const seconds = Math.max(1, Math.ceil((this.state.until - now) / 1000));
      return tn("No connection, trying again in {n} s", "No connection, trying again in {n} s", seconds);
    }
    if (this.lost || (this.state.name === "connecting" && now - this.since > QUIET_AT_FIRST)) return t("Connecting");
    return this.busy ? t("Sending") : "";
  }
}
