/** Page that stands in for others without a network: lists the stored matches, rules and guides. */

import { PAGES } from "./registration.js";

void fill(/** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-stored]")]));
document.querySelector("[data-do=reload]")?.addEventListener("click", () => location.reload());
/** True once somebody has pressed a link: a reload would keep them here. */
let leaving = false;
addEventListener("beforeunload", () => (leaving = true));
addEventListener("online", () => {
  if (!leaving) location.reload();
});

/**
 * Fills all lists at once, so that no link moves once it can be pressed.
 * @param {HTMLElement[]} lists
 */
async function fill(lists) {
  const filled = await Promise.all(lists.map(linksOf));
  for (const [place, items] of filled.entries()) {
    const list = lists[place];
    list.replaceChildren(...items);
    /** @type {HTMLElement} */ (list.closest("section")).hidden = items.length === 0;
  }
  if (filled.some((items) => items.length)) /** @type {HTMLElement} */ (document.querySelector("[data-part=nothing]")).hidden = true;
}

/**
 * Returns links to the stored pages whose paths begin as the list says, the newest first.
 * @param {HTMLElement} list
 * @returns {Promise<HTMLElement[]>}
 */
async function linksOf(list) {
  const pages = await caches.open(PAGES);
  const paths = new RegExp(`^${list.dataset.stored}[^/]+$`);
  const stored = (await pages.keys()).filter(({ url }) => paths.test(new URL(url).pathname)).reverse();
  return Promise.all(stored.map(async (request) => {
    const text = await (await pages.match(request, { ignoreVary: true }))?.text();
    const link = document.createElement("a");
    link.href = new URL(request.url).pathname;
    link.textContent = titleIn(text ?? "") || link.href;
    const item = document.createElement("li");
    item.append(link);
    return item;
  }));
}

/** @param {string} html @returns {string} the title without the name of the site */
function titleIn(html) {
  const found = /<title>([^<]*)<\/title>/.exec(html)?.[1] ?? "";
  const plain = found.replace(/&#x27;|&#39;/g, "'").replace(/&quot;/g, '"').replace(/&lt;/g, "<").replace(/&gt;/g, ">").replace(/&amp;/g, "&");
  return plain.replace(/ · [^·]*$/, "").trim();
}
