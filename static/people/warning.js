/**
 * A moderator's warning that comes while the page is open. Every page that is loaded now contains it, so it is taken
 * from the name page, which is small and linked from all pages.
 *
 * @typedef {{kind: "warned", title: string, words: string}} Warned
 */

/** @param {Warned} warned */
export async function showWarning({ words }) {
  const shown = document.querySelector("body > .warned");
  const link = document.querySelector(".masthead a.person");
  if (shown?.textContent?.includes(words) || !(link instanceof HTMLAnchorElement)) return;
  const aside = (await loaded(link.href))?.querySelector("body > .warned");
  const sheet = aside?.previousElementSibling;
  const next = aside?.querySelector("[name=next]");
  // On another page it may have been confirmed meanwhile.
  if (!aside || !sheet || !(next instanceof HTMLInputElement)) return;
  next.defaultValue = location.pathname + location.search;
  shown?.remove();
  document.querySelector(".masthead")?.after(document.importNode(sheet), document.importNode(aside, true));
}

/**
 * A page as a document. Not by fetch: the content policy lets no script make a document from a text.
 * @param {string} address
 * @returns {Promise<Document | null>}
 */
function loaded(address) {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open("GET", address);
    request.responseType = "document";
    request.onloadend = () => resolve(request.responseXML);
    request.send();
  });
}
