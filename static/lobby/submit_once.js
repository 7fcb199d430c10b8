/** Forms that are sent once however often their button is pressed. */

export function sendOnce() {
  for (const form of document.querySelectorAll("form[data-once]")) {
    const buttons = form.querySelectorAll("button");
    form.addEventListener("submit", () => setTimeout(() => buttons.forEach((button) => (button.disabled = true))));
    // Coming back to the page as it was left, the buttons work again.
    addEventListener("pageshow", () => buttons.forEach((button) => (button.disabled = false)));
  }
}
