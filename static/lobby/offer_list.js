/**
 * The open offers of the lobby, as the server lists them. Lines that stay keep their nodes, so that no press is lost.
 *
 * @typedef {Object} Offered
 * @property {string} id
 * @property {string} game
 * @property {string} title
 * @property {string} variant
 * @property {string} name
 * @property {string} player
 * @property {string} face
 * @property {number} since
 * @property {string} rating of the maker, in a rated match; else empty
 * @property {string} pace of a rated match
 * @property {[number, number] | null} bounds lowest and highest rating of players who may take it
 * @typedef {{kind: "lobby", now: number, people: number, offers: Offered[]}} LobbySnapshot
 * @typedef {{kind: "beat", now: number, people: number}} LobbyHeartbeat
 */

import { t, tn } from "../i18n.js";
import { showFace } from "../match/dom.js";
import { showWaiting } from "./waiting_badge.js";

const MINUTE = 60_000;
const ANY_ID = "2222222222";

export class OfferList {
  /** @param {HTMLElement} section with the list, its template's addresses and who is looking */
  constructor(section) {
    this.list = /** @type {HTMLElement} */ (section.querySelector("#offers"));
    this.empty = /** @type {HTMLElement} */ (section.querySelector("#no-offers"));
    this.people = /** @type {HTMLElement} */ (section.querySelector("#people"));
    this.template = /** @type {HTMLTemplateElement} */ (document.getElementById("offer"));
    const { me = "", match = "", player = "" } = section.dataset;
    this.me = me;
    this.hasAccount = section.dataset.account !== undefined;
    this.barred = section.dataset.barred !== undefined;
    /** @type {Record<string, number>} by game and pace */
    this.ratings = JSON.parse(document.getElementById("own-ratings")?.textContent ?? "{}");
    this.addresses = {
      match: (/** @type {string} */ id) => match.replace(ANY_ID, id),
      player: (/** @type {string} */ id) => player.replace(ANY_ID, id),
    };
    /** @type {Map<string, number>} */
    this.since = new Map();
  }

  /** @param {LobbySnapshot | LobbyHeartbeat} told */
  hear(told) {
    if (told.kind === "lobby") this.show(told.offers);
    const people = tn("{n} person is here now.", "{n} people are here now.", Math.max(1, told.people));
    if (this.people.textContent !== people) this.people.textContent = people;
    for (const line of this.lines()) this.tellTime(line, told.now);
  }

  lines() {
    return /** @type {HTMLElement[]} */ ([...this.list.children]);
  }

  /** @param {Offered[]} offers */
  show(offers) {
    const here = new Map(this.lines().map((line) => [line.dataset.offer, line]));
    this.since = new Map(offers.map(({ id, since }) => [id, since]));
    for (const [id, line] of here) if (!this.since.has(id ?? "")) line.remove();
    offers.forEach((offer, place) => {
      const line = here.get(offer.id) ?? this.line(offer);
      if (this.list.children[place] !== line) this.list.insertBefore(line, this.list.children[place] ?? null);
    });
    this.empty.hidden = offers.length > 0;
    showWaiting(offers.filter(({ player }) => player !== this.me).length);
  }

  /** @param {Offered} offer */
  line(offer) {
    const { id, game, title, variant, name, player, face, rating, pace } = offer;
    const line = /** @type {HTMLElement} */ (/** @type {HTMLElement} */ (this.template.content.firstElementChild).cloneNode(true));
    const part = (/** @type {string} */ selector) => /** @type {any} */ (line.querySelector(selector));
    const words = document.createElement("small");
    words.textContent = variant;
    line.dataset.offer = id;
    part(".line-game").append(`${title} `, words);
    part("bdi").textContent = name;
    part("bdi").dataset.of = player;
    showFace(line, face);
    part(".line-who a").href = this.addresses.player(player);
    part(".rating").textContent = rating;
    const way = partOf(offer, this);
    for (const other of [".own", ".account", ".unfit", "form"]) if (other !== way) part(other).remove();
    if (way === ".own") {
      part(".line-who").textContent = t("Your offer");
      part(way).href = this.addresses.match(id);
    } else if (way === ".unfit") {
      part(way).textContent = t("Your rating is {rating}", { rating: this.ratings[`${game} ${pace}`] });
    } else if (way) {
      part(`${way} .unseen`).textContent = `: ${title}, ${t("with {name}", { name })}`;
    }
    if (way === "form") part("[name=match]").value = id;
    return line;
  }

  /**
   * @param {HTMLElement} line
   * @param {number} now
   */
  tellTime(line, now) {
    const since = this.since.get(line.dataset.offer ?? "");
    const state = line.querySelector(".line-state");
    if (since === undefined || !state) return;
    const text = waited(Math.floor(Math.max(0, now - since) / MINUTE));
    if (state.textContent !== text) state.textContent = text;
  }
}

/**
 * The viewer's part of a line: a link to their own offer, to an account or to a match, or the reason why not.
 *
 * @param {Offered} offer
 * @param {{me: string, barred: boolean, hasAccount: boolean, ratings: Record<string, number>}} viewer
 */
export function partOf({ game, player, rating, pace, bounds }, { me, barred, hasAccount, ratings }) {
  if (player === me) return ".own";
  if (barred) return "";
  if (rating && !hasAccount) return ".account";
  const own = ratings[`${game} ${pace}`];
  return bounds && (own < bounds[0] || own > bounds[1]) ? ".unfit" : "form";
}

/** @param {number} minutes */
function waited(minutes) {
  const hours = Math.floor(minutes / 60);
  const days = Math.floor(hours / 24);
  if (days) return tn("waiting for {n} day", "waiting for {n} days", days);
  if (hours) return tn("waiting for {n} hour", "waiting for {n} hours", hours);
  return minutes ? tn("waiting for {n} minute", "waiting for {n} minutes", minutes) : t("just arrived");
}
