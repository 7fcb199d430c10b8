/**
 * Move list: one row a decision, and one for all that somebody sows by hand in a turn. Only a part of a long match is in the
 * document: what is loaded around the ply on the board, and the rest on request. What was taken back is hidden until asked for.
 *
 * @import { Frame } from "../types.js"
 * @import { Playback } from "./playback.js"
 */

import { gameOf } from "../../boards/games.js";
import { listedText } from "../../boards/text/list_text.js";
import { roleName } from "../../boards/text/phrases.js";
import { t } from "../../i18n.js";
import { keeperInView, make, setText, visible } from "../dom.js";
import { turnOf, turnText } from "./ply_positions.js";
import { nameOf, playerMark } from "../controls/seats.js";

const AROUND = 150;
const MOST = 600;

export class MoveList {
  /**
   * @param {Playback} playback
   * @param {{list: HTMLElement, earlier: HTMLElement, later: HTMLElement, empty: HTMLElement}} nodes
   */
  constructor(playback, nodes) {
    this.playback = playback;
    this.nav = playback.nav;
    this.nodes = nodes;
    this.game = this.nav.live.match.game;
    /** @type {Map<number, HTMLElement>} rows by seq */
    this.rows = new Map();
    this.first = 0;
    this.final = 0;
    /** First row that was asked for: from here on they stay. */
    this.asked = Infinity;
    /** @type {HTMLElement | undefined} */
    this.current = undefined;
    /** Whether the row that had the focus is gone: another takes it. */
    this.held = false;
    this.showsTaken = false;
    nodes.list.addEventListener("click", (event) => this.click(event));
    nodes.list.addEventListener("keydown", (event) => this.key(event));
    nodes.earlier.addEventListener("click", () => this.extend(() => this.nav.loader.before(this.first - 1), true));
    nodes.later.addEventListener("click", () => this.extend(() => this.nav.loader.after(this.final + 1), false));
    this.keepInView = keeperInView(nodes.list);
  }

  /** Seq of the event whose decision led to the ply on the board. */
  get seq() {
    const { live, ply, place } = this.nav;
    const frame = live.log.decision(ply) ?? live.log.standing.get(ply);
    return place === null ? live.log.head : frame?.seq ?? 0;
  }

  render() {
    const { log } = this.nav.live;
    const { seq } = this;
    if (!this.rows.size || seq < this.first || seq > this.final + 1) this.rebuild(seq);
    while (log.frames.has(this.final + 1) && this.final - seq < MOST) this.append(this.final + 1);
    this.trim();
    visible(this.nodes.earlier, this.first > 1);
    visible(this.nodes.later, this.final > 0 && this.final < log.head);
    visible(this.nodes.empty, this.nav.last === 0);
    this.mark(seq);
    this.setTabStop();
  }

  /** @param {number} seq */
  rebuild(seq) {
    const frames = this.nav.live.log.around(seq, AROUND);
    if (!frames.length) return;
    this.rows.clear();
    this.first = frames[0].seq;
    this.final = this.first - 1;
    this.asked = Infinity;
    this.held = this.nodes.list.contains(document.activeElement);
    this.nodes.list.replaceChildren();
    for (const frame of frames) this.append(frame.seq);
  }

  /** @param {number} seq */
  append(seq) {
    const row = this.row(seq);
    this.final = seq;
    if (row) this.nodes.list.append(row);
  }

  /** @param {number} seq */
  prepend(seq) {
    const row = this.row(seq);
    this.first = seq;
    if (row) this.nodes.list.prepend(row);
  }

  /**
   * @param {number} seq
   * @returns {HTMLElement | null} null for an event that moved nothing, or that goes on with a row that is there
   */
  row(seq) {
    const frame = this.nav.live.log.frames.get(seq);
    if (frame?.what === "taken_back") return this.takenBack(frame);
    if (!frame?.plies.length) return null;
    const turn = turnOf(this.nav.live.log, frame).filter((one) => one === frame || this.rows.has(one.seq));
    const before = turn.map((one) => this.rows.get(one.seq)).find((row) => row !== undefined);
    const row = before ?? make("li", {}, make("a", { class: "move", tabindex: "-1" }));
    this.rows.set(seq, row);
    this.fill(row, turn);
    return before ? null : row;
  }

  /**
   * Row that says who took something back; a click shows what it was.
   * @param {Frame} frame
   */
  takenBack({ role, seq }) {
    const text = t("Taken back by {name}", { name: nameOf(this.nav.live.match.seats, role ?? "") });
    const pressed = String(this.showsTaken);
    const attributes = { class: "move taken-back", type: "button", tabindex: "-1", "aria-pressed": pressed };
    const row = make("li", { "data-seq": String(seq) }, make("button", attributes, text));
    this.rows.set(seq, row);
    for (const one of this.rows.values()) this.strike(one);
    return row;
  }

  /** @param {HTMLElement} row */
  strike(row) {
    const { ply } = row.dataset;
    const taken = ply !== undefined && this.nav.live.log.line.taken(Number(ply));
    row.toggleAttribute("data-taken", taken);
    row.hidden = taken && !this.showsTaken;
  }

  showTaken() {
    this.showsTaken = !this.showsTaken;
    for (const button of this.nodes.list.querySelectorAll("[aria-pressed]")) {
      button.setAttribute("aria-pressed", String(this.showsTaken));
    }
    for (const row of this.rows.values()) this.strike(row);
  }

