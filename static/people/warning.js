/**
 * A moderator's warning that comes while the page is open. Every page that is loaded now has it: it is taken from the one on which
 * the person has their name, which is small and to which all pages lead.
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
 * A page as a document. Not by fetch: our policy lets no script make a document of a text.
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
