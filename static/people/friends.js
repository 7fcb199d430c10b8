/**
 * A player's friends: who is here, who asks to be one, and invitations, as the server tells them. Lines that stay keep
 * their nodes, so that no press is lost.
 *
 * @typedef {{player: string, name: string, face: string}} Person
 * @typedef {Person & {here: boolean}} Friend
 * @typedef {{id: string, game: string, variant: string, name: string, player: string, face: string, until: number}} Invited
 * @typedef {{kind: "contacts", friends: Friend[], asking: Person[], asked: Person[], invitations: Invited[]}} Contacts
 */

import { t } from "../i18n.js";
import { showLocalTime, showLocalTimes } from "../local_time.js";
import { sendOnce } from "../forms/submit_once.js";
import { Connection } from "../match/commands/connection.js";
import { byId, showFace, visible } from "../match/dom.js";

const ANY_ID = "2222222222";

const page = byId("contacts", HTMLElement);

/**
 * @param {"match" | "player" | "friend" | "invite" | "decline"} name
 * @param {string} id
 */
const address = (name, id) => (page.dataset[name] ?? "").replace(ANY_ID, id);

/**
 * Makes a list hold a line for each of these keys, in this order.
 * @param {"friends" | "asking" | "asked" | "invitations"} name
 * @param {string[]} keys
 * @param {(line: HTMLElement, key: string) => void} fill what to do with a new line
 * @returns {HTMLElement[]}
 */
function arrange(name, keys, fill) {
  const list = /** @type {HTMLElement} */ (page.querySelector(`[data-list="${name}"]`));
  const template = byId(`new-${name}`, HTMLTemplateElement);
  const shown = new Map([...list.children].map((line) => [line.getAttribute("data-line") ?? "", /** @type {HTMLElement} */ (line)]));
  for (const [key, line] of shown) if (!keys.includes(key)) line.remove();
  const lines = keys.map((key, place) => {
    const line = shown.get(key) ?? newLine(template, key, fill);
    if (list.children[place] !== line) list.insertBefore(line, list.children[place] ?? null);
    return line;
  });
  for (const node of page.querySelectorAll(`[data-empty="${name}"]`)) visible(/** @type {HTMLElement} */ (node), !keys.length);
  for (const node of page.querySelectorAll(`[data-full="${name}"]`)) visible(/** @type {HTMLElement} */ (node), keys.length > 0);
  return lines;
}

/**
 * @param {HTMLTemplateElement} template
 * @param {string} key
 * @param {(line: HTMLElement, key: string) => void} fill
 */
function newLine(template, key, fill) {
  const line = /** @type {HTMLElement} */ (/** @type {HTMLElement} */ (template.content.firstElementChild).cloneNode(true));
  line.dataset.line = key;
  fill(line, key);
  return line;
}

/**
 * Fills the parts that all kinds of lines have.
 * @param {HTMLElement} line
 * @param {Person} person
 * @param {string} target of its form, or of its link
 * @param {string} [more] what its buttons are about, besides the person
 */
function fillPerson(line, { player, name, face }, target, more) {
  const part = (/** @type {string} */ selector) => /** @type {any} */ (line.querySelector(selector));
  part("bdi").textContent = name;
  showFace(line, face);
  part(".line-who a").href = address("player", player);
  const form = line.querySelector("form");
  if (form) form.action = target;
  else part("a.button").href = target;
  for (const words of line.querySelectorAll(".unseen")) words.textContent = `: ${more ?? name}`;
}

/** @param {Contacts} contacts */
function show({ friends, asking, asked, invitations }) {
  const people = new Map([...friends, ...asking, ...asked].map((one) => [one.player, one]));
  const person = (/** @type {string} */ key) => /** @type {Person} */ (people.get(key));
  const keys = (/** @type {Person[]} */ some) => some.map(({ player }) => player);
  arrange("friends", keys(friends), (line, key) => fillPerson(line, person(key), address("invite", key))).forEach((line, place) => line.toggleAttribute("data-here", friends[place].here));
  arrange("asking", keys(asking), (line, key) => fillPerson(line, person(key), address("friend", key)));
  arrange("asked", keys(asked), (line, key) => fillPerson(line, person(key), address("friend", key)));
  const invited = new Map(invitations.map((one) => [one.id, one]));
  arrange("invitations", [...invited.keys()], (line, key) => fillInvitation(line, /** @type {Invited} */ (invited.get(key))));
}

/**
 * @param {HTMLElement} line
 * @param {Invited} invited
 */
function fillInvitation(line, { id, game, variant, name, player, face, until }) {
  const words = document.createElement("small");
  words.textContent = variant;
  line.querySelector(".line-game")?.append(`${game} `, words);
  const time = /** @type {HTMLTimeElement} */ (line.querySelector("time"));
  time.dateTime = new Date(until).toISOString();
  showLocalTime(time);
  fillPerson(line, { player, name, face }, address("decline", id), `${game}, ${t("with {name}", { name })}`);
  /** @type {HTMLElement} */ (line.querySelector("bdi")).dataset.of = player;
  /** @type {HTMLAnchorElement} */ (line.querySelector("a.button")).href = address("match", id);
}

sendOnce();
showLocalTimes();
new Connection({
  address: () => `${location.origin.replace(/^http/, "ws")}/ws/lobby?friends`,
  first: "contacts",
  heard: (told) => told.kind === "contacts" && show(told),
  changed: () => undefined,
  seen: () => 0,
}).start();
