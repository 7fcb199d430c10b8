/**
 * What the reader sees of a shared review beside the board: who leads, and what they can do.
 *
 * @import { Prompt } from "../match/offers/prompts.js"
 * @import { Person, SharedReview } from "./shared_review.js"
 */

import { make, setText, visible } from "../match/dom.js";
import { t } from "../i18n.js";

export class Panel {
  /**
   * @param {SharedReview} review
   * @param {HTMLElement} node
   * @param {string} screen address of the review on the screen of a hall
   */
  constructor(review, node, screen) {
    this.review = review;
    this.node = node;
    this.words = make("p", { class: "study-words", role: "status" });
    this.actions = make("div", { class: "study-actions" });
    this.screen = make("a", { class: "tool", href: screen, target: "_blank" }, t("Big screen"));
    this.link = make("button", { type: "button", class: "tool" }, t("Copy link"));
    this.link.addEventListener("click", () => this.copy());
    this.lines = make("ul", { class: "study-lines", "aria-label": t("Lines that people show") });
    this.listed = "";
    node.append(this.words, this.actions, this.lines);
    /** Whether "Not now" was pressed in this review. */
    this.declined = false;
    this.drawn = "";
  }

  render() {
    const { review, review: { state } } = this;
    visible(this.node, state.is_open);
    if (!state.is_open) {
      this.declined = false;
      return;
    }
    setText(this.words, this.text());
    this.renderLines();
    const buttons = this.buttons();
    const drawn = JSON.stringify(buttons.map(([label]) => label)) + String(review.leads);
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    this.actions.replaceChildren(...buttons.map(([label, go, primary]) => {
      const button = make("button", { type: "button", class: primary ? "button primary" : "button" }, label);
      button.addEventListener("click", () => void go());
      return button;
    }), this.link, this.screen);
  }

  /** Lists the lines that people show, with their authors. */
  renderLines() {
    const { review, review: { state: { lines }, me, leads, plays } } = this;
    visible(this.lines, lines.length > 0);
    const listed = JSON.stringify([lines, leads, plays]);
    if (listed === this.listed) return;
    this.listed = listed;
    this.lines.replaceChildren(...lines.map((line) => {
      const { by } = line;
      const go = make("button", { type: "button", class: "tool" }, t("{name}: {moves}", { name: by.name, moves: review.movesOf(line) }));
      go.addEventListener("click", () => void review.visit(line));
      const item = make("li", {}, go);
      if (leads || plays || by.id === me) {
        const remove = make("button", { type: "button", class: "tool", "aria-label": t("Remove the line of {name}", by) }, "×");
        remove.addEventListener("click", () => void review.act({ do: "remove_line", to: by.id }));
        item.append(remove);
      }
      return item;
    }));
  }

  text() {
    const { state: { leader }, leads, follows } = this.review;
    if (leads) return t("You lead: everybody sees what your board shows.");
    if (!leader) return t("You review this game together. Nobody leads now.");
    return follows ? t("{name} leads, and your board goes along.", leader) : t("{name} leads the review of this game. You look around.", leader);
  }

  /** @returns {[string, () => unknown, boolean?][]} label, what it does, whether it is the main one */
  buttons() {
    const { review, review: { state, state: { leader }, leads, follows, me, plays, players } } = this;
    const heirs = players.filter(({ id }) => id !== me);
    const asked = state.asking.some(({ id }) => id === me);
    /** @type {[string, () => unknown, boolean?][]} */
    const buttons = [];
    if (!follows && leader) buttons.push([review.joined ? t("Back to {name}", leader) : t("Join"), () => review.join(), true]);
    if (!leader) buttons.push([t("Take the lead"), () => review.act({ do: "ask" }), true]);
    else if (!leads && !asked) buttons.push([t("Ask for the lead"), () => review.act({ do: "ask" })]);
    if (review.canShow) buttons.push([t("Show this line"), () => review.showLine()]);
    if (leads) for (const heir of heirs) buttons.push([t("Hand over to {name}", heir), () => this.handOver(heir)]);
    if (leads || plays) buttons.push([t("End the review"), () => review.act({ do: "end" })]);
    return buttons;
  }

  /** @param {Person} heir */
  handOver({ id }) {
    return this.review.act({ do: "hand_over", to: id });
  }

  /** @returns {Prompt[]} */
  prompts() {
    const { review, review: { state, leads, follows } } = this;
    if (!state.is_open) return [];
    if (leads) {
      return state.asking.map((person) => ({
        key: `asks ${person.id}`,
        text: t("{name} asks for the lead.", person),
        actions: [
          { label: t("Hand over"), primary: true, go: () => this.handOver(person) },
          { label: t("Not now"), go: () => review.act({ do: "decline", to: person.id }) },
        ],
      }));
    }
    if (follows || this.declined || !state.leader) return [];
    const decline = () => {
      this.declined = true;
      review.controller.changed();
    };
    return [{
      key: `reviews ${state.leader.id}`,
      text: review.joined ? t("{name} goes on with the review.", state.leader) : t("{name} reviews this game with everybody.", state.leader),
      actions: [{ label: review.joined ? t("Back to {name}", state.leader) : t("Join"), primary: true, go: () => review.join() }, { label: t("Not now"), go: decline }],
    }];
  }

  async copy() {
    const { notice } = this.review.variations;
    const { origin, pathname } = window.location;
    try {
      await navigator.clipboard.writeText(`${origin}${pathname}?together`);
      notice.tell(t("The link is copied. Everybody who has it can join."));
    } catch {
      // There is no clipboard without https.
      notice.tell(t("Send the address of this page. Everybody who has it can join."));
    }
  }
}
