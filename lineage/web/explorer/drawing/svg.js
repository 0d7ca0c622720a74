/** A scene as a file of SVG that needs nothing else. */

import { FONT } from "./fonts.js";
import { flat } from "./scene.js";

/**
 * @param {import("./scene.js").Scene} scene @param {(name: string) => string} colour @param {string} title
 * @returns {string} the whole scene, whatever is in view
 */
export function svgOf(scene, colour, title) {
  const [width, height] = [Math.ceil(scene.width), Math.ceil(scene.height)];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="100%" height="100%" fill="${colour("paper")}"/>`,
    ...[...scene.marks, ...scene.pinned].flatMap(flat).map((mark) => (mark.kind === "text" ? textOf(mark, colour) : shapeOf(mark, colour))),
    "</svg>\n",
  ].join("\n");
}

function shapeOf(mark, colour) {
  const stroke = mark.stroke
    ? ` stroke="${colour(mark.stroke)}" stroke-width="${short(mark.width ?? 1)}" stroke-linecap="round" stroke-linejoin="round"`
    : "";
  const dash = mark.dash?.length ? ` stroke-dasharray="${mark.dash.map(short).join(" ")}"` : "";
  const shape = mark.kind === "circle" ? `circle cx="${short(mark.x)}" cy="${short(mark.y)}" r="${short(mark.radius)}"` : `path d="${dataOf(mark.steps)}"`;
  return `<${shape} fill="${mark.fill ? colour(mark.fill) : "none"}"${stroke}${dash}${opacityOf(mark)}/>`;
}

function textOf(mark, colour) {
  const font = escaped(FONT);
  const anchor = mark.anchor ? ` text-anchor="${mark.anchor}"` : "";
  const weight = mark.weight ? ` font-weight="${mark.weight}"` : "";
  const at = `x="${short(mark.x)}" y="${short(mark.y)}"`;
  const halo = mark.halo ? ` stroke="${colour("paper")}" stroke-width="4" stroke-linejoin="round" paint-order="stroke"` : "";
  return `<text ${at} font-family="${font}" font-size="${mark.size}" fill="${colour(mark.fill)}"${weight}${anchor}${halo}${opacityOf(mark)}>${escaped(mark.text)}</text>`;
}

const dataOf = (steps) => steps.map(([letter, ...numbers]) => `${letter}${numbers.map(short).join(" ")}`).join("");
const opacityOf = (mark) => (mark.opacity === undefined ? "" : ` opacity="${mark.opacity}"`);
const short = (number) => String(Math.round(number * 100) / 100);

/** Text for XML, which has no place for most control characters and lone surrogates. @param {string} text */
function escaped(text) {
  return (text.toWellFormed?.() ?? text)
    .replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, "\uFFFD")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
