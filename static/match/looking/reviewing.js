import { t } from "../../text.js";
import { byId } from "../dom.js";

/**
 * Fetches what going through a match takes (static/review) when it is wanted: the match is over, somebody wants to try
 * moves or has done so in this tab, or the address names a variation.
 *
 * @typedef {import("../aids.js").Parts} Parts
 */

export class Reviewing {
  /** @param {Parts} parts */
  constructor(parts) {
    this.parts = parts;
    /** @type {import("../../review/review.js").Review | null} */
    this.review = null;
    /** @type {Promise<void> | null} */
    this.opening = null;
    this.kept = hasTried(parts.live.match.id);
  }

  start() {
    byId("try", HTMLButtonElement).addEventListener("click", () => this.toggle());
  }

  render() {
    const { stepping, live } = this.parts;
    if (stepping.linked || this.kept || live.match.status === "over") this.open().catch(() => {});
    this.review?.render();
  }

  /** @returns {Promise<void>} rejected where it can't be fetched now; asked again it is fetched again */
  open() {
    this.opening ??= import("../../review/review.js").then(({ openReview }) => {
      this.review = openReview(this.parts, byId("match", HTMLElement));
      this.parts.changed();
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
      this.parts.notice.explain(t("No connection. Moves can't be tried now."));
    }
  }

  /** @returns {import("../between/matters.js").Matter[]} */
  matters() {
    return this.review?.matters() ?? [];
  }
}

/**
 * Whether something was tried in this tab before the page was loaded: see static/review/kept.js.
 * @param {string} match
 */
function hasTried(match) {
  try {
    return `variations ${match}` in sessionStorage;
  } catch {
    return false;
  }
}
