/**
 * Keeps what is typed between the key that opens the chat and the moment when its input line has the focus. Otherwise these letters
 * would be shortcuts.
 */

export class TypedAhead {
  constructor() {
    this.text = "";
    this.keep = (/** @type {KeyboardEvent} */ event) => this.press(event);
  }

  begin() {
    this.text = "";
    document.addEventListener("keydown", this.keep, { capture: true });
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const { key, ctrlKey, altKey, metaKey, isComposing } = event;
    if (ctrlKey || altKey || metaKey || isComposing) return;
    if (key === "Backspace") this.text = this.text.slice(0, -1);
    else if ([...key].length === 1) this.text += key;
    else return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  /**
   * Hands over what was typed.
   * @param {HTMLInputElement} [input] the input line; without one, or if it can't have the focus, the letters are lost
   */
  end(input) {
    document.removeEventListener("keydown", this.keep, { capture: true });
    const { text } = this;
    this.text = "";
    if (!input || !text || document.activeElement !== input) return;
    input.setRangeText(text, input.value.length, input.value.length, "end");
    input.dispatchEvent(new Event("input", { bubbles: true }));
  }
}
