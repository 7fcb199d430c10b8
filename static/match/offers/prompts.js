/**
 * Prompts beside the board: an offer, an absence, a deadline. Each is a line with its buttons, announced once when it appears; its
 * countdown is only shown.
 *
 * @import { Announcer } from "../announce/announcer.js"
 * @import { MatchController } from "../match_controller.js"
 *
 * @typedef {Object} PromptAction
 * @property {string} label
 * @property {boolean} [primary]
 * @property {() => unknown} go
 *
 * @typedef {Object} Prompt
 * @property {string} key       a line with another key is another matter
 * @property {string} text
 * @property {string} [said]    when it comes; the text if left out, nothing if empty
 * @property {PromptAction[]} [actions]
 * @property {number} [next]    in how many ms it reads differently
 */

import { focusBoard, make, setText, visible } from "../dom.js";

class PromptItem {
  /** @param {Prompt} prompt */
  constructor({ key, actions = [] }) {
    this.key = key;
    this.words = make("p", { class: "prompt-text" });
    this.actions = actions;
    this.buttons = actions.map((action, i) => {
      const button = make("button", { type: "button", class: action.primary ? "button primary" : "button" }, action.label);
      button.addEventListener("click", () => this.actions[i].go());
      return button;
    });
    this.node = make("li", { class: "prompt" }, this.words);
    if (actions.length) this.node.append(make("div", { class: "prompt-actions" }, ...this.buttons));
  }

  /** @param {Prompt} prompt */
  render({ text, actions = [] }) {
    setText(this.words, text);
    this.actions = actions;
  }
}

export class PromptList {
  /**
   * @param {HTMLElement} list
   * @param {MatchController} controller whose subscribers have the prompts
   * @param {Announcer} announcer
   */
  constructor(list, controller, announcer) {
    this.list = list;
    this.controller = controller;
    this.announcer = announcer;
    /** @type {PromptItem[]} */
    this.lines = [];
  }

  /** @returns {number} in how many ms something reads differently */
  draw() {
    /** @type {Prompt[]} */
    const prompts = this.controller.publish("prompts");
    const before = this.lines;
    this.lines = prompts.map((prompt) => before.find(({ key }) => key === prompt.key) ?? this.begin(prompt));
    for (const line of before) if (!this.lines.includes(line)) this.end(line);
    this.lines.forEach((line, i) => line.render(prompts[i]));
    visible(this.list, prompts.length > 0);
    return Math.min(...prompts.map(({ next = Infinity }) => next));
  }

  /** @param {Prompt} prompt */
  begin(prompt) {
    const line = new PromptItem(prompt);
    this.list.append(line.node);
    this.announcer.say(prompt.said ?? prompt.text);
    return line;
  }

  /** @param {PromptItem} line */
  end({ node }) {
    if (node.contains(document.activeElement)) focusBoard();
    node.remove();
  }
}
