/**
 * The fork tree as lanes: one a thread, from left to right as its runs followed each other, below the thread that it left. Every kind
 * of line has a shape of its own: a fork leaves in a solid curve from a dot, a subagent in dots from a diamond, a detached one in dashes
 * from a cross; what comes back does so in long dashes with an arrow's head.
 */

import { clipped, counted, nameOf } from "../core/words.js";
import { SceneMaker, widthOf } from "../drawing/scene.js";
import { countBelow } from "./model.js";

export const ROW = 26;
const TOP = 22;
const LEFT = 24;
const BEND = 14;
const SHORTEST = 9;
const WIDTH = 1200;
const LONGEST_RUN = 20;

/**
 * @param {import("./model.js").Tree} tree @param {import("./model.js").Row[]} rows @param {import("./merges.js").Merge[]} merges
 * @returns {import("../drawing/scene.js").Scene}
 */
export function drawTree(tree, rows, merges) {
  const scene = new SceneMaker();
  const lanes = placed(tree, rows);
  for (const lane of lanes.values()) {
    if (lane.from) scene.part({ left: lane.at - 8, top: lane.from.y - 8, right: lane.left, bottom: lane.y }, (part) => connection(part, lane));
  }
  for (const merge of merges) comingBack(scene, merge, lanes);
  let right = 0;
  for (const lane of lanes.values()) right = Math.max(right, thread(scene, lane, tree));
  return scene.made(right + 30, TOP + rows.length * ROW + 12);
}

/** Where each lane lies. The points of a lane are spread over it, so that a tree of long threads is not wider than one of short ones. */
function placed(tree, rows) {
  const lanes = new Map();
  const longest = longestPath(rows);
  const unit = Math.min(LONGEST_RUN, WIDTH / longest);
  rows.forEach((row, index) => {
    const { node } = row;
    const source = node.sourcePoint && lanes.get(node.sourcePoint.threadId);
    const parent = lanes.get(node.parentThreadId);
    const from = source ?? parent;
    const at = source ? pointOn(source, node.sourcePoint.ordinal) : (parent?.left ?? LEFT);
    const left = from ? at + BEND : LEFT;
    const extent = node.headOrdinal ? Math.max(SHORTEST, node.headOrdinal * unit) : 0;
    lanes.set(node.threadId, { ...row, from, at, left, right: left + extent, y: TOP + index * ROW + ROW / 2 });
  });
  return lanes;
}

/** How many runs lie before the end of the longest history. */
function longestPath(rows) {
  const starts = new Map();
  let longest = 1;
  for (const { node } of rows) {
    const start = node.sourcePoint ? (starts.get(node.sourcePoint.threadId) ?? 0) + (node.sourcePoint.ordinal ?? 0) : 0;
    starts.set(node.threadId, start);
    longest = Math.max(longest, start + node.headOrdinal);
  }
  return longest;
}

function pointOn(lane, ordinal) {
  const { headOrdinal } = lane.node;
  if (!ordinal || !headOrdinal) return lane.left;
  // A source point that was rolled back lies behind the end.
  return Math.min(lane.left + (ordinal / headOrdinal) * (lane.right - lane.left), lane.right + 10);
}

function connection(scene, lane) {
  const { node, at, y } = lane;
  const top = lane.from.y;
  const kind = node.relationshipToParent === "SUBAGENT" ? { dash: [0.5, 4], width: 2 } : { width: 1.6 };
  const style = node.detached ? { stroke: "danger", dash: [4, 4], width: 1.6 } : { stroke: "line", ...kind };
  const bend = Math.min(BEND, y - top);
  scene.path([["M", at, top], ["L", at, y - bend], ["C", at, y - bend * 0.4, lane.left - bend * 0.4, y, lane.left, y]], style);
  if (node.detached) scene.cross(at, top + 9, 3.5, { stroke: "danger", width: 1.8, detail: 0.3 });
  else if (node.relationshipToParent === "SUBAGENT") scene.diamond(at, top, 4, { fill: "paper", stroke: "line", width: 1.4, detail: 0.3 });
  else scene.circle(at, top, 3, { fill: "line", detail: 0.3 });
}

