/**
 * Private notes at plies of the match. Typed text is kept in the tab until the server has it, so a lost connection
 * loses nothing.
 *
 * @import { MatchNavigator } from "../../match/navigation/navigator.js"
 */

import { getJson, HttpError, postJson } from "../../http.js";
import { byId, make, setText } from "../../match/dom.js";
import { moveNumber } from "../../match/navigation/place_text.js";
import { LONGEST_NOTE } from "../../protocol.js";
import { t, tn, tp } from "../../i18n.js";

/** Time in ms after the last key until a note is sent, and until a failed attempt is repeated. */
const REST = 700;
const AGAIN = 5000;
const UNREAD = t("Your notes can't be loaded at the moment.");
/** Statuses of final refusals: the page's cookies are gone, or the match is for others only. */
const REFUSED = [403, 404];
const OUTDATED = t("This page is out of date. Reload it; what you typed is kept.");

/** @param {unknown} error */
const isFinal = (error) => error instanceof HttpError && REFUSED.includes(error.status);

/** Notes of one person on one match, with those that the server does not have yet. */
export class Notebook {
  /**
   * @param {Record<string, string>} unsent notes that an earlier page could not send
   * @param {(ply: number, text: string) => Promise<boolean>} send false: it can't be sent now; rejected: it never can
   * @param {(unsent: Record<string, string>) => void} keep
   */
  constructor(unsent, send, keep) {
    this.send = send;
    this.keep = keep;
    /** @type {Map<number, string>} */
    this.texts = new Map();
    this.unsent = new Map(Object.entries(unsent).map(([ply, text]) => [Number(ply), text]));
    /** Sending in progress. @type {Promise<boolean> | null} */
    this.underway = null;
  }

  /**
   * Takes the server's notes; notes sent from here are newer.
   * @param {Record<string, string>} known to the server
   */
  read(known) {
    for (const [ply, text] of Object.entries(known)) {
      if (!this.texts.has(Number(ply))) this.texts.set(Number(ply), text);
    }
  }

  /** @param {number} ply */
  at(ply) {
    return this.unsent.get(ply) ?? this.texts.get(ply) ?? "";
  }

  /** Plies that have notes, in order. */
  get plies() {
    const all = new Set([...this.texts.keys(), ...this.unsent.keys()]);
    return [...all].filter((ply) => this.at(ply).trim()).sort((one, other) => one - other);
  }

  /**
   * Keeps a text, after those that already wait: so a note that is just being sent is sent again with its new text.
   * @param {number} ply
   * @param {string} text
   */
  write(ply, text) {
    if (text === this.at(ply)) return;
    this.unsent.delete(ply);
    this.unsent.set(ply, text);
    this.keep(Object.fromEntries(this.unsent));
  }

  /**
   * Sends unsent notes, and those typed meanwhile.
   * @returns {Promise<boolean>} whether the server has everything now; rejected if there is a note that it refuses
   */
  sync() {
    this.underway ??= this.sendAll().finally(() => (this.underway = null));
    return this.underway;
  }

  /** Sends one note after another. After a refusal the others are sent: that may make room for it. */
  async sendAll() {
    /** @type {unknown[]} */
    const refusals = [];
    for (const [ply, text] of this.unsent) {
      try {
        if (!(await this.send(ply, text))) return false;
      } catch (error) {
        refusals.push(error);
        continue;
      }
      this.texts.set(ply, text);
      if (this.unsent.get(ply) === text) this.unsent.delete(ply);
      this.keep(Object.fromEntries(this.unsent));
    }
    if (refusals.length) throw refusals[0];
    return true;
  }
}

export class Notes {
  /**
   * @param {MatchNavigator} nav
   * @param {string} url of the notes
   */
  constructor(nav, url) {
    this.nav = nav;
    this.live = nav.live;
    this.controller = nav.controller;
    this.url = url;
    this.key = `notes ${this.live.match.id}`;
    this.book = new Notebook(this.kept(), (ply, text) => this.post(ply, text), (unsent) => this.store(unsent));
    this.label = make("label", { for: "note" });
    this.field = /** @type {HTMLTextAreaElement} */ (make("textarea", { id: "note", rows: "2", maxlength: String(LONGEST_NOTE) }));
    this.state = make("p", { class: "note-state", role: "status" });
    this.list = make("ul", { class: "note-list" });
    this.button = byId("open-notes", HTMLButtonElement);
    this.node = make("section", { class: "notes", id: "notes", "aria-label": t("Notes"), hidden: "" }, this.label, this.field, this.state, this.list);
    /** Ply that the field is about. */
    this.ply = -1;
    this.listed = "";
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.resting = undefined;
  }

