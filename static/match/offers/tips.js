/**
 * Tips: on request the page shows what to look at, then the move that the strongest computer would make. Everybody reads who took one.
 * Loaded only in matches whose players may take tips.
 *
 * @import { HintMarks, Preview } from "../../boards/preview.js"
 * @import { Notice } from "../announce/notice.js"
 * @import { MatchController } from "../match_controller.js"
 * @import { MatchNavigator } from "../navigation/navigator.js"
 * @import { LiveMatch } from "../state/live_match.js"
 * @import { Prompt } from "./prompts.js"
 *
 * @typedef {typeof import("../controls/hints.js").questionOf} QuestionOf
 *
 * @typedef {Object} Tip
 * @property {number} base      the event after which it is decided
 * @property {string} role
 * @property {string} text      what to look at
 * @property {string[]} stops   the places that the text is about
 * @property {string} [move]    the action, once it was asked for
 * @property {import("../../analysis/reason_words.js").Reason | null} [reason]   what the move does at once
 */

import { gameOf } from "../../boards/games.js";
import { isYou } from "../../boards/text/phrases.js";
import { postJson } from "../../http.js";
import { t, tn } from "../../i18n.js";
import { idleReason } from "../announce/refused_click.js";
import { nameOf } from "../controls/seats.js";
import { byId, make, setText, visible } from "../dom.js";

/** Media query of phones whose bar has no room for one more button, the same as in match_phone.css and match_wide.css. */
const NARROW = "(width <= 640px) and (420px < height <= 720px), (640px < width < 1100px) and (height <= 480px)";
/** Time in ms between two looks whether the engine has found one, and how often the page looks before it gives up. */
const NEXT = 400;
const MOST = 40;

/**
 * @param {MatchNavigator} nav
 * @param {Notice} notice
 * @param {QuestionOf} questionOf   passed on, so that both parts of the page need not share a chunk
 */
export function attachTips(nav, notice, questionOf) {
  const { controller } = nav;
  controller.subscribe(new TipsTaken(controller, notice));
  const button = document.getElementById("tip");
  if (button instanceof HTMLButtonElement) controller.subscribe(new Tips(nav, notice, questionOf, button));
  controller.changed();
}

/** Who has taken tips: told when it happens, and read beside the board, the result and the moves. */
class TipsTaken {
  /**
   * @param {MatchController} controller
   * @param {Notice} notice
   */
  constructor({ state: live }, notice) {
    this.live = live;
    this.notice = notice;
    this.known = live.match.tips;
    this.list = byId("moves", HTMLElement);
    this.lines = [make("p", { class: "tips-taken" }), make("p", { class: "tips-taken" })];
    byId("watchers", HTMLElement).before(this.lines[0]);
    byId("result-rating", HTMLElement).after(this.lines[1]);
  }

  render() {
    const { live, known } = this;
    this.known = live.match.tips;
    const more = live.match.seats.filter(({ role }) => (this.known[role] ?? 0) > (known[role] ?? 0) && !isYou(role, live.you));
    for (const { role } of more) this.notice.tell(t("{name} took a tip.", { name: nameOf(live.match.seats, role) }));
    for (const line of this.lines) {
      setText(line, tipsText(live));
      visible(line, line.textContent !== "");
    }
    this.markMoves();
  }

  /** Marks the moves that were decided with a tip. Rows of the list come and go: only those without a mark are looked at. */
  markMoves() {
    if (!Object.keys(this.known).length) return;
    for (const row of /** @type {NodeListOf<HTMLElement>} */ (this.list.querySelectorAll(":scope > [data-ply]"))) {
      const link = row.firstElementChild;
      if (link && !link.querySelector(".tipped") && this.hadTip(Number(row.dataset.seq))) link.append(make("small", { class: "tipped" }, t("tip")));
    }
  }

  /**
   * Whether the player took a tip for a decision.
   * @param {number} seq of its event
   */
  hadTip(seq) {
    const { frames } = this.live.log;
    const role = frames.get(seq)?.role;
    for (let frame = frames.get(seq - 1); frame && !frame.plies.length; frame = frames.get(frame.seq - 1)) {
      if (frame.role === role && frame.what === "tipped") return true;
      if (frame.role === role && frame.what === "sealed") return false;
    }
    return false;
  }
}

/**
 * "You took 2 tips. bob took 1 tip."
 * @param {LiveMatch} live
 */
function tipsText({ match: { seats, tips }, you }) {
  const takers = seats.filter(({ role }) => tips[role]);
  return takers.map(({ role }) => (you.length === 1 && isYou(role, you)
    ? tn("You took {n} tip.", "You took {n} tips.", tips[role])
    : tn("{name} took {n} tip.", "{name} took {n} tips.", tips[role], { name: nameOf(seats, role) }))).join(" ");
}

class Tips {
  /**
   * @param {MatchNavigator} nav
   * @param {Notice} notice
   * @param {QuestionOf} questionOf
   * @param {HTMLButtonElement} button
   */
  constructor(nav, notice, questionOf, button) {
    const { controller, boardView } = nav;
    const live = controller.state;
    this.nav = nav;
    this.controller = controller;
    this.board = boardView.board;
    this.live = live;
    this.notice = notice;
    this.questionOf = questionOf;
    this.button = button;
    this.url = byId("match", HTMLElement).dataset.tips ?? "";
    this.game = gameOf(live.match.game);
    /** Fetched with the first tip. @type {HintMarks | null} */
    this.marks = null;
    /** @type {Tip | null} */
    this.tip = null;
    /** Where the move of the tip leads. @type {Preview | null} */
    this.preview = null;
    /** The same in words, for those who don't see the board. */
    this.leads = "";
    /** The good that the move does, in a sentence; empty if it does nothing at once. */
    this.why = "";
    this.asking = false;
    /** What is marked on the board now. */
    this.marked = "";
    button.addEventListener("click", () => {
      if (this.decision && this.shown) this.ask(false);
      else notice.explain(idleReason(live, !this.shown));
    });
    const narrow = window.matchMedia(NARROW);
    narrow.addEventListener("change", () => this.arrange(narrow.matches));
    this.arrange(narrow.matches);
  }

