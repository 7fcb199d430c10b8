/**
 * Form of a new match. If an option's words depend on another option, its fieldset has them, with the value that is
 * then offered first. Without this script, the form has words that are true in every case.
 *
 * @typedef {{when: Record<string, string[]>, values: Record<string, string>, offered: string}} Wording
 */

import { sendOnce } from "./submit_once.js";

/** @param {HTMLFormElement} form */
function linkOptions(form) {
  for (const group of form.querySelectorAll("[data-wordings]")) {
    /** @type {Wording[]} */
    const wordings = JSON.parse(group.getAttribute("data-wordings") ?? "[]");
    const radios = /** @type {HTMLInputElement[]} */ ([...group.querySelectorAll("input[type=radio]")]);
    let chosen = false;
    const follow = (/** @type {Event} */ { type, target }) => {
      const given = new FormData(form);
      const wording = wordings.find(({ when }) =>
        Object.entries(when).every(([name, values]) => values.includes(String(given.get(name)))));
      if (!wording) return;
      for (const radio of radios) say(radio, wording.values[radio.value]);
      // The user's own choice stays.
      if (group.contains(/** @type {Node} */ (target))) chosen = true;
      else if (type === "change" && !chosen && otherwise(target, wording)) offer(radios, wording.offered);
    };
    form.addEventListener("change", follow);
    addEventListener("pageshow", follow);
  }
}

/**
 * Whether it was this choice that the wording depends on.
 * @param {EventTarget | null} target
 * @param {Wording} wording
 */
function otherwise(target, { when }) {
  return target instanceof HTMLInputElement && target.name in when;
}

/**
 * @param {HTMLInputElement} radio
 * @param {string | undefined} text
 */
function say(radio, text) {
  if (!text) return;
  const chosen = radio.closest(".chip")?.querySelector(`[data-value="${radio.value}"]`);
  for (const words of [radio.closest("label")?.querySelector("span"), chosen]) if (words) words.textContent = text;
}

/**
 * @param {HTMLInputElement[]} radios
 * @param {string} value
 */
function offer(radios, value) {
  for (const radio of radios) radio.checked = radio.value === value;
}

/** Choices that a match with anybody needs, if the usual ones would be refused. */
const FOR_STRANGERS = [["time", "none", "10+5"], ["absence", "wait", "claim"]];

/**
 * Follows the choice of the opponent: the button, and a clock with a claim in case a stranger leaves.
 * @param {HTMLFormElement} form
 */
function followOpponent(form) {
  const follow = () => {
    const chosen = String(new FormData(form).get("opponent"));
    for (const node of form.querySelectorAll(".make-go [data-with]")) {
      /** @type {HTMLElement} */ (node).hidden = node.getAttribute("data-with") !== chosen;
    }
    return chosen;
  };
  addEventListener("pageshow", follow);
  form.addEventListener("change", ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.name !== "opponent" || follow() !== "anybody") return;
    for (const [name, unfit, fit] of FOR_STRANGERS) {
      if (new FormData(form).get(name) === unfit) check(form, name, fit);
    }
  });
}

/** Choices that games of an evening need: a clock, and a claim if somebody leaves. */
const FOR_EVENINGS = [["time", "none", "5+3"], ["time", "days", "5+3"], ["absence", "wait", "claim"]];

/**
 * Follows the choice of who plays whom in a tournament.
 * @param {HTMLFormElement} form
 */
function followSystem(form) {
  form.addEventListener("change", ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.name !== "system" || target.value !== "evening") return;
    for (const [name, unfit, fit] of FOR_EVENINGS) {
      if (new FormData(form).get(name) === unfit) check(form, name, fit);
    }
  });
}

/**
 * Takes the handicap that the page proposes.
 * @param {HTMLButtonElement} button
 * @param {HTMLFormElement} form
 */
function propose(button, form) {
  const status = button.nextElementSibling;
  const chosen = Object.entries(/** @type {Record<string, string>} */ (JSON.parse(button.dataset.choose ?? "{}")));
  const follow = () => {
    const given = new FormData(form);
    const taken = chosen.every(([name, value]) => (given.get(name) ?? value) === value);
    if (status) status.textContent = (taken && status.getAttribute("data-chosen")) || "";
  };
  button.hidden = false;
  button.addEventListener("click", () => {
    for (const [name, value] of chosen) check(form, name, value);
    follow();
  });
  form.addEventListener("change", follow);
}

/**
 * @param {HTMLFormElement} form
 * @param {string} name
 * @param {string} value
 */
function check(form, name, value) {
  const radio = form.querySelector(`[name="${name}"][value="${value}"]`);
  if (radio instanceof HTMLInputElement) radio.checked = true;
}

sendOnce();
for (const form of document.forms) {
  linkOptions(form);
  if (form.querySelector("[name=opponent]")) followOpponent(form);
  if (form.querySelector("[name=system]")) followSystem(form);
  for (const button of form.querySelectorAll("button[data-choose]")) propose(/** @type {HTMLButtonElement} */ (button), form);
}
