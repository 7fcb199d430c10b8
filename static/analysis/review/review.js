/**
 * Review of a match, with variations. The match page loads this on demand, see match/enhancements.js.
 *
 * @import { Notice } from "../../match/announce/notice.js"
 * @import { MatchController } from "../../match/match_controller.js"
 * @import { Playback } from "../../match/navigation/playback.js"
 * @import { Prompt } from "../../match/offers/prompts.js"
 *
 * @typedef {Object} Review
 * @property {() => void} render       with every render of the page
 * @property {() => Prompt[]} prompts  its prompts beside the board
 * @property {() => void} toggle       "Try moves", on and off; in a variation back to the match
 * @property {() => void} together   begins a shared review, or joins it
 * @property {(way: 1 | -1) => void} mistake   to the next one, or to the one before
 */

import { gameOf } from "../../boards/games.js";
import { byId, visible } from "../../match/dom.js";
import { t } from "../../i18n.js";
import { addStyles } from "../../late_styles.js";
import { ExplorerBeside } from "../../explorer/explorer_beside.js";
import { Analysis } from "./analysis.js";
import { AnalysisPanel, BetterMove, MoveMarks } from "./analysis_panel.js";
import { LinePlayer } from "./line_player.js";
import { Overview } from "./overview.js";
import { PositionWorth } from "./position_worth.js";
import { followLink, linkTo } from "./variation_links.js";
import { VariationList } from "./variation_list.js";
import { VariationTree } from "./variation_tree.js";
import { Notes } from "./notes.js";
import { Variations } from "./variations.js";
import { KeptMoves } from "../../study/kept_moves.js";
import { Study } from "../../study/study.js";

/** Minimum length of a swipe in px, and how much longer it is across than down. */
const SWIPE_MIN_LENGTH = 48;
const SWIPE_MIN_RATIO = 2;

/**
 * @param {MatchController} controller
 * @param {Playback} playback
 * @param {Notice} notice
 * @param {HTMLElement} page
 * @returns {Review}
 */
