/**
 * The lines from threads to those that left them. Thousands may leave at one place: they share a trunk, from which each bends off at its
 * own lane, so that only what is in view is drawn.
 */

import { SceneMaker } from "../drawing/scene.js";
import { BEND } from "./placing.js";

const STYLES = {
  FORK: { stroke: "line", width: 1.6 },
  SUBAGENT: { stroke: "line", width: 2, dash: [0.5, 4] },
  DETACHED: { stroke: "danger", width: 1.6, dash: [4, 4] },
};

/** @param {Map<string, import("./placing.js").Lane>} lanes @returns {import("../drawing/scene.js").Mark[]} */
export function linesOf(lanes) {
  const scene = new SceneMaker();
  const bends = new SceneMaker();
  /** @type {Map<string, {x: number, top: number, bottom: number, kind: string}>} */
  const trunks = new Map();
  for (const lane of lanes.values()) {
    if (!lane.from) continue;
    const kind = lane.node.detached ? "DETACHED" : lane.node.relationshipToParent === "SUBAGENT" ? "SUBAGENT" : "FORK";
    const [top, bottom] = [lane.from.y, lane.y - Math.min(BEND, lane.y - lane.from.y)];
    const key = `${kind} ${top} ${lane.at}`;
    const trunk = trunks.get(key);
    if (!trunk) trunks.set(key, { x: lane.at, top, bottom, kind });
    else if (bottom > trunk.bottom) trunk.bottom = bottom;
    bends.part({ left: lane.at, top: bottom, right: lane.left, bottom: lane.y }, (part) => bend(part, lane, bottom, STYLES[kind]));
  }
  for (const trunk of trunks.values()) stem(scene, trunk);
  return [...scene.marks, { kind: "rows", rows: bends.marks }];
}

function bend(scene, { at, left, y }, top, style) {
  const high = y - top;
  scene.path([["M", at, top], ["C", at, top + high * 0.6, left - high * 0.4, y, left, y]], style);
}

function stem(scene, { x, top, bottom, kind }) {
  if (bottom > top) scene.line(x, top, x, bottom, STYLES[kind]);
  if (kind === "DETACHED") scene.cross(x, top + 11, 3.5, { stroke: "danger", width: 1.8, detail: 0.3 });
  if (kind === "SUBAGENT") scene.diamond(x, top + 10, 4, { fill: "paper", stroke: "line", width: 1.4, detail: 0.3 });
}
