/**
 * Overview of the match: the score chart, the numbers at the ply on the board, the rounds, and the speed of autoplay.
 *
 * @import { Playback } from "../../match/navigation/playback.js"
 * @import { Analysis } from "./analysis.js"
 * @import { Speed } from "../../match/navigation/autoplay.js"
 * @import { Chapter, Summary } from "./summary.js"
 */

import { roleName } from "../../boards/text/phrases.js";
import { byId, make, setText, visible } from "../../match/dom.js";
import { nameOf, playerMark } from "../../match/controls/seats.js";
import { moveNumber } from "../../match/navigation/place_text.js";
import { countdown, spokenTime } from "../../match/time/clock.js";
import { getJson } from "../../http.js";
import { t, tn } from "../../i18n.js";
import { pointsOf, ScoreChart, ValueChart } from "./charts.js";
import { chapterOf, highlights, plyOf, rowOf, scoresAt, unpacked } from "./summary.js";

/** Minimum time in ms between two summaries of a running match. */
const AGAIN = 10_000;

export class Overview {
  /**
   * @param {Playback} playback
   * @param {string} url of the summary
   * @param {Analysis} analysis
   */
  constructor(playback, url, analysis) {
    this.playback = playback;
    this.nav = playback.nav;
    this.live = this.nav.live;
    this.url = url;
    /** @type {Summary | null} */
    this.summary = null;
    this.asked = -Infinity;
    this.analysis = analysis;
    this.chart = new ScoreChart();
    this.values = new ValueChart(this.chart);
    this.numbers = make("p", { class: "course-numbers" });
    this.rounds = /** @type {HTMLSelectElement} */ (make("select", { "aria-label": t("Round") }));
    this.span = make("button", { type: "button", class: "tool", "aria-pressed": "false" }, t("This round"));
    this.speed = byId("autoplay-speed", HTMLSelectElement);
    this.ways = make("div", { class: "course-ways", hidden: "" }, this.rounds, this.span);
    this.node = byId("course", HTMLElement);
    this.drawn = "";
  }

  start() {
    this.node.replaceChildren(make("div", { class: "course-head" }, this.numbers, this.ways), this.chart.svg, this.values.svg);
    for (const { svg } of [this.chart, this.values]) {
      svg.addEventListener("pointerdown", (event) => {
        svg.setPointerCapture(/** @type {PointerEvent} */ (event).pointerId);
        this.drag(/** @type {PointerEvent} */ (event));
      });
      svg.addEventListener("pointermove", (event) => {
        if (svg.hasPointerCapture(/** @type {PointerEvent} */ (event).pointerId)) this.drag(/** @type {PointerEvent} */ (event));
      });
    }
    this.rounds.addEventListener("change", () => this.goToRound(Number(this.rounds.value)));
    this.span.addEventListener("click", () => {
      this.span.setAttribute("aria-pressed", String(this.span.getAttribute("aria-pressed") !== "true"));
      this.render();
    });
    this.playback.setTempo({
      speed: () => /** @type {Speed} */ (this.speed.value),
      spent: (ply) => this.summary?.spent[rowOf(this.summary, ply)],
    });
  }

  /** Loads the summary if the match has changed since. */
  async refresh() {
    const { head } = this.live.log;
    if ((this.summary && this.summary.upto >= head) || Date.now() - this.asked < AGAIN) return;
    this.asked = Date.now();
    try {
      this.take(unpacked(await getJson(this.url)));
    } catch {
      // Requested again with the next change.
    }
  }

  /** @param {Summary} summary */
  take(summary) {
    const known = this.summary?.ply.length ?? 0;
    this.summary = summary;
    const { line } = this.live.log;
    for (const row of summary.back) if (row >= known) line.rewind(summary.ply[row], summary.ply[row - 1] ?? 0);
    this.rounds.replaceChildren(...summary.chapters.map((one, i) => make("option", { value: String(i) }, roundText(one))));
    this.chart.svg.setAttribute("aria-label", this.words(summary));
    this.drawn = "";
    this.playback.render();
    this.render();
  }

  render() {
    this.refresh();
    const { summary, nav } = this;
    if (!summary) return;
    visible(this.node, summary.ply.length > 1);
    if (this.node.hidden) return;
    const row = rowOf(summary, nav.within);
    const chapter = chapterOf(summary, row);
    const many = summary.chapters.length > 1;
    visible(this.ways, many);
    const shown = many && this.span.getAttribute("aria-pressed") === "true" ? chapter : -1;
    const wanted = `${summary.upto} ${shown} ${this.analysis.decisions.length}`;
    if (wanted !== this.drawn) this.draw(summary, shown);
    this.drawn = wanted;
    this.chart.point(row);
    this.values.point(row);
    if (many && this.rounds.value !== String(chapter)) this.rounds.value = String(chapter);
    this.tell(summary, row);
  }