  /**
   * @param {HTMLElement} row
   * @param {Frame[]} turn the decisions that it tells, most often one
   */
  fill(row, turn) {
    const { position, seq } = turn[turn.length - 1];
    row.dataset.ply = String(position.ply);
    row.dataset.seq = String(seq);
    row.firstElementChild?.setAttribute("href", `#${position.ply}`);
    row.firstElementChild?.replaceChildren(...this.content(turn));
    this.head(row, turn[0].plies[0].n === 1 ? 1 : 0, "before");
    const ended = turn.some(({ plies }) => plies.some(({ trace }) => trace.some((step) => step.do === "round")));
    this.head(row, ended && position.to_move.length ? position.facts.round : 0, "after");
    this.strike(row);
    const roles = new Set(turn.flatMap(({ plies }) => plies.map(({ role }) => role)));
    row.dataset.column = roles.size > 1 ? "both" : String(gameOf(this.game).roles.findIndex((role) => roles.has(role)));
  }

  /**
   * Heads the round that begins before or after a row, in a match of several.
   * @param {HTMLElement} row
   * @param {number} round 0 for none
   * @param {"before" | "after"} where
   */
  head(row, round, where) {
    const { facts } = this.nav.live.position;
    const text = round && facts.round && facts.options.rounds !== "1" ? t("Round {n}", { n: round }) : "";
    const there = row.querySelector(`.round-${where}`);
    if (there) setText(there, text);
    else if (text) row.append(make("span", { class: `round round-${where}` }, text));
  }

  /**
   * Content of a row. Where an event reveals two sealed choices, each has its own side's mark.
   * @param {Frame[]} turn
   */
  content(turn) {
    const plies = turn.flatMap((frame) => frame.plies);
    const roles = [...new Set(plies.map(({ role }) => role))];
    const chosen = plies.some(({ trace }) => trace.some((step) => step.do === "seal"));
    const parts = chosen ? roles.map((role) => plies.filter((ply) => ply.role === role)) : [plies];
    return parts.flatMap((own) => [
      playerMark(this.game, own[0].role),
      make("span", { class: "unseen" }, `${roleName(own[0].role)} `),
      make("span", {}, turn.length > 1 ? turnText(this.game, own) : listedText(this.game, own, plies)),
    ]);
  }

  /** Removes rows that are far away, to keep the document small in a match of thousands of moves. */
  trim() {
    const needed = Math.min(this.asked, this.seq - MOST / 2);
    while (this.final - this.first > MOST && this.first < needed) {
      const row = this.rows.get(this.first);
      const over = Number(row?.dataset.seq) === this.first;
      this.held ||= over && !!row?.contains(document.activeElement);
      if (over) row?.remove();
      this.rows.delete(this.first);
      this.first += 1;
    }
  }

  /** @param {number} seq */
  mark(seq) {
    let row = this.rows.get(this.nav.live.log.decision(this.nav.ply)?.seq ?? seq);
    for (let i = seq; !row && i >= this.first; i -= 1) row = this.leading(i);
    if (this.nav.ply === 0) row = undefined;
    if (row === this.current) return;
    this.current?.firstElementChild?.removeAttribute("aria-current");
    this.current = row;
    row?.firstElementChild?.setAttribute("aria-current", "step");
    this.keepInView(row);
  }

  /**
   * Row of a decision that led to the present position.
   * @param {number} seq
   */
  leading(seq) {
    const row = this.rows.get(seq);
    return row?.dataset.ply && !row.hasAttribute("data-taken") ? row : undefined;
  }

  /** Sets the row that the Tab key reaches; the arrow keys reach the others. */
  setTabStop() {
    const row = this.current?.isConnected ? this.current : this.nodes.list.firstElementChild;
    for (const link of this.nodes.list.querySelectorAll("[tabindex='0']")) link.setAttribute("tabindex", "-1");
    const link = row?.firstElementChild;
    link?.setAttribute("tabindex", "0");
    if (this.held && link instanceof HTMLElement) link.focus({ preventScroll: true });
    this.held = false;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const row = event.target instanceof Element ? event.target.closest("li") : null;
    const by = { ArrowUp: "previousElementSibling", ArrowDown: "nextElementSibling" }[event.key];
    const to = /** @type {"nextElementSibling" | undefined} */ (by);
    let beside = to && row?.[to];
    while (to && beside instanceof HTMLElement && beside.hidden) beside = beside[to];
    const link = beside?.firstElementChild;
    if (!(link instanceof HTMLElement)) return;
    event.preventDefault();
    link.focus();
  }

  /**
   * @param {() => Promise<void>} load
   * @param {boolean} upwards
   */
  async extend(load, upwards) {
    try {
      await load();
    } catch {
      this.nav.fail();
      return;
    }
    const { log } = this.nav.live;
    const { list } = this.nodes;
    const before = list.scrollHeight;
    for (let n = 0; upwards && n < AROUND && log.frames.has(this.first - 1); n += 1) this.prepend(this.first - 1);
    for (let n = 0; !upwards && n < AROUND && log.frames.has(this.final + 1); n += 1) this.append(this.final + 1);
    if (upwards) this.asked = this.first;
    if (upwards) list.scrollTop += list.scrollHeight - before;
    visible(this.nodes.earlier, this.first > 1);
    visible(this.nodes.later, this.final < log.head);
  }

  /** @param {Event} event */
  click(event) {
    const row = event.target instanceof Element ? event.target.closest("li") : null;
    if (row?.querySelector("[aria-pressed]")) this.showTaken();
    if (!row?.dataset.ply || !(event instanceof MouseEvent) || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    this.playback.seek(Number(row.dataset.ply));
  }
}
