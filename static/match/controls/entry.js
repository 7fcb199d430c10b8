import { GAMES } from "../../boards/games.js";
import { orList } from "../../boards/scene.js";
import { t } from "../../text.js";
import { byId, visible } from "../dom.js";
import { goals, possible, possibleSentences } from "../saying/possible.js";

/**
 * A move typed as the list of moves writes it, or as one would say it: "3", "house 3", "d7-d6", "d7 d6", "xa1", "pass".
 * Only what the server lists as legal is ever found.
 *
 * @typedef {import("../sending/commands.js").Commands} Commands
 * @typedef {import("./confirm.js").Confirmation} Confirmation
 * @typedef {import("../saying/possible.js").Possible} Possible
 * @typedef {import("../looking/viewing.js").Viewing} Viewing
 */

/** More than any move is long. */
const LONGEST = 24;

/**
 * @param {string} slug
 * @param {string} text
 * @param {Possible[]} all
 * @returns {{act: Possible} | {ask: string} | {say: string}} the one that is meant; what is still to be said of it; or
 *   what else could have been
 */
export function understand(slug, text, all) {
  const typed = readings(text);
  const act = all.find((one) => names(slug, one).some((name) => typed.includes(name)));
  if (act) return { act };
  const from = all.map(({ places: [one] }) => one).find((one) => one && typed.includes(plain(one)));
  if (from) return { ask: t("{from} can go to {to}.", { from, to: orList(goals(all, from)) }) };
  const no = t("“{text}” can't be played.", { text: text.trim().slice(0, LONGEST) });
  return { say: [no, ...possibleSentences(all)].join(" ") };
}

/**
 * Everything that an action may be called, plain.
 * @param {string} slug
 * @param {Possible} one
 * @returns {string[]}
 */
function names(slug, { role, action, places }) {
  if (action === "noop") return ["pass", plain(t("Pass")), "noop"];
  const { notation, stops, words } = GAMES[slug];
  const said = stops(action).map((stop) => words.at(stop, role));
  return [notation(action), ...[said, places].flatMap((parts) => [parts.join(" "), parts.join(t(" to "))])].flatMap(readings);
}

/**
 * The text as it stands, and without the words before what counts: "take the storehouse" is "storehouse".
 * @param {string} text
 */
function readings(text) {
  if (/^\s*[-–—]+\s*$/.test(text)) return ["pass"];
  return [plain(text), plain(text.replace(/^\s*(\p{L}{2,}\s+)+/u, ""))];
}

/**
 * Letters and digits alone: "c3 x e5" and "C3xE5" are the same.
 * @param {string} text
 */
function plain(text) {
  return text.normalize("NFKC").toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}

export class Entry {
  /**
   * @param {Viewing} viewing
   * @param {Commands} commands
   * @param {Confirmation} confirmation
   * @param {import("../saying/notice.js").Notice} notice
   * @param {import("./tabs.js").Tabs} tabs
   */
  constructor(viewing, commands, confirmation, notice, tabs) {
    this.viewing = viewing;
    this.live = viewing.live;
    this.commands = commands;
    this.confirmation = confirmation;
    this.notice = notice;
    this.tabs = tabs;
    this.form = byId("entry", HTMLFormElement);
    this.field = byId("typed", HTMLInputElement);
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.play(this.field.value);
    });
  }

  /** What was typed stays, whatever happens on the board. */
  render() {
    visible(this.form, (this.live.playing && this.live.you.length > 0) || this.tries);
  }

  /** Whether the board takes moves where the match does not go on: they are tried, not played. */
  get tries() {
    return !(this.live.playing && this.viewing.place === null) && this.viewing.stage.board.view.roles.length > 0;
  }

  focus() {
    if (this.form.hidden) {
      this.notice.tell(t("There is nothing to play here."));
      return;
    }
    this.tabs.uncover(this.form);
    this.field.focus();
  }

  /** @param {string} text */
  async play(text) {
    const { live: { match, position, you }, viewing: { stage: { board } }, tries } = this;
    if (!text.trim()) return;
    const all = tries ? possible(match.game, board.position, board.view.roles) : possible(match.game, position, you);
    const hindrance = tries ? "" : this.hindrance(all);
    const found = hindrance ? { say: hindrance } : understand(match.game, text, all);
    if ("say" in found) this.notice.explain(found.say);
    else if ("ask" in found) this.notice.tell(found.ask);
    else if (tries) {
      this.clear(text);
      board.emit("act", found.act);
    } else if (await this.confirmation.typed(found.act.role, found.act.action)) this.clear(text);
  }

  /**
   * Why nothing can be played at the moment, whatever is typed.
   * @param {Possible[]} all
   */
  hindrance(all) {
    if (this.viewing.place !== null) return t("You look back. Go to the live position to play.");
    if (!all.length) return t("It is not your turn.");
    return this.commands.acting ? t("Your move is on its way") : "";
  }

  /**
   * The move was done, or waits for a word; what has been typed since stays.
   * @param {string} text
   */
  clear(text) {
    if (this.field.value === text) this.field.value = "";
  }
}
