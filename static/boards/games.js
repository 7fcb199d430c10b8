/**
 * Games as their drawings describe them: which stops there are, how facts become a scene, and how actions are written.
 * No rules are known here: the server sends the legal actions and what happened.
 *
 * The drawing, static/games/<slug>/board.svg or made by games_app/drawing/sowing_board.py, has on its stops `data-name`
 * (how people write the stop), `data-owner` (the role that it belongs to, if that is fixed) and `data-fact` (the path to its number in the facts, if the facts
 * name it differently), and on the places of pits `data-full` (how many stones a refilled pit holds). Its `<metadata>`
 * has three kinds of elements:
 *
 * - `<game>`: `roles` (first to move first; the server fills them in), `material` (what its pieces sound like), `secret` (the phase in which roles choose
 *   in secret), `score` (what is counted: `store`, what lies in a role's store; `pieces`, its pieces on the board; or a fact with
 *   a number for each role);
 * - `<words>`: see text/game_words.js;
 * - `<action>`, one for each verb, the usual one first: `notation` with {0} and {1} for its stops, which the server derives
 *   from the rules; `task`, the prompt for the player who can do it; `choice`, a sentence that lists the choices; `continues`, the verb whose sowing it continues;
 *   `unsaid-after`, the verb after which it is left out of a written decision; `all-at-once` where one button does all legal ones;
 *   `button`, the words on the button of an action that has no stops.
 *
 * games_app/drawing/plan.py and scene.py read the same. A module holds everything that a drawing can't express,
 * static/games/<slug>/game.js, which registers itself by `addModule`.
 *
 * @import { Material } from "./sound/sound_cues.js"
 * @import { Position, Prediction, Role, Scene, Step, Stop } from "./types.js"
 *
 * @typedef {{kind: string, name: string, owner: Role | null, fact: string | null}} StopInfo
 *
 * @typedef {Object} Action   one verb
 * @property {string} notation
 * @property {string | null} task
 * @property {string | null} choice
 * @property {string | null} continues
 * @property {string | null} unsaidAfter
 * @property {string | null} button
 * @property {boolean} allAtOnce
 *
 * Additions of a game's own module.
 *
 * @typedef {Object} GameModule
 * @property {(stops: Stop[], position: Position, role: Role) => string | null} [wouldBe]
 * @property {(facts: any) => any} [askable]   facts that the rules accept, where the viewer's hide a secret
 * @property {(facts: any, role: Role) => {facts: any, firstLap: boolean} | null} [ahead]
 *   facts on which to ask where a choice would lead, if not these; firstLap: no more of the answer is certain; null: nothing
 * @property {(facts: any, role: Role) => string | null} [waits]   what a role waits for, if not for its turn
 * @property {(facts: any) => Stop | null} [begun]   the stop of a piece that must go on, in a turn of several actions
 * @property {(facts: any, role: Role) => string | null} [asks]   what a role is asked for, where its actions don't say it
 * @property {(facts: any) => string} [explains]   why the players are asked for what they are, or what holds now, in a sentence for everybody
 * @property {(facts: any) => string} [course]   how far a match has come: its round, or the number of the last move and of the last one allowed
 * @property {(steps: Step[]) => string[]} [gains]   what a role has won by its move, as what it was for: "to capture 5 stones"
 * @property {Record<string, import("../analysis/reason_words.js").ReasonWords>} [reasons]   sentences about what only this game has, by kind
 * @property {(facts: any) => string} [ending]   why the rules ended a match, as part of a sentence: "60 moves played"
 * @property {(position: Position, role: Role, action: string) => Prediction | null} [predict]
 *   what an action leads to, as far as it is known at once; needed where the next action must not wait for the answer
 * @property {(position: Position, role: Role) => string | null} [nextDrop]   the action that goes on with a begun sowing
 */

import { t } from "../i18n.js";
import { ownerOf, readScene, numberAt } from "./scene.js";
import { GameWords } from "./text/game_words.js";

const PASS = "noop";

