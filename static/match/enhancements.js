/**
 * Parts that the first move does not need: hints, typed moves, shortcuts, offers, watching, review. Loaded after the rest of the page.
 * match_controller.js describes the pattern of parts.
 *
 * @import { Review } from "../analysis/review/review.js"
 * @import { Notice } from "./announce/notice.js"
 * @import { Confirmation } from "./controls/confirm.js"
 * @import { ShortcutActions } from "./controls/shortcuts.js"
 * @import { MatchController } from "./match_controller.js"
 * @import { MatchNavigator } from "./navigation/navigator.js"
 * @import { Playback } from "./navigation/playback.js"
 * @import { Prompt } from "./offers/prompts.js"
 * @import { Frame } from "./types.js"
 */

import { isYou } from "../boards/text/phrases.js";
import { ChatLoader } from "../chat/chat_loader.js";
import { follow } from "../preferences.js";
import { t } from "../i18n.js";
import { addStyles } from "../late_styles.js";
import { offerHints } from "./controls/hints.js";
import { MoveInput } from "./controls/move_input.js";
import { Shortcuts } from "./controls/shortcuts.js";
import { Tabs } from "./controls/tabs.js";
import { nameOf } from "./controls/seats.js";
import { byId, focusBoard } from "./dom.js";
import { fetchLateParts } from "./late_parts.js";
import { BeatStepper } from "./navigation/beat_stepper.js";
import { OfferButtons } from "./offers/offer_buttons.js";
import { Pauses } from "./offers/pauses.js";
import { pendingPrompts } from "./offers/pending_prompts.js";
import { PromptList } from "./offers/prompts.js";
import { TurnAlert } from "./time/clocks.js";

const RESEATED_MS = 2000;

class ReviewLoader {
  /**
   * @param {MatchController} controller
   * @param {Playback} playback
   * @param {Notice} notice
   */
  constructor(controller, playback, notice) {
    this.controller = controller;
    this.playback = playback;
    this.notice = notice;
    /** @type {Review | null} */
    this.review = null;
    /** @type {Promise<void> | null} */
    this.opening = null;
    this.kept = byId("match", HTMLElement).hasAttribute("data-tried") || hasUnsent(controller.state.match.id);
  }

  start() {
    byId("try", HTMLButtonElement).addEventListener("click", () => this.toggle());
    byId("review-together", HTMLButtonElement).addEventListener("click", () => this.open().then(() => this.review?.together(), () => {}));
  }

  render() {
    if (this.playback.linked || this.kept || this.controller.state.match.status === "over") this.open().catch(() => {});
    this.review?.render();
  }

  /** @returns {Promise<void>} rejected if the review can't be loaded; the next call tries again */
  open() {
    this.opening ??= import("../analysis/review/review.js").then(({ openReview }) => {
      this.review = openReview(this.controller, this.playback, this.notice, byId("match", HTMLElement));
      this.controller.changed();
    }).catch((error) => {
      this.opening = null;
      throw error;
    });
    return this.opening;
  }

  async toggle() {
    try {
      await this.open();
      this.review?.toggle();
    } catch {
      this.notice.explain(t("No connection. Moves can't be tried now."));
    }
  }

  /** @returns {Prompt[]} */
  prompts() {
    return this.review?.prompts() ?? [];
  }
}

/**
 * Whether this tab has tried moves that the server doesn't have: see static/study/kept_moves.js.
 * @param {string} match
 */
function hasUnsent(match) {
  try {
    return `variations ${match}` in sessionStorage;
  } catch {
    return false;
  }
}

/** Focuses the first button of the prompts, if there is any. */
function focusPrompts() {
  const button = byId("prompts", HTMLElement).querySelector("button");
  button?.focus();
  return button !== null;
}

/**
 * Actions of the shortcuts.
 * @param {Playback} playback
 * @param {{moveInput: MoveInput, beatStepper: BeatStepper, review: ReviewLoader, chat: ChatLoader}} enhancements
 * @returns {ShortcutActions}
 */
