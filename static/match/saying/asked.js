import { isYou } from "../../boards/scene.js";
import { positionSentences } from "../../boards/speech/describe.js";
import { t } from "../../text.js";
import { allowance, leftAt, spokenTime } from "../time/clock.js";
import { moveWords } from "../looking/moves.js";
import { standing } from "./notice.js";
import { positionAt } from "../looking/place.js";
import { possible, possibleSentences } from "./possible.js";
import { nameOf } from "../controls/sides.js";

/**
 * What the page says when it is asked: where everything lies, what happened last, what can be played, whose turn it is
 * and how much time is left.
 *
 * @typedef {import("../looking/viewing.js").Viewing} Viewing
 */

/**
 * @param {Viewing} viewing
 * @returns {string}
 */
export function position({ live, place, ply, last, aside }) {
  const { match, you, record: { line } } = live;
  const shown = aside ? aside.position : place === null ? live.position : positionAt(live.record, match.game, place);
  const step = t("Step {ply} of {last}", { ply: line.count(ply), last: line.count(last) });
  const where = place === null ? [] : [`${aside ? aside.words : step}.`];
  const turn = place === null ? [standing(live)] : [];
  return [...where, ...(shown ? positionSentences(match.game, shown.facts, you) : []), ...turn].join(" ");
}

/** @param {Viewing} viewing */
export function lastMove(viewing) {
  return moveWords(viewing) || t("Nothing has been played yet.");
}

/** @param {Viewing} viewing */
export function choices({ live, place, stage: { board } }) {
  const open = possibleSentences(possible(live.match.game, board.position, board.view.roles)).join(" ");
  if (place !== null) return open || t("You look back. Go to the live position to play.");
  return open || standing(live);
}

/** @param {Viewing} viewing */
export function turn({ live }) {
  return standing(live);
}

/** @param {Viewing} viewing */
export function times({ live }) {
  const { match, you, clocks, time } = live;
  if (!match.terms.time) return t("Nobody has a clock here.");
  const mine = (/** @type {string} */ role) => isYou(role, you);
  const seats = [...match.seats].sort((one, other) => Number(mine(other.role)) - Number(mine(one.role)));
  return seats
    .map(({ role }) => {
      const left = spokenTime(clocks ? leftAt(clocks, role, time.now) : allowance(match.terms.time));
      return mine(role)
        ? t("You have {left}.", { left })
        : t("{name} has {left}.", { name: nameOf(match.seats, role), left });
    })
    .join(" ");
}
