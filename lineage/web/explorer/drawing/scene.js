/**
 * What a drawing consists of, apart from how it is painted: on a canvas, or as SVG.
 *
 * @typedef {{ left: number, top: number, right: number, bottom: number }} Box
 * @typedef {["M" | "L", number, number] | ["C", number, number, number, number, number, number] | ["Z"]} Step
 * @typedef {{
 *   kind: "path", steps: Step[], stroke?: string, fill?: string, width?: number, dash?: number[], opacity?: number, box: Box,
 *   pinned?: boolean, detail?: number,
 * }} PathMark
 * @typedef {{
 *   kind: "circle", x: number, y: number, radius: number, stroke?: string, fill?: string, width?: number, box: Box, pinned?: boolean, detail?: number,
 * }} CircleMark
 * @typedef {{
 *   kind: "text", text: string, x: number, y: number, fill: string, size: number, weight?: number, anchor?: "start" | "middle" | "end",
 *   opacity?: number, box: Box, pinned?: boolean, detail?: number, halo?: boolean,
 * }} TextMark
 *   detail is the zoom below which a mark is left out; a pinned mark stays at its place from the left while the rest moves; a text
 *   with a halo is legible on lines.
 * @typedef {{ kind: "part", box: Box, build: (scene: SceneMaker) => void, marks: Mark[] | null, pinned?: undefined, detail?: undefined }} Part
 *   marks that are made when they first come into view
 * @typedef {{ kind: "rows", between: (top: number, bottom: number) => Part[], pinned?: undefined, detail?: undefined }} Rows
 *   parts one below the other, so many that only those between two heights are made
 * @typedef {PathMark | CircleMark | TextMark | Part | Rows} Mark
 * @typedef {{ id: string, box: Box, label: () => string }} Target what can be chosen, and its name
 * @typedef {{ at: (x: number, y: number) => Target | undefined, of: (id: string | null) => Target | undefined }} Targets the topmost at a place
 * @typedef {{ marks: Mark[], pinned: Mark[], targets: Targets, width: number, height: number }} Scene
 */

import { FONT } from "./fonts.js";

const K = 0.5523; // the handle length that makes a cubic curve a quarter of a circle

const measuring = document.createElement("canvas").getContext("2d");

/** @type {Map<number, Float64Array>} the widths of ASCII's characters, by size */
const ASCII = new Map();

/**
 * About how wide a text is. Plain text is summed up from its characters, since thousands of titles are measured at once.
 * @param {string} text @param {number} size in pixels
 */
export function widthOf(text, size) {
  let widths = ASCII.get(size);
  if (!widths) {
    measuring.font = `${size}px ${FONT}`;
    widths = Float64Array.from({ length: 127 }, (_, code) => (code < 32 ? 0 : measuring.measureText(String.fromCharCode(code)).width));
    ASCII.set(size, widths);
  }
  let width = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code > 126) {
      measuring.font = `${size}px ${FONT}`;
      return measuring.measureText(text).width;
    }
    width += widths[code];
  }
  return width;
}

export class SceneMaker {
  constructor() {
    /** @type {Mark[]} */
    this.marks = [];
    /** @type {Target[]} */
    this.targets = [];
  }

  /** @param {Step[]} steps @param {Partial<PathMark>} style */
  path(steps, style) {
    const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
    for (const step of steps) {
      for (let at = 1; at < step.length; at += 2) {
        box.left = Math.min(box.left, step[at]);
        box.right = Math.max(box.right, step[at]);
        box.top = Math.min(box.top, step[at + 1]);
        box.bottom = Math.max(box.bottom, step[at + 1]);
      }
    }
    this.marks.push({ kind: "path", steps, box, ...style });
  }

  line(x1, y1, x2, y2, style) {
    this.path([["M", x1, y1], ["L", x2, y2]], style);
  }

