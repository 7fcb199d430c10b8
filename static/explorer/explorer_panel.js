/**
 * "What was played here": the moves that people have played from the position on the board, their results, what is proved of them,
 * and some of the games. A press on a move plays it on the board.
 *
 *     const panel = new ExplorerPanel(node, game, (choice) => board.act(choice));
 *     panel.show(position);   // whenever another position is on the board; null: none that can be asked about
 *
 * @import { Game } from "../boards/games.js"
 * @import { Position } from "../boards/types.js"
 * @import { Value } from "../analysis/review/judgement.js"
 * @import { Explored, ExploredMove, Filters, NamedMatch } from "./questions.js"
 */

import { roleName } from "../boards/text/phrases.js";
import { leadingMoveName, proofMark, proofShape, worthText } from "../analysis/review/judgement.js";
import { language, mark, t, tn } from "../i18n.js";
import { make } from "../match/dom.js";
import { Questions } from "./questions.js";

/** Time in ms after which a position is asked about: somebody who steps on quickly asks about the last one only. */
const REST_MS = 150;

const BANDS = [
  ["", mark("All strengths")],
  ["from1800", mark("Rated 1800 or more")],
  ["from1600", mark("Rated 1600 to 1799")],
  ["from1400", mark("Rated 1400 to 1599")],
  ["below1400", mark("Rated below 1400")],
  ["unrated", mark("Unrated")],
];
const RULES = [["one", mark("These rules")], ["all", mark("All rules of the game")]];

export class ExplorerPanel {
  /**
   * @param {HTMLElement} node   with the addresses that it needs; hidden, or details that are not open: nothing is asked
   * @param {Game} game
   * @param {(choice: {role: string, action: string}) => unknown} play
   */
  constructor(node, game, play) {
    this.node = node;
    this.game = game;
    this.play = play;
    this.questions = new Questions(node.dataset.explore ?? "", game.slug, node.dataset.match ?? "");
    /** @type {Position | null} */
    this.position = null;
    this.asked = "";
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.waiting = undefined;
    this.band = choice(t("Strength"), BANDS);
    this.rules = "several" in node.dataset ? choice(t("Rules"), RULES) : null;
    this.mine = "own" in node.dataset ? make("input", { type: "checkbox" }) : null;
    this.said = make("p", { role: "status", class: "explorer-said" });
    this.content = make("div");
    const own = this.mine ? [make("label", { class: "explorer-mine" }, this.mine, t("My games only"))] : [];
    const filters = make("div", { class: "explorer-filters" }, this.band, ...(this.rules ? [this.rules] : []), ...own);
    node.append(filters, this.said, this.content);
    filters.addEventListener("change", () => this.look());
    node.addEventListener("toggle", () => this.look());
  }

  /** @param {Position | null} position */
  show(position) {
    this.position = position;
    this.look();
  }

  get isOpen() {
    return this.node instanceof HTMLDetailsElement ? this.node.open : !this.node.hidden;
  }

  get filters() {
    return { band: this.band.value, rules: this.rules?.value ?? "one", mine: /** @type {HTMLInputElement | null} */ (this.mine)?.checked ?? false };
  }

  /** Asks about the position on the board, unless it has been asked about already. */
  look() {
    if (!this.isOpen) return;
    const { position, filters } = this;
    const asked = JSON.stringify([position?.facts, filters]);
    if (asked === this.asked) return;
    this.asked = asked;
    clearTimeout(this.waiting);
    this.node.setAttribute("aria-busy", "true");
    this.waiting = setTimeout(async () => {
      const answer = await this.answer(position, filters);
      if (asked !== this.asked) return;
      this.node.removeAttribute("aria-busy");
      this.render(answer, position);
    }, REST_MS);
  }

  /**
   * @param {Position | null} position
   * @param {Filters} filters
   * @returns {Promise<Explored | string>} or why there is none
   */
  async answer(position, filters) {
    if (!position) return "";
    return position.to_move.length ? this.questions.ask(position.facts, filters) : t("The game is over.");
  }

  /**
   * @param {Explored | string} answer
   * @param {Position | null} position
   */
  render(answer, position) {
    if (typeof answer === "string" || !position) {
      this.said.textContent = String(answer);
      // A refusal may be over when the same position is shown again.
      this.asked = "";
      this.content.replaceChildren();
      return;
    }
    const [role] = position.to_move;
    const hadFocus = this.content.contains(document.activeElement);
    this.said.textContent = answer.games
      ? tn("{n} game reached this position.", "{n} games reached this position.", answer.games)
      : t("No games of two people have come here yet.");
    this.content.replaceChildren(
      ...this.worth(answer),
      ...(answer.moves.length ? [this.table(answer, role)] : []),
      ...this.matches(t("Strongest games"), answer.strongest),
      ...this.matches(t("Newest games"), answer.newest),
      ...(answer.games && answer.key ? [this.search(answer.key)] : []),
    );
    // The button that played a move is gone: the next choice of those who go on by keys takes its place.
    if (hadFocus) this.content.querySelector("button")?.focus({ preventScroll: true });
  }

