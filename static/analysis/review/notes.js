/**
 * Notes at plies of the match, in words, arrows and rings, for the readers that their author chooses. What was written is kept in the
 * tab until the server has it, so a lost connection loses nothing.
 *
 * @import { MatchNavigator } from "../../match/navigation/navigator.js"
 *
 * @typedef {"private" | "players" | "public"} Audience
 * @typedef {{text: string, annotations: string[], audience: Audience, hidden?: boolean}} Note   hidden: by a moderator, from others
 * @typedef {{id: number, ply: number, name: string, text: string, annotations: string[]}} OtherNote   of somebody else
 */

import { getJson, HttpError, postJson } from "../../http.js";
import { byId, make, setText, visible } from "../../match/dom.js";
import { moveNumber } from "../../match/navigation/place_text.js";
import { LONGEST_NOTE } from "../../protocol.js";
import { toggled } from "../../study/annotations.js";
import { t, tn, tp } from "../../i18n.js";

/** Time in ms after the last key until a note is sent, and until a failed attempt is repeated. */
const REST = 700;
const AGAIN = 5000;
/** Longest time in ms until notes of others that have changed are loaded, so that not all pages ask at once. */
const SOON = 2000;
const UNREAD = t("Your notes can't be loaded at the moment.");
/** Statuses of final refusals: the page's cookies are gone, or the match is for others only. */
const REFUSED = [403, 404];
const OUTDATED = t("This page is out of date. Reload it; what you typed is kept.");

/** Codes of refusals that say why somebody may not write for others. */
const SILENCED = ["muted", "barred"];

/** @param {unknown} error */
const isFinal = (error) => error instanceof HttpError && REFUSED.includes(error.status) && !SILENCED.includes(error.code);

/** @type {Note} */
const EMPTY = { text: "", annotations: [], audience: "private" };
const same = (/** @type {Note} */ one, /** @type {Note} */ other) => JSON.stringify(one) === JSON.stringify(other);

/** Notes of one person on one match, with those that the server does not have yet. */
export class Notebook {
  /**
   * @param {Record<string, Note>} unsent notes that an earlier page could not send
   * @param {(ply: number, note: Note) => Promise<boolean>} send false: it can't be sent now; rejected: it never can
   * @param {(unsent: Record<string, Note>) => void} keep
   */
  constructor(unsent, send, keep) {
    this.send = send;
    this.keep = keep;
    /** @type {Map<number, Note>} */
    this.notes = new Map();
    this.unsent = new Map(Object.entries(unsent).map(([ply, note]) => [Number(ply), note]));
    /** Sending in progress. @type {Promise<boolean> | null} */
    this.underway = null;
  }

  /**
   * Takes the server's notes; notes sent from here are newer.
   * @param {Record<string, Note>} known to the server
   */
  read(known) {
    for (const [ply, note] of Object.entries(known)) {
      if (!this.notes.has(Number(ply))) this.notes.set(Number(ply), note);
    }
  }

  /** @param {number} ply @returns {Note} */
  at(ply) {
    return this.unsent.get(ply) ?? this.notes.get(ply) ?? EMPTY;
  }

  /** Plies that have notes, in order. */
  get plies() {
    const all = new Set([...this.notes.keys(), ...this.unsent.keys()]);
    const written = (/** @type {number} */ ply) => this.at(ply).text.trim() || this.at(ply).annotations.length;
    return [...all].filter(written).sort((one, other) => one - other);
  }

