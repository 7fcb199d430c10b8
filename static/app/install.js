/** Button on the page about the app that installs it, where the browser offers that. */

const button = /** @type {HTMLButtonElement} */ (document.querySelector("[data-do=install]"));
/** @type {any} the browser's offer */
let offer = null;

addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  offer = event;
  button.hidden = false;
});

button.addEventListener("click", () => {
  button.hidden = true;
  offer?.prompt();
});

addEventListener("appinstalled", () => {
  button.hidden = true;
  /** @type {HTMLElement} */ (document.querySelector("[data-part=installed]")).hidden = false;
});
