/**
 * Draws the shapes of an SVG symbol on a canvas. The content security policy allows images of the site only, none that a page makes of
 * its own drawings.
 */

/** Path of an element, by its name. @type {Record<string, (node: Element, at: (name: string) => number) => Path2D>} */
const PATHS = {
  path: (node) => new Path2D(node.getAttribute("d") ?? ""),
  circle: (_, at) => oval(at("cx"), at("cy"), at("r"), at("r")),
  ellipse: (_, at) => oval(at("cx"), at("cy"), at("rx"), at("ry")),
  rect(_, at) {
    const path = new Path2D();
    path.roundRect(at("x"), at("y"), at("width"), at("height"), at("rx"));
    return path;
  },
};

/**
 * @param {CanvasRenderingContext2D} brush
 * @param {SVGSymbolElement} face   a round symbol
 * @param {number} x   left edge
 * @param {number} y   upper edge
 * @param {number} size
 */
export function paintFace(brush, face, x, y, size) {
  const { width } = face.viewBox.baseVal;
  brush.save();
  brush.translate(x, y);
  brush.scale(size / width, size / width);
  brush.clip(oval(width / 2, width / 2, width / 2, width / 2));
  for (const node of face.children) paint(brush, /** @type {SVGGraphicsElement} */ (node));
  brush.restore();
}

/**
 * @param {CanvasRenderingContext2D} brush
 * @param {SVGGraphicsElement} node
 */
function paint(brush, node) {
  const look = (/** @type {string} */ name, /** @type {string} */ usual) => node.getAttribute(name) ?? usual;
  const path = PATHS[node.localName](node, (name) => Number(node.getAttribute(name)));
  brush.save();
  const { baseVal } = node.transform;
  for (let i = 0; i < baseVal.numberOfItems; i += 1) brush.transform(...entries(baseVal.getItem(i).matrix));
  brush.globalAlpha = Number(look("opacity", "1"));
  brush.fillStyle = look("fill", "#000");
  if (look("fill", "#000") !== "none") brush.fill(path);
  brush.strokeStyle = look("stroke", "none");
  brush.lineWidth = Number(look("stroke-width", "1"));
  brush.lineCap = /** @type {CanvasLineCap} */ (look("stroke-linecap", "butt"));
  brush.lineJoin = /** @type {CanvasLineJoin} */ (look("stroke-linejoin", "miter"));
  if (look("stroke", "none") !== "none") brush.stroke(path);
  brush.restore();
}

/**
 * @param {DOMMatrix} matrix
 * @returns {[number, number, number, number, number, number]}
 */
const entries = ({ a, b, c, d, e, f }) => [a, b, c, d, e, f];

/**
 * @param {number} x
 * @param {number} y
 * @param {number} across   half its width
 * @param {number} down   half its height
 */
function oval(x, y, across, down) {
  const path = new Path2D();
  path.ellipse(x, y, across, down, 0, 0, 2 * Math.PI);
  return path;
}
