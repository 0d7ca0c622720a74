/** Paints a scene on a canvas: only what is in view, and only the detail that can be seen. */

import { FONT } from "./fonts.js";
import { marksIn } from "./scene.js";

/** @typedef {import("./scene.js").Scene} Scene @typedef {{ x: number, y: number, zoom: number }} View */

/**
 * @param {CanvasRenderingContext2D} context with a scale of one CSS pixel @param {Scene} scene @param {View} view
 * @param {{ width: number, height: number }} size in CSS pixels @param {(name: string) => string} colour
 * @param {(import("./scene.js").Box & {pinned?: boolean}) | null} selected
 */
export function paint(context, scene, view, size, colour, selected) {
  context.save();
  fonts.delete(context);
  context.direction = "ltr";
  context.fillStyle = colour("paper");
  context.fillRect(0, 0, size.width, size.height);
  const { zoom } = view;
  const seen = { left: -view.x / zoom, top: -view.y / zoom, right: (size.width - view.x) / zoom, bottom: (size.height - view.y) / zoom };
  context.translate(view.x, view.y);
  context.scale(zoom, zoom);
  if (selected) {
    const [left, right] = [Math.max(selected.left, seen.left), Math.min(selected.right, seen.right)];
    context.fillStyle = colour("selected");
    context.fillRect(left, selected.top, right - left, selected.bottom - selected.top);
  }
  const ground = (box) => (selected && box.top >= selected.top && box.bottom <= selected.bottom && box.left >= selected.left && box.right <= selected.right ? "selected" : "paper");
  all(context, scene.marks, seen, colour, zoom, ground);
  context.translate(-view.x / zoom, 0);
  for (const mark of scene.pinned) {
    if (zoom < (mark.detail ?? 0) || mark.box.bottom < seen.top || mark.box.top > seen.bottom) continue;
    one(context, mark, colour, zoom, ground);
  }
  context.restore();
}

/** The font that each context has: reading it back, or setting it again, is slow. @type {WeakMap<CanvasRenderingContext2D, string>} */
const fonts = new WeakMap();

function all(context, marks, seen, colour, zoom, ground) {
  for (const mark of marks) {
    if (mark.kind === "rows") {
      all(context, mark.between(seen.top - 8, seen.bottom + 8), seen, colour, zoom, ground);
      continue;
    }
    const { box } = mark;
    if (zoom < (mark.detail ?? 0)) continue;
    if (box.right < seen.left - 8 || box.left > seen.right + 8 || box.bottom < seen.top - 8 || box.top > seen.bottom + 8) continue;
    if (mark.kind === "part") all(context, marksIn(mark), seen, colour, zoom, ground);
    else one(context, mark, colour, zoom, ground);
  }
}

function one(context, mark, colour, zoom, ground) {
  context.globalAlpha = mark.opacity ?? 1;
  if (mark.kind === "text") {
    if (mark.halo) veil(context, mark, colour(ground(mark.box)));
    context.fillStyle = colour(mark.fill);
    const font = `${mark.weight ?? 400} ${mark.size}px ${FONT}`;
    if (fonts.get(context) !== font) {
      context.font = font;
      fonts.set(context, font);
    }
    context.textAlign = mark.anchor === "middle" ? "center" : (mark.anchor ?? "start");
    context.fillText(mark.text, mark.x, mark.y);
    return;
  }
  context.beginPath();
  if (mark.kind === "circle") context.arc(mark.x, mark.y, mark.radius, 0, 2 * Math.PI);
  else follow(context, mark.steps);
  if (mark.fill) {
    context.fillStyle = colour(mark.fill);
    context.fill();
  }
  if (mark.stroke) {
    context.strokeStyle = colour(mark.stroke);
    // A line that is far away stays a line.
    context.lineWidth = Math.max(mark.width ?? 1, 0.6 / zoom);
    context.setLineDash(mark.dash ?? []);
    context.lineCap = "round";
    context.lineJoin = "round";
    context.stroke();
  }
}

/** Behind a text, so that lines do not cross it. An outline of its letters would look finer, but takes a hundred times as long. */
function veil(context, { box }, colour) {
  context.globalAlpha = 0.8;
  context.fillStyle = colour;
  context.fillRect(box.left - 1, box.top, box.right - box.left + 2, box.bottom - box.top);
  context.globalAlpha = 1;
}

function follow(context, steps) {
  for (const step of steps) {
    if (step[0] === "M") context.moveTo(step[1], step[2]);
    else if (step[0] === "L") context.lineTo(step[1], step[2]);
    else if (step[0] === "C") context.bezierCurveTo(step[1], step[2], step[3], step[4], step[5], step[6]);
    else context.closePath();
  }
}
