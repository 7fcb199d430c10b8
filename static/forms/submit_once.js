/** Forms that are sent once however often their button is pressed. */

export function sendOnce() {
  for (const form of document.querySelectorAll("form[data-once]")) {
    const buttons = form.querySelectorAll("button");
    form.addEventListener("submit", () => setTimeout(() => buttons.forEach((button) => (button.disabled = true))));
    // Restored from the back/forward cache, the page has its buttons enabled again.
    addEventListener("pageshow", () => buttons.forEach((button) => (button.disabled = false)));
  }
}