  /**
   * @param {Summary} summary
   * @param {number} chapter to be drawn alone; -1: everything
   */
  draw(summary, chapter) {
    this.chart.draw(summary, chapter);
    const points = pointsOf(this.analysis.decisions, summary);
    this.values.svg.toggleAttribute("data-empty", !points.length);
    if (!points.length) return;
    this.values.draw(points);
    const { length } = points.filter(({ proved }) => proved);
    const text = t("Value of the positions: {n} of {of} are proved.", { n: length, of: points.length });
    this.values.svg.setAttribute("aria-label", text);
  }

  /**
   * "South 10 · North 7 · Shells in the storehouse · South has 7 houses, North 5 · Thinking time 0:04"; no numbers of a game
   * that counts nothing
   * @param {Summary} summary
   * @param {number} row
   */
  tell(summary, row) {
    if (!this.numbers.childElementCount) {
      this.numbers.append(
        ...summary.roles.flatMap((role, side) => [
          make("span", { class: `course-key side-${side}` }, playerMark(this.live.match.game, role),
            make("span", { class: "unseen" }, `${roleName(role)} `), make("strong", {})),
        ]),
        make("span", { class: "course-counted" }, summary.counted),
        make("span", { class: "course-houses", title: t("The other houses are burnt in this round.") }),
        make("span", { class: "course-spent" }),
      );
    }
    const scores = scoresAt(summary, row);
    this.numbers.querySelectorAll("strong").forEach((strong, side) => setText(strong, String(scores[side] ?? "")));
    const houses = summary.chapters[chapterOf(summary, row)]?.houses ?? [];
    const [first, second] = summary.roles.map(roleName);
    const burnt = new Set(houses).size > 1
      ? t("{first} has {n} houses, {second} {m}", { first, n: houses[0], second, m: houses[1] })
      : "";
    setText(this.part("course-houses"), burnt);
    setText(this.part("course-spent"), row < 0 ? "" : t("Thinking time {time}", { time: countdown(summary.spent[row]) }));
  }

  /** @param {string} name */
  part(name) {
    return /** @type {Element} */ (this.numbers.querySelector(`.${name}`));
  }

  /**
   * Text alternative of the picture.
   * @param {Summary} summary
   */
  words(summary) {
    const { counted, roles, ply } = summary;
    const { changes, lead, longest } = highlights(summary);
    const { seats } = this.live.match;
    const number = (/** @type {number} */ row) => moveNumber(this.live, plyOf(summary, row));
    const last = scoresAt(summary, ply.length - 1).map((n, side) => `${nameOf(seats, roles[side])} ${n}`).join(", ");
    const said = counted ? [t("{counted}: {scores}.", { counted, scores: last })] : [];
    if (lead) {
      const args = { name: nameOf(seats, lead.role), by: lead.by, n: number(lead.row) };
      said.push(t("Largest lead: {name} by {by}, at move {n}.", args));
      said.push(tn("The lead changed {n} time.", "The lead changed {n} times.", changes));
    }
    if (longest) said.push(t("Longest thought: {time}, before move {n}.", { time: spokenTime(longest.ms), n: number(longest.row) }));
    return said.join(" ");
  }

  /** @param {PointerEvent} event */
  drag({ clientX }) {
    if (!this.summary) return;
    const { line } = this.live.log;
    this.playback.scrubTo(line.plyAt(line.count(plyOf(this.summary, this.chart.rowAt(clientX)))));
  }

  /** @param {number} index */
  async goToRound(index) {
    if (!this.summary) return;
    this.playback.stop();
    await this.nav.goTo(plyOf(this.summary, this.summary.chapters[index].row));
    this.playback.announcer.say(`${roundText(this.summary.chapters[index])}. ${this.playback.placeText()}`);
  }
}

/**
 * "Round 3: 52–46", or only the number of a running one
 * @param {Chapter} chapter
 */
function roundText({ number, end }) {
  const [ours, theirs] = end;
  return end.length ? t("Round {n}: {ours}–{theirs}", { n: number, ours, theirs }) : t("Round {n}", { n: number });
}