  /**
   * Keeps a note, after those that already wait: so one that is just being sent is sent again with its new content.
   * @param {number} ply
   * @param {Partial<Note>} part what changes of it
   */
  write(ply, part) {
    const note = { ...this.at(ply), ...part };
    if (same(note, this.at(ply))) return;
    this.unsent.delete(ply);
    this.unsent.set(ply, note);
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
    for (const [ply, note] of this.unsent) {
      try {
        if (!(await this.send(ply, note))) return false;
      } catch (error) {
        refusals.push(error);
        continue;
      }
      this.notes.set(ply, note);
      if (this.unsent.get(ply) === note) this.unsent.delete(ply);
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
    this.book = new Notebook(this.kept(), (ply, note) => this.post(ply, note), (unsent) => this.store(unsent));
    /** @type {OtherNote[]} */
    this.others = [];
    this.label = make("label", { for: "note" });
    this.field = /** @type {HTMLTextAreaElement} */ (make("textarea", { id: "note", rows: "2", maxlength: String(LONGEST_NOTE) }));
    this.state = make("p", { class: "note-state", role: "status" });
    this.audience = /** @type {HTMLSelectElement} */ (make("select", { id: "note-audience" }));
    this.readers = make("p", { class: "note-readers" }, make("label", { for: "note-audience" }, t("Readers")), this.audience);
    this.list = make("ul", { class: "note-list" });
    this.button = byId("open-notes", HTMLButtonElement);
    this.node = make("section", { class: "notes", id: "notes", "aria-label": t("Notes"), hidden: "" }, this.label, this.field, this.readers, this.state, this.list);
    /** Ply that the field is about. */
    this.ply = -1;
    this.listed = "";
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.resting = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.loading = undefined;
  }

  start() {
    this.button.addEventListener("click", () => this.open(!!this.node.hidden));
    this.field.addEventListener("input", () => this.typed());
    this.field.addEventListener("change", () => this.sync());
    this.audience.addEventListener("change", () => {
      this.book.write(this.ply, { audience: /** @type {Audience} */ (this.audience.value) });
      this.sync();
      this.controller.changed();
    });
    this.field.addEventListener("blur", () => this.controller.changed());
    this.list.addEventListener("click", (event) => {
      const link = event.target instanceof Element && event.target.closest("a");
      if (!(link instanceof HTMLElement) || !link.dataset.ply) return;
      event.preventDefault();
      this.nav.goTo(Number(link.dataset.ply));
    });
    window.addEventListener("online", () => this.sync());
    this.offerReaders();
    this.sync();
    this.load();
  }

  /** @param {boolean} on */
  open(on) {
    this.node.hidden = !on;
    this.button.setAttribute("aria-expanded", String(on));
    if (!on) return;
    this.field.focus();
    this.load();
  }

  /** Loads the notes, which others have changed. */
  loadSoon() {
    this.loading ??= setTimeout(() => this.load(), Math.random() * SOON);
  }

  /** Loads the notes. */
  async load() {
    clearTimeout(this.loading);
    this.loading = undefined;
    try {
      const { notes, others } = await getJson(this.url);
      this.book.read(notes);
      this.others = others;
    } catch (error) {
      const final = isFinal(error);
      setText(this.state, final ? OUTDATED : UNREAD);
      if (!final) setTimeout(() => this.load(), AGAIN);
      return;
    }
    if (this.state.textContent === UNREAD) setText(this.state, "");
    if (!this.book.unsent.has(this.ply)) this.turnTo(this.ply);
    this.controller.changed();
  }

  render() {
    const { ply, place } = this.nav;
    const typing = document.activeElement === this.field;
    // The match may go on while somebody writes: the note stays at the ply where they began.
    if (ply !== this.ply && !(typing && (place === null || this.book.unsent.has(this.ply)))) this.turnTo(ply);
    const note = this.book.at(this.ply);
    setText(this.label, this.title(note));
    visible(this.readers, this.live.match.status === "over");
    const { plies } = this.book;
    const lines = [...plies.map((one) => ({ ply: one, name: "", id: 0, ...this.book.at(one) })), ...this.others];
    const listed = JSON.stringify(lines.map((line) => [moveNumber(this.live, line.ply), line]));
    if (listed === this.listed) return;
    this.listed = listed;
    setText(/** @type {Element} */ (this.button.lastElementChild), lines.length ? tn("{n} note", "{n} notes", lines.length) : t("Notes"));
    this.list.replaceChildren(...lines.sort((one, other) => one.ply - other.ply).map((line) => this.line(line)));
  }

  /** @param {Note} note */
  title({ audience, hidden }) {
    if (hidden && audience !== "private") return t("A moderator has hidden this note from others.");
    const n = moveNumber(this.live, this.ply);
    if (n === "0") return audience === "private" ? t("Your note on the start. Nobody else sees it.") : t("Your note on the start");
    return audience === "private" ? t("Your note on move {n}. Nobody else sees it.", { n }) : t("Your note on move {n}", { n });
  }

  /** Fills the choice of readers. */
  offerReaders() {
    const seated = this.live.you.length > 0;
    /** @type {[Audience, string][]} */
    const all = [["private", t("Only me")], ...(seated ? [/** @type {[Audience, string]} */ (["players", t("The two players")])] : []), ["public", t("Everybody who sees this match")]];
    this.audience.replaceChildren(...all.map(([value, words]) => make("option", { value }, words)));
  }

  /**
   * Arrows and rings of the notes at a ply, the reader's own first.
   * @param {number} ply
   */
  annotationsAt(ply) {
    const others = this.others.filter((note) => note.ply === ply).flatMap(({ annotations }) => annotations);
    return [...new Set([...this.book.at(ply).annotations, ...others])];
  }

  /**
   * Draws an arrow or a ring at a ply, or removes it if it is there.
   * @param {number} ply
   * @param {string} annotation
   */
  draw(ply, annotation) {
    this.book.write(ply, { annotations: toggled(this.book.at(ply).annotations, annotation) });
    this.later();
    this.controller.changed();
  }

  /** Removes the reader's arrows and rings at a ply. @param {number} ply */
  wipe(ply) {
    this.book.write(ply, { annotations: [] });
    this.later();
    this.controller.changed();
  }

  /** @param {number} ply */
  turnTo(ply) {
    this.ply = ply;
    this.field.value = this.book.at(ply).text;
    this.audience.value = this.book.at(ply).audience;
  }

  /** @param {{ply: number, id: number, name: string, text: string, annotations: string[]}} note   id: 0 for the reader's own */
  line({ ply, id, name, text, annotations }) {
    const place = ply ? t("Move {n}", { n: moveNumber(this.live, ply) }) : tp("before the first move", "Start");
    const words = [name && `${name}:`, text || (annotations.length ? t("arrows and rings") : "")].filter(Boolean).join(" ");
    const line = make("li", {}, make("a", { href: `#${ply}`, "data-ply": String(ply) }, place), ` ${words}`);
    if (id) line.append(" ", make("a", { class: "note-report", href: `${this.report}?note=${id}` }, t("Report")));
    return line;
  }

  /** Where notes of others are reported. */
  get report() {
    return byId("match", HTMLElement).dataset.report ?? "";
  }

  typed() {
    this.book.write(this.ply, { text: this.field.value });
    this.later();
  }

  /** Sends what has changed once nobody has typed for a while. */
  later() {
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
   * @param {Note} note
   */
  async post(ply, { text, annotations, audience }) {
    try {
      await postJson(this.url, { ply, text, annotations, audience });
      return true;
    } catch (error) {
      if (isFinal(error)) throw new Error(OUTDATED);
      if (error instanceof HttpError && (error.status === 422 || SILENCED.includes(error.code))) throw error;
      return false;
    }
  }

  /** @returns {Record<string, Note>} */
  kept() {
    try {
      return JSON.parse(sessionStorage.getItem(this.key) ?? "{}");
    } catch {
      return {};
    }
  }

  /** @param {Record<string, Note>} unsent */
  store(unsent) {
    try {
      if (Object.keys(unsent).length) sessionStorage.setItem(this.key, JSON.stringify(unsent));
      else sessionStorage.removeItem(this.key);
    } catch {
      // The browser stores nothing: the page keeps it in memory.
    }
  }
}
