/**
 * News of other matches while the page is hidden: turns and invitations, requested now and then.
 *
 * @typedef {{match: string, kind: string, since: number, words: string, address: string}} OwnNews   see games_app/pages/site.py
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
    /** News at the last request; null until then. @type {Set<string> | null} */
    this.known = null;
  }

  /** Notifies of news since the last request. The first one finds news that the person could have seen. */
  async look() {
    const news = await this.ask();
    const { known } = this;
    for (const one of news) if (known && !known.has(keyOf(one))) this.tell(one);
    this.known = new Set(news.map(keyOf));
  }

  /** Forgets the known news: the person is here. */
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
    // The page of a match notifies of it itself.
    if (address !== location.pathname) notify({ about: `${kind} ${match}`, since, words }, () => window.open(address, "_blank", "noopener"));
  });
  // A failed request is repeated the next time.
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