  /** @param {Explored} answer */
  worth({ proof }) {
    if (!proof?.value) return [];
    return [make("p", { class: "judged-move" }, worthText(this.game, proof, proof.value, roleName), " ", proofMark(true))];
  }

  /**
   * @param {Explored} answer
   * @param {string} role to move
   */
  table(answer, role) {
    const head = [t("Move"), t("Games"), t("Results of {name}", { name: roleName(role) }), ...(answer.proof ? [t("Proved")] : [])];
    const rows = answer.moves.map((move) => this.row(move, answer, role));
    return make("table", { class: "explorer-moves" },
      make("thead", {}, make("tr", {}, ...head.map((text) => make("th", { scope: "col" }, text)))),
      make("tbody", {}, ...rows));
  }

  /**
   * @param {ExploredMove} move
   * @param {Explored} answer
   * @param {string} role
   */
  row(move, { games, proof }, role) {
    const { action } = move;
    const button = make("button", { type: "button", class: "explorer-move" }, leadingMoveName(this.game, action));
    button.addEventListener("click", () => this.play({ role, action }));
    const share = move.games ? ` ${t("{n} %", { n: Math.round((100 * move.games) / games) })}` : "";
    const number = make("td", {}, move.games.toLocaleString(language), make("small", {}, share));
    return make("tr", {}, make("th", { scope: "row" }, button), number, make("td", {}, ...bar(move)),
      ...(proof ? [make("td", { class: "explorer-value" }, ...this.value(move, proof))] : []));
  }

  /**
   * @param {ExploredMove} move
   * @param {NonNullable<Explored["proof"]>} proof
   */
  value({ value }, proof) {
    if (!value) return [];
    const words = worthText(this.game, proof, value, roleName);
    return [proofShape(true), " ", make("span", { "aria-hidden": "true", title: words }, shortValue(value)), make("span", { class: "unseen" }, words)];
  }

  /**
   * @param {string} title
   * @param {NamedMatch[]} matches
   */
  matches(title, matches) {
    if (!matches.length) return [];
    return [make("h3", {}, title), make("ul", { class: "explorer-games" }, ...matches.map((match) => this.line(match)))];
  }

  /** @param {NamedMatch} match */
  line({ id, ply, players, winner, band, ended }) {
    // Readers who hide the names of strangers see their sides, and no ratings.
    const isHidden = Object.values(players).includes("");
    const [first, second] = Object.entries(players).map(([role, name]) => ({ role, name: name || roleName(role) }));
    const [best, loser] = winner === second.role ? [second, first] : [first, second];
    const words = winner ? t("{winner} beat {loser}", { winner: best.name, loser: loser.name }) : t("{one} and {other} drew", { one: first.name, other: second.name });
    const href = `${(this.node.dataset.matches ?? "").replace("2222222222", id)}#${ply}`;
    const strength = isHidden || band === "unrated" ? "" : `${t(BANDS.find(([name]) => name === band)?.[1] ?? "")}, `;
    const day = new Date(ended).toLocaleDateString(language, { day: "numeric", month: "short", year: "numeric" });
    return make("li", {}, make("a", { href }, words), make("small", {}, `${strength}${day}`));
  }

  /** @param {string} key */
  search(key) {
    const query = new URLSearchParams({ game: this.game.slug, position: key });
    return make("p", {}, make("a", { class: "way", href: `${this.node.dataset.history}?${query}` }, t("All games with this position")));
  }
}

/**
 * @param {string} label
 * @param {string[][]} options values and words
 * @returns {HTMLSelectElement}
 */
function choice(label, options) {
  return /** @type {HTMLSelectElement} */ (
    make("select", { "aria-label": label }, ...options.map(([value, words]) => make("option", { value }, t(words))))
  );
}

/**
 * "Win +8", "Loss", "Draw", for the role to move: the number where it is proved.
 * @param {Value} value
 */
function shortValue({ kind, score, outcome }) {
  if (!outcome) return t("Draw");
  const word = outcome > 0 ? t("Win") : t("Loss");
  return kind === "exact" ? `${word} ${score > 0 ? "+" : "−"}${Math.abs(score)}` : word;
}

/**
 * A bar of the results, with their numbers for screen readers; the parts differ in pattern too.
 * @param {ExploredMove} move
 */
function bar({ games, won, drawn, lost }) {
  if (!games) return [];
  const words = t("won {won}, drew {drawn}, lost {lost}", { won, drawn, lost });
  const parts = /** @type {[string, number][]} */ ([["won", won], ["drawn", drawn], ["lost", lost]]).filter(([, n]) => n);
  const spans = parts.map(([name, n]) => {
    const share = Math.round((100 * n) / games);
    const part = make("span", { class: name }, share >= 15 ? `${share}` : "");
    part.style.flexGrow = String(n);
    return part;
  });
  return [make("span", { class: "unseen" }, words), make("span", { class: "explorer-bar", "aria-hidden": "true", title: words }, ...spans)];
}