function comingBack(scene, merge, lanes) {
  const [from, to] = [lanes.get(merge.fromThreadId), lanes.get(merge.toThreadId)];
  if (!from || !to || from === to) return;
  const start = { x: merge.fromOrdinal ? pointOn(from, merge.fromOrdinal) : from.right, y: from.y };
  const end = { x: merge.toOrdinal ? pointOn(to, merge.toOrdinal) : to.right, y: to.y };
  const result = merge.type === "SUBAGENT_RESULT";
  const style = { stroke: "merge", width: 1.8, dash: result ? [0.5, 4] : [9, 4], opacity: merge.status === "SUPERSEDED" ? 0.35 : 1 };
  const away = Math.max(start.x, end.x) + 14 + Math.min(60, Math.abs(start.y - end.y) / 6);
  const inset = end.y < start.y ? 5 : -5;
  scene.path([["M", start.x, start.y], ["C", away, start.y, away, end.y + inset, end.x + 4, end.y + inset]], style);
  const pending = merge.status === "PENDING" ? { fill: "paper" } : { fill: "merge" };
  scene.head(end.x + 2, end.y + inset, Math.PI, 8, { stroke: "merge", width: 1.4, ...pending, detail: 0.3 });
}

/** One thread's lane with its label. @returns {number} where its label ends */
function thread(scene, lane, tree) {
  const { node, left, right, y, open } = lane;
  const below = open ? "" : `+${countBelow(tree, node.threadId)}`;
  const title = clipped(nameOf(node), 48);
  const told = node.runCount ? `${counted(node.runCount, "run")} · ${clipped(node.providers.join(", "), 40)}` : "no runs yet";
  const pill = { x: right + 12, width: below.length * 7 + 10 };
  const titleX = pill.x + (below ? pill.width + 8 : 0);
  const toldX = titleX + widthOf(title, 13) + 12;
  const box = { left: Math.max(0, left - 8), top: y - ROW / 2, right: toldX + widthOf(told, 12) + 10, bottom: y + ROW / 2 };
  scene.part(box, (part) => {
    strands(part, lane);
    if (below) {
      part.rect(pill.x, y - 8, pill.width, 16, 8, { fill: "raised", stroke: "line", detail: 0.3 });
      part.text(pill.x + pill.width / 2, y + 4, below, { fill: "ink", size: 11, anchor: "middle", detail: 0.3 });
    }
    part.text(titleX, y + 4, title, { fill: "ink", size: 13, detail: 0.35, halo: true });
    part.text(toldX, y + 4, told, { fill: "muted", size: 12, detail: 0.5, halo: true });
  });
  scene.target(node.threadId, box, () => `${clipped(nameOf(node), 200)} · ${told}${node.detached ? " · detached" : ""}`);
  return box.right;
}

/** A strand for each of its providers, and a dot for each of its runs where there is room. */
function strands(scene, { node, left, right, y }) {
  const count = node.providers.length;
  const width = count > 1 ? Math.max(1.6, 7 / count) : 4.5;
  node.providers.forEach((provider, index) => {
    const offset = (index - (count - 1) / 2) * width;
    scene.line(left, y + offset, right, y + offset, { stroke: `provider:${provider}`, width });
  });
  const dots = node.runCount && (right - left) / node.headOrdinal >= 6 ? node.headOrdinal : 0;
  for (let ordinal = 1; ordinal <= dots; ordinal += 1) {
    scene.circle(left + (ordinal / dots) * (right - left), y, 2.6, { fill: "paper", stroke: `provider:${node.providers[0]}`, width: 1.2, detail: 0.6 });
  }
  if (!count) scene.circle(left, y, 3.4, { fill: "paper", stroke: "line", width: 1.6 });
}
