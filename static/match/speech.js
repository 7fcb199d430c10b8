/**
 * The one place from which the page speaks to a screen reader. What is said within a moment is said together.
 */

const TOGETHER = 120;

export class Speech {
  /** @param {Element} region with aria-live="polite" */
  constructor(region) {
    this.region = region;
    /** @type {string[]} */
    this.waiting = [];
    this.odd = false;
  }

  /** @param {string} text */
  say(text) {
    if (!text || this.waiting.includes(text)) return;
    this.waiting.push(text);
    if (this.waiting.length === 1) setTimeout(() => this.flush(), TOGETHER);
  }

  /** A trailing space now and then makes the same words news again. */
  flush() {
    this.odd = !this.odd;
    this.region.textContent = this.waiting.join(" ") + (this.odd ? "\u00a0" : "");
    this.waiting = [];
  }
}
