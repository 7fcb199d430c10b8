/**
 * Translations. A page that is not in English loads those of its language before any module, catalogues/<language>.js:
 *   globalThis.catalogue = {"Your turn": "...", "{n} shells": {"one": "...", "other": "..."}}
 * A text without a translation is used as it is in the source.
 */

/** @typedef {Record<string, string | Record<string, string>>} Catalogue */

/** @type {Catalogue} */
const catalogue = /** @type {any} */ (globalThis).catalogue ?? {};
/** Language of the page. */
export const language = (typeof document !== "undefined" && document.documentElement.lang) || "en";
const plural = new Intl.PluralRules(language);

/**
 * @param {string} text
 * @param {Record<string, string | number>} args
 */
function fill(text, args) {
  return text.replace(/\{(\w+)\}/g, (whole, key) => (key in args ? String(args[key]) : whole));
}

/**
 * @param {string} text with names in braces: "Round {round}"
 * @param {Record<string, string | number>} [args]
 * @returns {string}
 */
export function t(text, args = {}) {
  const found = catalogue[text];
  return fill(typeof found === "string" ? found : text, args);
}

/**
 * Translates a word that has two meanings.
 * @param {string} context which of them, for translators: "the player to move"
 * @param {string} text
 * @param {Record<string, string | number>} [args]
 * @returns {string}
 */
export function tp(context, text, args = {}) {
  const found = catalogue[`${context}\x04${text}`];
  return fill(typeof found === "string" ? found : text, args);
}

/**
 * Marks a text that is translated where it is shown.
 * @param {string} text
 */
export const mark = (text) => text;

/**
 * Translates a text that depends on a number, which may be in it as {n}.
 * @param {string} one "{n} shell"
 * @param {string} other "{n} shells"; also the key in the catalogue
 * @param {number} n
 * @param {Record<string, string | number>} [args]
 * @returns {string}
 */
export function tn(one, other, n, args = {}) {
  const form = plural.select(n);
  const found = catalogue[other];
  const text = typeof found === "object" ? found[form] ?? found.other : n === 1 ? one : other;
  return fill(text, { n, ...args });
}