  rect(x, y, width, height, radius, style) {
    const r = Math.min(radius, width / 2, height / 2);
    const [right, bottom, c] = [x + width, y + height, r * (1 - K)];
    this.path(
      [
        ["M", x + r, y], ["L", right - r, y], ["C", right - c, y, right, y + c, right, y + r],
        ["L", right, bottom - r], ["C", right, bottom - c, right - c, bottom, right - r, bottom],
        ["L", x + r, bottom], ["C", x + c, bottom, x, bottom - c, x, bottom - r],
        ["L", x, y + r], ["C", x, y + c, x + c, y, x + r, y], ["Z"],
      ],
      style,
    );
  }

  circle(x, y, radius, style) {
    const box = { left: x - radius, top: y - radius, right: x + radius, bottom: y + radius };
    this.marks.push({ kind: "circle", x, y, radius, box, ...style });
  }

  diamond(x, y, radius, style) {
    this.path([["M", x, y - radius], ["L", x + radius, y], ["L", x, y + radius], ["L", x - radius, y], ["Z"]], style);
  }

  cross(x, y, radius, style) {
    this.path([["M", x - radius, y - radius], ["L", x + radius, y + radius], ["M", x - radius, y + radius], ["L", x + radius, y - radius]], style);
  }

  /** An arrow's head with its point at x, y; direction in radians, 0 to the right. */
  head(x, y, direction, size, style) {
    const wing = (turn) => [x - size * Math.cos(direction + turn), y - size * Math.sin(direction + turn)];
    this.path([["M", ...wing(0.45)], ["L", x, y], ["L", ...wing(-0.45)], ...(style.fill ? [["Z"]] : [])], style);
  }

  /** @param {Partial<TextMark> & {fill: string, size: number}} style */
  text(x, y, text, style) {
    const width = style.halo ? widthOf(text, style.size) : text.length * style.size * 0.62;
    const left = style.anchor === "end" ? x - width : style.anchor === "middle" ? x - width / 2 : x;
    this.marks.push({ kind: "text", text, x, y, box: { left, top: y - style.size, right: left + width, bottom: y + style.size * 0.4 }, ...style });
  }

  /** @param {string} id @param {Box} box @param {() => string} label */
  target(id, box, label) {
    this.targets.push({ id, box, label });
  }

  /** @param {number} width @param {number} height @returns {Scene} */
  made(width, height) {
    const pinned = this.marks.filter((mark) => mark.pinned);
    return { marks: pinned.length ? this.marks.filter((mark) => !mark.pinned) : this.marks, pinned, targets: listed(this.targets), width, height };
  }
}

/** @param {Part} part @returns {Mark[]} */
export function marksIn(part) {
  if (!part.marks) {
    const scene = new SceneMaker();
    part.build(scene);
    part.marks = scene.marks;
  }
  return part.marks;
}

/**
 * Parts that are made when they are first asked for, and stay.
 * @template {object} T
 * @param {(of: T) => Box} boxOf @param {(scene: SceneMaker, of: T) => void} build
 * @returns {{ of: (what: T) => Part, made: (what: T) => Part | undefined }}
 */
export function partsOnce(boxOf, build) {
  /** @type {Map<T, Part>} */
  const parts = new Map();
  return {
    of(what) {
      let part = parts.get(what);
      if (!part) parts.set(what, (part = { kind: "part", box: boxOf(what), build: (scene) => build(scene, what), marks: null }));
      return part;
    },
    made: (what) => parts.get(what),
  };
}

/** All that a mark consists of. @param {Mark} mark @returns {(PathMark | CircleMark | TextMark)[]} */
export function flat(mark) {
  if (mark.kind === "rows") return mark.between(-Infinity, Infinity).flatMap(flat);
  return mark.kind === "part" ? marksIn(mark).flatMap(flat) : [mark];
}

/** @param {Box} box */
export const holds = (box, x, y) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;

/** @param {Target[]} targets those that lie above others last @returns {Targets} */
const listed = (targets) => ({
  at: (x, y) => targets.findLast(({ box }) => holds(box, x, y)),
  of: (id) => targets.find((target) => target.id === id),
});