function shortcutActions(playback, { moveInput, beatStepper, review, chat }) {
  const { nav, announcer } = playback;
  const { board } = nav.boardView;
  const tell = async (/** @type {"choices" | "lastMove" | "position" | "times" | "turn"} */ what) => {
    try {
      const asked = await import("./announce/spoken_answers.js");
      announcer.say(asked[what](nav));
    } catch {
      announcer.say(t("No connection. That can't be sent now."));
    }
  };
  // Preloaded at the first key: it may be needed when the connection is lost.
  document.addEventListener("keydown", () => void import("./announce/spoken_answers.js").catch(() => {}), { once: true });
  return {
    board: focusBoard,
    next: () => board.seek(1) || tell("choices"),
    previous: () => board.seek(-1) || tell("choices"),
    type: () => moveInput.focus(),
    position: () => tell("position"),
    last: () => tell("lastMove"),
    possible: () => tell("choices"),
    turn: () => tell("turn"),
    times: () => tell("times"),
    chat: () => chat.open(),
    between: () => focusPrompts() || announcer.say(t("There is no open offer.")),
    flip: () => byId("flip", HTMLButtonElement).click(),
    replay: () => byId("replay", HTMLButtonElement).click(),
    dropBack: () => beatStepper.back(),
    dropOn: () => beatStepper.on(),
    hold: () => beatStepper.holdOrGoOn(),
    back: () => playback.take("back"),
    backPly: () => playback.take("backPly"),
    forward: () => playback.take("forward"),
    forwardPly: () => playback.take("forwardPly"),
    first: () => playback.take("first"),
    try: () => review.toggle(),
    mistake: () => review.review?.mistake(1),
    mistakeBefore: () => review.review?.mistake(-1),
    live: () => playback.goLive(),
    ...(document.getElementById("next-board") && { nextBoard: () => byId("next-board", HTMLElement).click() }),
  };
}

/**
 * Fills the choice of who may watch when the viewer unfolds it. If loading fails it folds again, so that unfolding it tries again.
 * @param {MatchController} controller
 * @param {Notice} notice
 */
function fillVisibility(controller, notice) {
  const fold = document.getElementById("visibility");
  const place = fold?.querySelector("fieldset");
  if (!(fold instanceof HTMLDetailsElement) || !place) return;
  let filled = false;
  const fill = async () => {
    if (filled || !fold.open) return;
    filled = true;
    try {
      const [{ offerVisibility }, { NearbySwitch }] = await Promise.all([import("../watch/visibility.js"), import("../watch/nearby_switch.js")]);
      controller.subscribe({ render: offerVisibility(controller, place) });
      if (!("nearby" in fold.dataset)) return;
      const nearby = new NearbySwitch(controller, notice.announcer);
      fold.append(nearby.node);
      controller.subscribe(nearby);
    } catch {
      [filled, fold.open] = [false, false];
      notice.explain(t("No connection. Who may watch can't be changed now."));
    }
  };
  fold.addEventListener("toggle", fill);
  void fill();
}

/**
 * Shows the end of a round to those who look at the board as it is now.
 * @param {MatchNavigator} nav
 * @param {Frame[]} fresh
 */
function fetchRoundEnd(nav, fresh) {
  const [newest] = fresh.slice(-1);
  if (nav.place !== null || !newest?.plies.some(({ trace }) => trace.some((step) => step.do === "round"))) return;
  import("./announce/round_end.js").then(({ celebrateRound, endsRound }) => {
    if (endsRound(newest.plies)) return celebrateRound(nav, newest.plies);
  }, () => {});
}

/** Replays the clicks that came before this module: static/early_clicks.js. */
function replayEarlyClicks() {
  for (const control of document.querySelectorAll("button[data-waits], form[data-waits]")) {
    const pressed = control.getAttribute("data-waits") === "pressed";
    control.removeAttribute("data-waits");
    if (pressed && control instanceof HTMLFormElement) control.requestSubmit();
    else if (pressed && control instanceof HTMLElement) control.click();
  }
}

