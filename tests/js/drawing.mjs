/** Reads a board's SVG file with as much of a document as Layout asks for. */

import { readFileSync } from "node:fs";

class Node {
  constructor(tag, text) {
    this.tag = tag;
    this.attributes = new Map([...text.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [name, value]));
  }

  getAttribute(name) {
    return this.attributes.get(name) ?? null;
  }

  hasAttribute(name) {
    return this.attributes.has(name);
  }

  setAttribute(name, value) {
    this.attributes.set(name, value);
  }
}

/** "g[data-at], [data-lying][transform]" */
function fits(node, selector) {
  return selector.split(",").some((one) => {
    const [, tag, rest] = one.trim().match(/^(\w*)(.*)$/);
    const wanted = [...rest.matchAll(/\[([\w-]+)(?:="([^"]*)")?\]/g)];
    return (!tag || tag === node.tag) && wanted.every(([, name, value]) =>
      node.hasAttribute(name) && (value === undefined || node.getAttribute(name) === value));
  });
}

export function drawing(game) {
  const text = readFileSync(new URL(`../../static/games/${game}/board.svg`, import.meta.url), "utf8");
  const nodes = [...text.matchAll(/<(\w+)\b([^>]*)>/g)].map(([, tag, rest]) => new Node(tag, rest));
  const svg = nodes.find(({ tag }) => tag === "svg");
  svg.text = text;
  svg.nodes = nodes;
  svg.querySelectorAll = (selector) => nodes.filter((node) => fits(node, selector));
  svg.querySelector = (selector) => svg.querySelectorAll(selector)[0] ?? null;
  return svg;
}