  /** @param {boolean} narrow whether the bar has no room for the button: then it is with the offers, in the menu "More" */
  arrange(narrow) {
    const place = narrow ? byId("offer-buttons", HTMLElement) : byId("more", HTMLButtonElement).parentElement;
    // Whoever has come to it by keys keeps the focus: a button that is moved loses it.
    if (place?.firstElementChild !== this.button) place?.prepend(this.button);
  }

  /** The decision that a tip would be about. */
  get decision() {
    const [role] = this.live.myTurns;
    return role ? { role, base: this.live.position.base[role] } : null;
  }

  /** Whether the board shows the position that the tip is about. */
  get shown() {
    return this.nav.place === null && !this.nav.variation;
  }

  /** @param {boolean} move whether the move is asked for too */
  async ask(move) {
    const decision = this.decision;
    if (!decision || this.asking) return;
    this.asking = true;
    this.controller.changed();
    try {
      const found = await this.request(decision.base, move);
      const { HintMarks, previewOf, previewText } = await import("../../boards/preview.js");
      if (this.board.renderer) this.marks ??= new HintMarks(this.board.renderer);
      const { reasonText } = await import("../../analysis/reason_words.js");
      const led = found?.move ? await this.lookAhead(found.role, found.move) : null;
      if (found && this.decision?.base === decision.base) {
        this.tip = { ...found, base: decision.base };
        this.preview = led && previewOf(led.plies, led.firstLap);
        this.why = found.reason ? reasonText(this.game, found.reason, (role) => nameOf(this.live.match.seats, role)) : "";
        this.leads = this.preview ? previewText(this.game.words, this.preview) : "";
      }
    } catch {
      this.notice.explain(t("No connection. Ask for a tip again."));
    }
    this.asking = false;
    this.controller.changed();
  }

  /**
   * Asks until the engine has found a tip, or the turn is over.
   * @param {number} base
   * @param {boolean} move
   * @returns {Promise<Tip | null>} null where there is none; then it has been said why. Rejected without a connection
   */
  async request(base, move) {
    for (let looks = 0; looks < MOST && this.decision?.base === base; looks += 1) {
      let wait = NEXT;
      try {
        const found = await postJson(this.url, { base, move });
        if (found.state === "done") return found;
      } catch (/** @type {any} */ error) {
        if (!error.status) throw error;
        if (!error.retryMs) {
          this.notice.explain(error.message);
          return null;
        }
        wait = error.retryMs;
      }
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
    if (this.decision?.base === base) this.notice.explain(t("The engine is busy. Ask for a tip again in a moment."));
    return null;
  }

  /**
   * Where a move leads: its plies, and whether only the first lap of a sowing is certain.
   * @param {string} role
   * @param {string} action
   */
  async lookAhead(role, action) {
    const shown = { game: this.game, position: this.live.position, view: { roles: this.live.you }, chosen: [], locked: null };
    const wanted = this.questionOf(shown, { role, action, path: [] });
    const answer = wanted && await this.controller.tryAction(wanted.question);
    return answer && "plies" in answer ? { plies: answer.plies, firstLap: wanted.firstLap } : null;
  }

  render() {
    const { live, button, tip } = this;
    if (tip && this.decision?.base !== tip.base) this.close();
    visible(button, live.playing);
    button.setAttribute("aria-disabled", String(!this.decision || !this.shown));
    this.mark();
  }

  /** Marks the places of the tip on the board, and takes the marks away with it. */
  mark() {
    const { tip, preview, marks, board } = this;
    const wanted = tip && this.shown ? `${tip.base} ${tip.move ?? ""} ${board.arranged}` : "";
    if (wanted === this.marked || !marks) return;
    this.marked = wanted;
    marks.clear();
    if (!wanted || !tip) return;
    if (tip.move) {
      if (preview) marks.show(preview);
      const [from] = this.game.stopsOf(tip.move);
      if (from && from !== preview?.landing) marks.ring(from, "rim", "hint-taken");
    } else {
      for (const stop of tip.stops) marks.ring(stop, "rim", "hint-landing");
    }
  }

  close() {
    this.tip = this.preview = null;
  }

  /** @returns {Prompt[]} */
  prompts() {
    const { tip } = this;
    if (!this.shown) return [];
    if (!tip) return this.asking ? [{ key: "tip asked for", text: t("Looking for a tip."), said: "" }] : [];
    const show = { label: t("Show the move"), primary: true, go: () => this.ask(true) };
    const close = { label: t("Close"), go: () => {
      this.close();
      this.controller.changed();
    } };
    if (!tip.move) return [{ key: `tip ${tip.base}`, text: t("Tip: {text}", { text: tip.text }), actions: [show, close] }];
    const stops = this.game.stopsOf(tip.move);
    const move = stops.length === 1 ? this.game.words.placeName(stops[0], tip.role) : this.game.notation(tip.move);
    const text = `${t("Tip: try {move}.", { move })} ${this.why}`.trim();
    return [{ key: `tip ${tip.base} ${tip.move}`, text, said: `${text} ${this.leads}`.trim(), actions: [close] }];
  }
}
