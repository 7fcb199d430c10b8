/**
 * News of other matches while the page is hidden: turns and invitations, asked for now and then.
 *
 * @typedef {{match: string, kind: string, since: number, words: string, address: string}} OwnNews   see games_app/views/site.py
 */

import { getJson } from "../http.js";
import { notify, standing } from "./notifications.js";

const EVERY = 30_000;

export class NewsWatch {
  /**
   * @param {() => Promise<OwnNews[]>} ask
   * @param {(news: OwnNews) => void} tell
   */
  constructor(ask, tell) {
    this.ask = ask;
    this.tell = tell;
    /** What waited at the last look; null until then. @type {Set<string> | null} */
    this.known = null;
  }

  /** Tells what has come since the last look. The first finds what the person has seen, or could have. */
  async look() {
    const news = await this.ask();
    const { known } = this;
    for (const one of news) if (known && !known.has(keyOf(one))) this.tell(one);
    this.known = new Set(news.map(keyOf));
  }

  /** Forgets what is known: the person is here. */
  forget() {
    this.known = null;
  }
}

/** @param {OwnNews} news */
const keyOf = ({ match, kind, since }) => `${kind} ${match} ${since}`;

let watching = false;

/**
 * Begins to ask for news whenever the page is hidden.
 * @param {string} url
 */
export function watchNews(url) {
  if (watching) return;
  watching = true;
  const ask = async () => (await getJson(url)).news;
  const watch = new NewsWatch(ask, ({ match, kind, since, words, address }) => {
    // The page of a match tells of it itself.
    if (address !== location.pathname) notify({ about: `${kind} ${match}`, since, words }, () => window.open(address, "_blank", "noopener"));
  });
  // What can't be asked now is asked the next time.
  const look = () => void watch.look().catch(() => {});
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let timer;
  const follow = () => {
    clearInterval(timer);
    if (!document.hidden || standing() !== "on") return watch.forget();
    look();
    timer = setInterval(look, EVERY);
  };
  document.addEventListener("visibilitychange", follow);
  follow();
}
