/** What a page leaves for the next one in the same tab. */

/** Kept here if the browser stores nothing, as long as the page is open. @type {Map<string, string>} */
const here = new Map();

/** @param {string} name @returns {string} empty if nothing is kept */
export function kept(name) {
  try {
    return sessionStorage.getItem(name) ?? "";
  } catch {
    return here.get(name) ?? "";
  }
}

/** @param {string} name @param {string} value */
export function keep(name, value) {
  try {
    sessionStorage.setItem(name, value);
  } catch {
    here.set(name, value);
  }
}
