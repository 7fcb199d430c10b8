/** Page that stands in for others without a network: lists the stored matches, rules and guides. */

import { PAGES } from "./registration.js";

for (const list of document.querySelectorAll("[data-stored]")) void fill(/** @type {HTMLElement} */ (list));
document.querySelector("[data-do=reload]")?.addEventListener("click", () => location.reload());
addEventListener("online", () => location.reload());

/**
 * Lists the stored pages whose paths begin as the list says, the newest first; those that it has already are kept if they are stored.
 * @param {HTMLElement} list
 */
async function fill(list) {
  const pages = await caches.open(PAGES);
  const paths = new RegExp(`^${list.dataset.stored}[^/]+$`);
  const stored = (await pages.keys()).filter(({ url }) => paths.test(new URL(url).pathname)).reverse();
  const items = await Promise.all(stored.map(async (request) => {
    const text = await (await pages.match(request, { ignoreVary: true }))?.text();
    const link = document.createElement("a");
    link.href = new URL(request.url).pathname;
    link.textContent = titleIn(text ?? "") || link.href;
    const item = document.createElement("li");
    item.append(link);
    return item;
  }));
  list.replaceChildren(...items);
  const section = /** @type {HTMLElement} */ (list.closest("section"));
  section.hidden = items.length === 0;
  if (items.length) /** @type {HTMLElement} */ (document.querySelector("[data-part=nothing]")).hidden = true;
}

/** @param {string} html @returns {string} the title without the name of the site */
function titleIn(html) {
  const found = /<title>([^<]*)<\/title>/.exec(html)?.[1] ?? "";
  const plain = found.replace(/&#x27;|&#39;/g, "'").replace(/&quot;/g, '"').replace(/&lt;/g, "<").replace(/&gt;/g, ">").replace(/&amp;/g, "&");
  return plain.replace(/ · [^·]*$/, "").trim();
}
