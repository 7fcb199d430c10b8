/** Reads a board's drawing, which Python has, with as much of a document as Layout asks for. */

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const PYTHON = process.env.PYTHON ?? ".venv/bin/python";

const { DRAWINGS: file } = process.env;
const written = file
  ? readFileSync(file, "utf8")
  : execFileSync(PYTHON, ["-m", "tests.drawings"], { cwd: ROOT, encoding: "utf8" });

/** @type {Record<string, string>} slug -> SVG, in the order of the catalogue */
export const DRAWINGS = JSON.parse(written);

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
  const text = DRAWINGS[game];
  const nodes = [...text.matchAll(/<(\w+)\b([^>]*)>/g)].map(([, tag, rest]) => new Node(tag, rest));
  const svg = nodes.find(({ tag }) => tag === "svg");
  svg.text = text;
  svg.nodes = nodes;
  svg.querySelectorAll = (selector) => nodes.filter((node) => fits(node, selector));
  svg.querySelector = (selector) => svg.querySelectorAll(selector)[0] ?? null;
  return svg;
}