export function openReview(controller, playback, notice, page) {
  const { state: live } = controller;
  const { nav } = playback;
  const changed = () => controller.changed();
  addStyles(page.dataset.styles);
  const { id, game } = live.match;
  const at = (/** @type {string} */ way) => (page.dataset.events ?? "").replace(/events$/, way);
  const tree = new VariationTree();
  const kept = new KeptMoves(at("variations"), id, tree, (action) => gameOf(game).continues(action));
  const variations = new Variations(nav, notice, tree, () => kept.keep());
  const lines = new VariationList(variations, byId("moves", HTMLElement));
  const button = byId("try", HTMLButtonElement);
  const analysis = new Analysis(at("review"), changed);
  const better = new BetterMove(variations);
  const worth = new PositionWorth(page.dataset.analyse ?? "", game, changed);
  const player = new LinePlayer(variations);
  const panel = new AnalysisPanel(playback, analysis, better, worth, player);
  const marks = new MoveMarks(live, analysis, byId("moves", HTMLElement));
  const course = new Overview(playback, at("summary"), analysis);
  const notes = new Notes(nav, at("notes"));
  const study = new Study(variations, playback, notes, page);
  const explorer = new ExplorerBeside(variations);
  const tools = byId("course-tools", HTMLElement);
  const afterwards = ["mistake-before", "mistake-after", "find-better", "show-best", "play-from-here", "to-analysis-board"].map((one) => byId(one, HTMLElement));
  const board = byId("to-analysis-board", HTMLAnchorElement);
  const onward = byId("play-from-here", HTMLAnchorElement);
  tools.append(notes.node);
  variations.start();
  lines.start();
  course.start();
  notes.start();
  kept.start(changed);
  study.start();
  panel.start();
  stepBySwipe(nav.boardView.board, () => page.dataset.room === "review", (way) => playback.take(way));
  let opened = false;

  byId("result-picture", HTMLButtonElement).addEventListener("click", async () => {
    try {
      const { publicResult, resultPicture, share } = await import("./result_picture.js");
      await share(await resultPicture(at("position.png"), publicResult(live)), `${game}-${id}.png`);
    } catch {
      notice.explain(t("The picture can't be made now. Try again."));
    }
  });

  /** The part of an address that leads to the position on the board. */
  const here = () => {
    const { ply, path } = variations.place;
    const moves = path.map(({ action }) => gameOf(game).notation(action)).join(" ");
    return `?${new URLSearchParams({ match: id, ply: String(ply), ...(moves && { moves }) })}`;
  };

  const toggle = () => {
    if (variations.path.length) variations.leave();
    else if (variations.trying) variations.end();
    else variations.begin();
  };

  const copy = async () => {
    const { origin, pathname } = window.location;
    const { ply, path } = variations.place;
    const link = origin + pathname + linkTo(game, ply, path);
    try {
      await navigator.clipboard.writeText(link);
      notice.tell(t("The link to this variation is copied."));
    } catch {
      // There is no clipboard without https; the address bar has the link.
      notice.tell(t("The link to this variation is in the address bar."));
    }
  };

  return {
    render() {
      const link = playback.takeLink();
      if (link) followLink(variations, link);
      variations.render();
      lines.render();
      course.render();
      notes.render();
      const over = live.match.status === "over";
      if (!opened && over && page.dataset.room === "review") {
        opened = true;
        // Those who played need not ask for it: it is what they come for.
        analysis.open(live.you.length > 0 && nav.last > 0);
      }
      visible(tools, nav.last > 0);
      for (const tool of afterwards) visible(tool, over);
      board.setAttribute("href", `${page.dataset.board}${here()}`);
      onward.setAttribute("href", `${page.dataset.fromHere}${here()}`);
      better.render();
      player.render();
      panel.render();
      marks.render();
      explorer.render();
      button.setAttribute("aria-pressed", String(variations.trying));
      if (page.hasAttribute("data-tries") === variations.trying) return;
      page.toggleAttribute("data-tries", variations.trying);
      changed();
    },

    prompts() {
      if (!variations.trying || study.follows) return [];
      const stop = { label: t("Stop trying"), go: () => variations.end() };
      if (!variations.path.length) {
        return [{ key: "try", text: t("Move for both sides. It doesn't change the match."), said: "", actions: [stop] }];
      }
      const [role] = variations.position.to_move;
      const actions = [
        { label: t("Done"), primary: true, go: () => variations.leave() },
        { label: t("Copy link"), go: copy },
        { label: t("Delete"), go: () => variations.remove() },
      ];
      if (live.match.status === "over" && !worth.worthOf(variations.position.facts)) {
        actions.push({ label: t("What is it worth?"), go: () => worth.ask(variations.position.facts) });
      }
      if (live.match.status === "over" && role) {
        actions.push({ label: t("Play from here"), go: async () => window.location.assign(`${page.dataset.fromHere}${here()}`) });
      }
      if (String(variations.position.legal[role]) === "noop") {
        actions.unshift({ label: t("Pass"), primary: false, go: () => variations.act({ role, action: "noop" }) });
      }
      const text = `${variations.words}. ${variations.turn} ${panel.worthText()}`.trim();
      return [{ key: `tried ${actions.length} ${text}`, text, said: "", actions }];
    },

    toggle,
    together: () => void study.review.begin(),
    mistake: (way) => panel.step(way),
  };
}

/**
 * A finger drawn across the board steps through the moves in review: to the left it goes on, to the right it goes back.
 * @param {HTMLElement} board
 * @param {() => boolean} allowed   in play it does nothing
 * @param {(way: "back" | "forward") => unknown} step
 */
function stepBySwipe(board, allowed, step) {
  /** @type {PointerEvent | null} the only finger that is down */
  let down = null;
  board.addEventListener("pointerdown", (event) => {
    down = event.pointerType === "touch" && event.isPrimary ? event : null;
  });
  board.addEventListener("pointerup", (event) => {
    if (!down || event.pointerId !== down.pointerId || !allowed()) return;
    const [across, along] = [event.clientX - down.clientX, event.clientY - down.clientY];
    down = null;
    if (Math.abs(across) >= SWIPE_MIN_LENGTH && Math.abs(across) > SWIPE_MIN_RATIO * Math.abs(along)) step(across < 0 ? "forward" : "back");
  });
}
