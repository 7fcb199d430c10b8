/**
 * Strangers, for viewers who don't want to see their names: everybody but themselves, their friends and the computer. The server names those
 * whom they know in `data-known` of the page. Ratings are hidden by styles.
 */

/** Ids of those whom the viewer knows; undefined where all names are shown. */
const known = () => globalThis.document?.documentElement?.dataset.known;

/** Whether the viewer sees no names of strangers. */
export const hidesNames = () => known() !== undefined;

/** Whether this is the id of a stranger whose name the viewer doesn't want to see. @param {string} [player] */
export const isHidden = (player) => !!player && known()?.split(" ").includes(player) === false;