export class Game {
  /**
   * @param {Element} svg
   */
  constructor(svg) {
    const about = svg.querySelector("game");
    this.slug = svg.getAttribute("data-game") ?? "";
    /** The game that it is a rule set of. */
    this.family = svg.getAttribute("data-family") ?? this.slug;
    /** Role whose side the drawing shows nearest. */
    this.near = svg.getAttribute("data-near") ?? "";
    /** Whether both sides see the board alike: it stands, and down is down for everybody. */
    this.stays = svg.hasAttribute("data-stays");
    this.roles = (about?.getAttribute("roles") ?? "").split(" ");
    this.material = /** @type {Material} */ (about?.getAttribute("material") ?? "stone");
    this.secretPhase = about?.getAttribute("secret") ?? null;
    this.counted = (about?.getAttribute("score") ?? "").split(" ").filter(Boolean);
    /** @type {Map<Stop, StopInfo>} */
    this.stops = new Map([...svg.querySelectorAll("[data-stop]")].map(stopInfo));
    this.heaps = [...svg.querySelectorAll("[data-heap]")].map((node) => node.getAttribute("data-heap") ?? "");
    /** Number of stones in a refilled pit. */
    this.full = Number(svg.querySelector("[data-full]")?.getAttribute("data-full") ?? 0);
    /** @type {Map<string, Action>} by verb */
    this.actions = new Map([...svg.querySelectorAll("action")].map(actionOf));
    this.words = new GameWords(svg.querySelector("words"), this.stops);
    /** @type {GameModule["askable"]} */
    this.askable = undefined;
    /** @type {GameModule["ahead"]} */
    this.ahead = undefined;
    /** @type {GameModule["waits"]} */
    this.waits = undefined;
    /** @type {GameModule["begun"]} */
    this.begun = undefined;
    /** @type {GameModule["asks"]} */
    this.asks = undefined;
    /** @type {GameModule["explains"]} */
    this.explains = undefined;
    /** @type {GameModule["course"]} */
    this.course = undefined;
    /** @type {GameModule["gains"]} */
    this.gains = undefined;
    /** @type {GameModule["reasons"]} */
    this.reasons = undefined;
    /** @type {GameModule["ending"]} */
    this.ending = undefined;
    /** @type {GameModule["predict"]} */
    this.predict = undefined;
    /** @type {GameModule["nextDrop"]} */
    this.nextDrop = undefined;
  }

  /** Adds what the drawing can't express. @param {GameModule} module */
  extend(module) {
    Object.assign(this, module);
  }

  /** Whether stones may be sown by hand in this game, one action a stone. */
  get sownByHand() {
    return [...this.actions.values()].some(({ continues }) => continues);
  }

  /**
   * Scene of facts: the content of the board.
   * @param {any} facts
   * @returns {Scene}
   */
  scene(facts) {
    return readScene(this, facts);
  }

  /** Whether the board is turned if `side` is nearest; null: for nobody in particular. @param {Role | null} side */
  turnsFor(side) {
    return !this.stays && side !== null && side !== this.near;
  }

  /** Role that a stop belongs to, if that is fixed. @param {Stop} stop */
  owner(stop) {
    return this.stops.get(stop)?.owner ?? null;
  }

  /** Store of a role. @param {Role} role @returns {Stop | null} */
  storeOf(role) {
    for (const [stop, { kind, owner }] of this.stops) if (kind === "store" && owner === role) return stop;
    return null;
  }

  /** Stops to click for an action, in order; none for a pass. @param {string} action */
  stopsOf(action) {
    const [, ...words] = action.split(" ");
    const length = this.stops.keys().next().value?.split(" ").length ?? 1;
    return words.flatMap((_, i) => (i % length ? [] : [words.slice(i, i + length).join(" ")]));
  }

  /** Action as people write it: "d7-d6". @param {string} action */
  notation(action) {
    if (action === PASS) return "--";
    const stops = this.stopsOf(action);
    const pattern = this.action(action)?.notation ?? "{0}";
    return pattern.replace(/\{(\d)\}/g, (_, i) => this.stops.get(stops[Number(i)])?.name ?? "");
  }

  /** Attributes of an action's verb in the drawing. @param {string} action */
  action(action) {
    return this.actions.get(verbOf(action));
  }

  /** Whether an action continues a sowing that another began: it drops a stone out of the hand. @param {string} action */
  continues(action) {
    return !!this.action(action)?.continues;
  }

  /** Whether an action may begin a sowing by hand. @param {string} action */
  begins(action) {
    return [...this.actions.values()].some(({ continues }) => continues === verbOf(action));
  }

  /** Whether all legal actions can be done by one button, one after another. @param {string[] | undefined} legal */
  allAtOnce(legal) {
    return !!legal?.length && legal.every((action) => this.action(action)?.allAtOnce);
  }

