/**
 * The input line of the chat, with quick phrases and reactions above it. Half-typed text survives a reload.
 *
 * @import { Room } from "../match/types.js"
 * @import { ChatPanel } from "./chat_panel.js"
 */

import { make, setText, visible } from "../match/dom.js";
import { t } from "../i18n.js";
import { fitting, phrases, reactions } from "./chat_words.js";
import { icon } from "./message_item.js";

export class ChatEntry {
  /**
   * @param {ChatPanel} panel
   * @param {number} longest
   */
  constructor(panel, longest) {
    this.panel = panel;
    this.key = `draft ${panel.controller.state.match.id}`;
    this.input = /** @type {HTMLInputElement} */ (make("input", {
      type: "text", id: "chat-input", maxlength: String(longest), autocomplete: "off", enterkeyhint: "send",
    }));
    this.send = make("button", { type: "submit", class: "button" }, t("Send"));
    this.form = /** @type {HTMLFormElement} */ (make("form", { class: "chat-form" },
      make("label", { for: "chat-input", class: "unseen" }, t("Message")), this.input, this.send));
    this.state = make("p", { class: "chat-state", role: "status" });
    this.quick = make("div", { class: "chat-quick", role: "group", "aria-label": t("Quick phrases") });
    this.faces = make("div", { class: "chat-quick", role: "group", "aria-label": t("Reactions") });
    this.offered = "";
    for (const [key, text] of Object.entries(reactions())) {
      this.faces.append(this.quickButton(key, { class: "tool", "aria-label": text, title: text }, icon(key)));
    }
    this.node = make("div", { class: "chat-entry" }, this.faces, this.quick, this.form, this.state);
    this.input.value = this.draft();
    this.input.addEventListener("input", () => this.keepDraft());
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.say();
    });
  }

  /**
   * @param {string} key
   * @param {Record<string, string>} attributes
   * @param {Node | string} content
   */
  quickButton(key, attributes, content) {
    const button = make("button", { type: "button", ...attributes }, content);
    button.addEventListener("click", () => this.post({ kind: "say_phrase", room: this.panel.room, phrase: key }));
    return button;
  }

  async say() {
    const text = this.input.value.trim();
    if (!text) return;
    this.send.setAttribute("aria-disabled", "true");
    const { ok } = await this.post({ kind: "say", room: this.panel.room, text });
    this.send.removeAttribute("aria-disabled");
    if (!ok || this.input.value.trim() !== text) return;
    this.input.value = "";
    this.keepDraft();
  }

  /** @param {{kind: "say", room: Room, text: string} | {kind: "say_phrase", room: Room, phrase: string}} command */
  async post(command) {
    setText(this.state, "");
    const slow = setTimeout(() => setText(this.state, t("Sending…")), 1500);
    const answer = await this.panel.controller.outbox.put(command);
    clearTimeout(slow);
    setText(this.state, answer.ok ? "" : answer.message ?? t("That didn't work."));
    return answer;
  }

  focus() {
    const place = this.form.hidden ? this.quick.querySelector("button") : this.input;
    if (place instanceof HTMLElement) place.focus({ preventScroll: true });
  }

  /**
   * @param {boolean} allowed whether anything can be said
   * @param {boolean} words whether free text is allowed
   */
  render(allowed, words) {
    visible(this.node, allowed);
    visible(this.form, words);
    const { match, position } = this.panel.controller.state;
    this.offer(fitting({ over: match.status === "over", ply: position.ply }));
  }

  /** @param {string[]} keys of the phrases to offer */
  offer(keys) {
    if (this.offered === keys.join()) return;
    this.offered = keys.join();
    const all = phrases();
    this.quick.replaceChildren(...keys.map((key) => this.quickButton(key, { class: "chip" }, all[key])));
  }

  draft() {
    try {
      return sessionStorage.getItem(this.key) ?? "";
    } catch {
      return "";
    }
  }

  keepDraft() {
    try {
      if (this.input.value) sessionStorage.setItem(this.key, this.input.value);
      else sessionStorage.removeItem(this.key);
    } catch {
      // Without storage it lasts as long as the page.
    }
  }
}
