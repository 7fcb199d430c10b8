import { t } from "../../i18n.js";
import { byId } from "../dom.js";

/**
 * Fetches what going through a match takes (static/review) when it is wanted: the match is over, somebody wants to try
 * moves or has done so in this tab, or the address names a variation.
 *
 * @typedef {import("../enhancements.js").PageContext} PageContext
 */

export class ReviewLoader {
  /** @param {PageContext} context */
  constructor(context) {
    this.context = context;
    /** @type {import("../../review/review.js").Review | null} */
    this.review = null;
    /** @type {Promise<void> | null} */
    this.opening = null;
    this.kept = hasTried(context.live.match.id);
  }

  start() {
    byId("try", HTMLButtonElement).addEventListener("click", () => this.toggle());
  }

  render() {
    const { playback, live } = this.context;
    if (playback.linked || this.kept || live.match.status === "over") this.open().catch(() => {});
    this.review?.render();
  }

  /** @returns {Promise<void>} rejected where it can't be fetched now; asked again it is fetched again */
  open() {
    this.opening ??= import("../../review/review.js").then(({ openReview }) => {
      this.review = openReview(this.context, byId("match", HTMLElement));
      this.context.changed();
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
      this.context.notice.explain(t("No connection. Moves can't be tried now."));
    }
  }

  /** @returns {import("../offers/prompts.js").Prompt[]} */
  prompts() {
    return this.review?.prompts() ?? [];
  }
}

/**
 * Whether something was tried in this tab before the page was loaded: see static/review/variation_storage.js.
 * @param {string} match
 */
function hasTried(match) {
  try {
    return `variations ${match}` in sessionStorage;
  } catch {
    return false;
  }
}
