/**
 * Passkeys: a form of the account's page makes one; a button beside a password, to log in or to prove whose account it
 * is, uses one. Both send the browser's signature as a field of their form; the server answers with a page, as it does
 * to a password.
 */

import { HttpError, postForm } from "../http.js";
import { t } from "../i18n.js";

const forms = /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll("form[data-passkey]"));

/** True if the browser reads and writes WebAuthn's JSON by itself, on a secure page. */
const able = typeof PublicKeyCredential !== "undefined" && "parseRequestOptionsFromJSON" in PublicKeyCredential;

/** @type {Record<string, (options: any) => Promise<Credential | null>>} */
const ways = {
  new: (options) => navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) }),
  get: (options) => navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) }),
};

/** @param {HTMLFormElement} form */
function offer(form) {
  const button = form.querySelector("[data-do=passkey]");
  if (button instanceof HTMLButtonElement) {
    button.hidden = false;
    button.addEventListener("click", () => void sign(form, button));
    return;
  }
  form.hidden = false;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const pressed = event.submitter;
    if (pressed instanceof HTMLButtonElement) void sign(form, pressed);
  });
}

/**
 * Lets the browser sign the server's challenge, and sends the form with it.
 * @param {HTMLFormElement} form
 * @param {HTMLButtonElement} button
 */
async function sign(form, button) {
  const told = /** @type {HTMLElement} */ (form.querySelector("[data-told]"));
  const box = form.querySelector("input[type=checkbox]:invalid");
  if (box instanceof HTMLInputElement) {
    box.reportValidity(); // a form that a script sends is not checked
    return;
  }
  told.hidden = true;
  button.disabled = true;
  try {
    const options = await ask(form);
    const credential = /** @type {PublicKeyCredential | null} */ (await ways[form.dataset.passkey ?? "get"](options));
    /** @type {HTMLInputElement} */ (form.elements.namedItem("passkey")).value = JSON.stringify(credential);
    form.submit();
  } catch (error) {
    told.textContent = problemOf(error);
    told.hidden = false;
    button.disabled = false;
  }
}

// Restored from the back/forward cache, the page has its button enabled again.
addEventListener("pageshow", () => {
  for (const form of forms) form.querySelectorAll("button").forEach((button) => (button.disabled = false));
});

/** @param {HTMLFormElement} form */
async function ask(form) {
  const body = new FormData(form);
  // Other typed fields are not needed here.
  if (form.dataset.passkey === "get") ["password", "present"].forEach((name) => body.delete(name));
  return postForm(form.dataset.ask ?? "", body);
}

/** Statuses of refusals whose reason people can do something about. */
const REFUSED = [422, 429];

/** @param {unknown} error */
function problemOf(error) {
  if (error instanceof HttpError && REFUSED.includes(error.status)) return error.message;
  const { name } = /** @type {Error} */ (error);
  if (name === "InvalidStateError") return t("This device has a passkey of your account already.");
  // Also when the time was up: browsers don't tell the two apart.
  if (name === "NotAllowedError") return t("No passkey was used.");
  return t("That didn't work. Try again.");
}

if (able) forms.forEach(offer);
else document.querySelector("[data-part=unable]")?.removeAttribute("hidden");