  start() {
    this.button.addEventListener("click", () => this.open(!!this.node.hidden));
    this.field.addEventListener("input", () => this.typed());
    this.field.addEventListener("change", () => this.sync());
    this.field.addEventListener("blur", () => this.controller.changed());
    this.list.addEventListener("click", (event) => {
      const link = event.target instanceof Element && event.target.closest("a");
      if (!link) return;
      event.preventDefault();
      this.nav.goTo(Number(link.dataset.ply));
    });
    window.addEventListener("online", () => this.sync());
    this.sync();
    this.load();
  }

  /** @param {boolean} on */
  open(on) {
    this.node.hidden = !on;
    this.button.setAttribute("aria-expanded", String(on));
    if (on) this.field.focus();
  }

  /** Loads the notes. */
  async load() {
    try {
      this.book.read((await getJson(this.url)).notes);
    } catch (error) {
      const final = isFinal(error);
      setText(this.state, final ? OUTDATED : UNREAD);
      if (!final) setTimeout(() => this.load(), AGAIN);
      return;
    }
    if (this.state.textContent === UNREAD) setText(this.state, "");
    this.field.value = this.book.at(this.ply);
    this.controller.changed();
  }

  render() {
    const { ply, place } = this.nav;
    const typing = document.activeElement === this.field;
    // The match may go on while somebody writes: the note stays at the ply where they began.
    if (ply !== this.ply && !(typing && (place === null || this.book.unsent.has(this.ply)))) this.turnTo(ply);
    const n = moveNumber(this.live, this.ply);
    setText(this.label, n === "0" ? t("Your note on the start. Nobody else sees it.") : t("Your note on move {n}. Nobody else sees it.", { n }));
    const { plies } = this.book;
    const listed = plies.map((one) => `${moveNumber(this.live, one)} ${one} ${this.book.at(one)}`).join("\n");
    if (listed === this.listed) return;
    this.listed = listed;
    setText(/** @type {Element} */ (this.button.lastElementChild), plies.length ? tn("{n} note", "{n} notes", plies.length) : t("Notes"));
    this.list.replaceChildren(...plies.map((one) => this.line(one)));
  }

  /** @param {number} ply */
  turnTo(ply) {
    this.ply = ply;
    this.field.value = this.book.at(ply);
  }

  /** @param {number} ply */
  line(ply) {
    const place = ply ? t("Move {n}", { n: moveNumber(this.live, ply) }) : tp("before the first move", "Start");
    return make("li", {}, make("a", { href: `#${ply}`, "data-ply": String(ply) }, place), ` ${this.book.at(ply)}`);
  }

  typed() {
    this.book.write(this.ply, this.field.value);
    setText(this.state, "");
    clearTimeout(this.resting);
    this.resting = setTimeout(() => this.sync(), REST);
  }

  async sync() {
    clearTimeout(this.resting);
    if (!this.book.unsent.size) return;
    try {
      const done = await this.book.sync();
      setText(this.state, done ? t("Kept") : t("Not sent yet. It's kept here and sent once there is a connection."));
      if (!done) this.resting = setTimeout(() => this.sync(), AGAIN);
    } catch (error) {
      setText(this.state, error instanceof Error ? error.message : String(error));
    }
    this.controller.changed();
  }

  /**
   * @param {number} ply
   * @param {string} text
   */
  async post(ply, text) {
    try {
      await postJson(this.url, { ply, text });
      return true;
    } catch (error) {
      if (isFinal(error)) throw new Error(OUTDATED);
      if (error instanceof HttpError && error.status === 422) throw error;
      return false;
    }
  }

  /** @returns {Record<string, string>} */
  kept() {
    try {
      return JSON.parse(sessionStorage.getItem(this.key) ?? "{}");
    } catch {
      return {};
    }
  }

  /** @param {Record<string, string>} unsent */
  store(unsent) {
    try {
      if (Object.keys(unsent).length) sessionStorage.setItem(this.key, JSON.stringify(unsent));
      else sessionStorage.removeItem(this.key);
    } catch {
      // The browser stores nothing: the page keeps it in memory.
    }
  }
}