  /**
   * Prompt for the player who is to move.
   * @param {Position} position
   * @param {Role} role
   * @returns {string}
   */
  task({ facts, legal }, role) {
    const asked = this.asks?.(facts, role);
    if (asked) return asked;
    const actions = legal[role] ?? [];
    if (String(actions) === PASS) return t("Your turn: nothing can be played, so pass.");
    const other = t(this.roles.find((one) => one !== role) ?? "");
    for (const [verb, { task }] of this.actions) if (task && actions.some((action) => verbOf(action) === verb)) return t(task, { other });
    return t("Your turn");
  }

  /**
   * Action that a click most plausibly meant, legal or not: with the verb that is legal now, or the usual one. Of a piece
   * without a target, the part that is known.
   * @param {Stop[]} stops
   * @param {Position} position
   * @param {Role} role
   * @returns {string | null}
   */
  wouldBe(stops, { facts, legal }, role) {
    const [first] = legal[role] ?? [];
    const verb = first && first !== PASS ? verbOf(first) : [...this.actions.keys()][0];
    const [from, to] = stops;
    const moves = this.actions.get(verb)?.notation.includes("{1}");
    return moves && to && ownerOf(this.scene(facts).men[to] ?? "") !== role ? `${verb} ${from} ${to}` : `${verb} ${to ?? from}`;
  }

  /**
   * Score of each role: the number that decides the game.
   * @param {any} facts
   * @returns {Record<Role, number> | null} null if the game counts nothing
   */
  score(facts) {
    if (!this.counted.length) return null;
    const scene = this.scene(facts);
    const sum = (/** @type {Role} */ role) =>
      this.counted.reduce((all, what) => all + this.countOf(what, role, scene, facts), 0);
    return Object.fromEntries(this.roles.map((role) => [role, sum(role)]));
  }

  /**
   * @param {string} what one of the score's parts
   * @param {Role} role
   * @param {Scene} scene
   * @param {any} facts
   * @returns {number}
   */
  countOf(what, role, { counts, men }, facts) {
    if (what === "store") return counts[this.storeOf(role) ?? ""] ?? 0;
    if (what === "pieces") return Object.values(men).filter((kind) => ownerOf(kind) === role).length;
    return numberAt(facts, `${what} ${role}`) ?? 0;
  }
}

/** @param {string} action */
const verbOf = (action) => action.split(" ", 1)[0];

/**
 * @param {Element} node
 * @returns {[Stop, StopInfo]}
 */
function stopInfo(node) {
  const read = (/** @type {string} */ name) => node.getAttribute(`data-${name}`);
  return [read("stop") ?? "", { kind: read("kind") ?? "", name: read("name") ?? "", owner: read("owner"), fact: read("fact") }];
}

/**
 * @param {Element} node
 * @returns {[string, Action]}
 */
function actionOf(node) {
  const read = (/** @type {string} */ name) => node.getAttribute(name);
  return [read("verb") ?? "", {
    notation: read("notation") ?? "{0}",
    task: read("task"),
    choice: read("choice"),
    continues: read("continues"),
    unsaidAfter: read("unsaid-after"),
    button: read("button"),
    allAtOnce: node.hasAttribute("all-at-once"),
  }];
}

/** @type {Map<string, Game>} by slug */
const games = new Map();
/** @type {Map<string, GameModule>} by family */
const modules = new Map();

/**
 * Registers what a game's drawing can't express. In a bundle the game may have been read already, since modules that
 * pages share run first.
 * @param {string} family the game, whose rule sets share it
 * @param {GameModule & ThisType<Game>} module
 */
export function addModule(family, module) {
  modules.set(family, module);
  for (const game of games.values()) if (game.family === family) game.extend(module);
}

/**
 * Reads a game from its drawing and keeps it.
 * @param {Element} svg with its metadata
 * @returns {Game}
 */
export function addGame(svg) {
  const slug = svg.getAttribute("data-game") ?? "";
  const game = new Game(svg);
  game.extend(modules.get(game.family) ?? {});
  games.set(slug, game);
  return game;
}

/**
 * Game that is drawn on this page.
 * @param {string} slug
 * @returns {Game}
 */
export function gameOf(slug) {
  return games.get(slug) ?? addGame(drawingOf(slug));
}

/** @param {string} slug */
function drawingOf(slug) {
  const svg = document.querySelector(`svg[data-game="${slug}"] metadata`)?.closest("svg");
  if (!svg) throw new Error(`There is no drawing of ${slug} on this page`);
  return svg;
}
