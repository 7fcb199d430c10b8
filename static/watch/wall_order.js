/** In which order the boards stand on the wall. Pure. */

/**
 * What stays keeps its place, what leaves gives its own to what comes, and the rest comes last: nothing moves away from
 * under a pointer.
 * @param {string[]} shown
 * @param {string[]} wanted
 * @returns {string[]}
 */
export function arrangeBoards(shown, wanted) {
  const coming = wanted.filter((id) => !shown.includes(id));
  const kept = shown.map((id) => (wanted.includes(id) ? id : coming.shift())).filter((id) => id !== undefined);
  return [...kept, ...coming];
}