/**
 * Loads the notifications of events while nobody looks at the page, once the viewer enables them.
 * @param {MatchController} controller
 */
function offerNotifications(controller) {
  let offered = false;
  follow("notifications", (value) => {
    if (value !== "on" || offered) return;
    offered = true;
    import("../notify/match_notifications.js").then(({ tellOf }) => controller.subscribe(tellOf(controller.state)), () => (offered = false));
  });
}

/**
 * Offers notifications in a match by days to a player whose browser has not been asked.
 * @param {MatchController} controller
 */
function offerPush(controller) {
  const { you, match, playing } = controller.state;
  if (you.length !== 1 || !playing || match.terms.time?.kind !== "days") return;
  import("../notify/push_offer.js").then(({ PushOffer }) => {
    controller.subscribe(new PushOffer(controller));
    controller.changed();
  }, () => {});
}

/**
 * @param {MatchController} controller
 * @param {Playback} playback
 * @param {Confirmation} confirmation
 * @param {Notice} notice
 */
export function attachEnhancements(controller, playback, confirmation, notice) {
  const { state: live } = controller;
  const { nav, announcer } = playback;
  const { board } = nav.boardView;
  const page = byId("match", HTMLElement);
  const hints = offerHints(board, {
    ask: (question) => controller.tryAction(question),
    say: (text) => announcer.hint(text),
    allowed: () => live.match.terms.hints && !document.hidden && !nav.boardView.moving.length,
  });
  const tabs = new Tabs(byId("tabs", HTMLElement), "(640px < width < 1100px)");
  const moveInput = new MoveInput(nav, confirmation, notice, tabs);
  const beatStepper = new BeatStepper(playback);
  const review = new ReviewLoader(controller, playback, notice);
  const chat = new ChatLoader(controller, notice, tabs);
  const shortcuts = new Shortcuts(shortcutActions(playback, { moveInput, beatStepper, review, chat }));
  const offerButtons = new OfferButtons(controller);
  const pauses = new Pauses(controller, nav);
  for (const part of [shortcuts, beatStepper, offerButtons, pauses, review, tabs, chat]) part.start();

  let { programs } = live.match;
  /** @param {Frame} frame */
  const tell = async (frame) => {
    const others = frame.programs?.filter((role) => !programs.includes(role) && !isYou(role, live.you)) ?? [];
    for (const role of others) notice.tell(t("A program plays for {name}.", { name: nameOf(live.match.seats, role) }));
    programs = frame.programs ?? programs;
    // The seat goes on under an account, to which this browser is just logging in.
    if (frame.what === "reseated" && live.you.some((role) => role === frame.role)) setTimeout(() => location.reload(), RESEATED_MS);
    // What was played stands on the board, and is said with it.
    const told = frame.plies.length ? null : await import("./offers/event_text.js").catch(() => null);
    const text = told?.eventText(live, frame);
    if (text) notice.tell(text);
  };
  for (const part of [review, beatStepper, new TurnAlert(nav), moveInput, confirmation, offerButtons, pauses]) controller.subscribe(part);
  controller.subscribe({
    render() {
      if (nav.place !== null || nav.variation || page.hasAttribute("data-tries")) addStyles(page.dataset.roomStyles);
      hints.refresh();
      chat.changed();
    },
    events: (fresh) => {
      fresh.forEach(tell);
      fetchRoundEnd(nav, fresh);
    },
    chat: (news) => chat.hear(news),
    prompts: () => pendingPrompts(controller),
  });
  controller.subscribe(new PromptList(byId("prompts", HTMLElement), controller, announcer));
  fillVisibility(controller, notice);
  fetchLateParts(nav, notice);
  offerNotifications(controller);
  offerPush(controller);
  replayEarlyClicks();
}
