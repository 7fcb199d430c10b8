/**
 * Translations. Templates give those of the page as JSON:
 *   <script type="application/json" id="catalogue">{"Your turn": "...", "{n} shells": {"one": "...", "other": "..."}}</script>
 * A text that has none is used as it stands in the source.
 */

/** @typedef {Record<string, string | Record<string, string>>} Catalogue */

/** @returns {Catalogue} */
function readCatalogue() {
  const node = typeof document === "undefined" ? null : document.getElementById("catalogue");
  return node ? JSON.parse(node.textContent || "{}") : {};
}

const catalogue = readCatalogue();
const language = (typeof document !== "undefined" && document.documentElement.lang) || "en";
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
 * Translates a text that depends on a number, which it may name as {n}.
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
