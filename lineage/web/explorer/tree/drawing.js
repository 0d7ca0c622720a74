/**
 * The fork tree as lanes, as a git graph has them. Every kind of line has a shape of its own: a fork leaves in a solid curve from its
 * run, a subagent in dots from a diamond, a detached one in dashes from a cross; what comes back rises in long dashes to an arrow's head.
 */

import { clipped, counted, nameOf } from "../core/words.js";
import { holds, partsOnce, SceneMaker, widthOf } from "../drawing/scene.js";
import { isRunning } from "./details.js";
import { drawLane } from "./lane.js";
import { linesOf } from "./lines.js";
import { countBelow } from "./model.js";
import { heightOf, lanesBetween, placed, pointOn, ROW } from "./placing.js";

const MOST_LETTERS = 48;
const PLAIN = /^[\x20-\x7e]*$/;

/**
 * What stays the same while details come in: the places of all, and lines and lanes, each made when it comes into view.
 * @typedef {import("./placing.js").Placed & {
 *   lines: import("../drawing/scene.js").Mark[], threads: ReturnType<typeof partsOnce<import("./placing.js").Lane>>,
 *   targets: import("../drawing/scene.js").Targets, runs: Map<string, import("./details.js").Run[]>, width: number, height: number,
 * }} Layout
 */

/** @param {import("./model.js").Tree} tree @param {import("./model.js").Row[]} rows @returns {Layout} */
export function layOut(tree, rows) {
  const { lanes, byId } = placed(rows);
  const runs = new Map();
  const threads = partsOnce(boxOf, (scene, lane) => thread(scene, lane, tree, runs.get(lane.node.threadId) ?? []));
  let width = 0;
  for (const lane of lanes) width = Math.max(width, rightOf(lane));
  return { lanes, byId, lines: linesOf(lanes), threads, targets: targetsOf(lanes, byId), runs, width: width + 30, height: heightOf(rows.length) };
}

/** The drawing with the details that are known by now. @param {Layout} layout @param {import("./details.js").Details} details */
export function drawTree(layout, { merges, runs }) {
  for (const [id, taken] of runs) {
    if (layout.runs.get(id) === taken) continue;
    layout.runs.set(id, taken);
    const part = layout.threads.made(layout.byId.get(id));
    if (part) part.marks = null;
  }
  const back = new SceneMaker();
  for (const merge of merges) comingBack(back, merge, layout.byId);
  const lanes = { kind: "rows", between: (top, bottom) => lanesBetween(layout.lanes, top, bottom).map(layout.threads.of) };
  return { marks: [...layout.lines, ...back.marks, lanes], pinned: [], targets: layout.targets, width: layout.width, height: layout.height };
}

/** Rises from the end of its lane to the run that took it up, or to where the next one will be. */
function comingBack(scene, merge, lanes) {
  const [from, to] = [lanes.get(merge.fromThreadId), lanes.get(merge.toThreadId)];
  if (!from || !to || from === to) return;
  const up = from.y > to.y ? 1 : -1;
  const pending = merge.toOrdinal === null;
  const start = { x: merge.fromOrdinal ? pointOn(from, merge.fromOrdinal) : from.right, y: from.y };
  const end = { x: pending ? to.right + 7 : pointOn(to, merge.toOrdinal), y: to.y + up * 5 };
  const result = merge.type === "SUBAGENT_RESULT";
  const style = { stroke: "merge", width: 1.8, dash: result ? [0.5, 4] : [9, 4], opacity: merge.status === "SUPERSEDED" ? 0.35 : 1 };
  // Long ways run straight up beside the run that they lead to, and bend only where they begin.
  const bend = Math.min(Math.abs(start.y - end.y), ROW * 1.6) * up;
  const turn = end.y + Math.max(0, Math.abs(start.y - end.y) - Math.abs(bend)) * up;
  scene.path([["M", start.x, start.y], ["C", start.x + 10, start.y - bend * 0.55, end.x, turn + bend * 0.45, end.x, turn], ["L", end.x, end.y + 4 * up]], style);
  scene.head(end.x, end.y, -up * (Math.PI / 2), 8, { stroke: "merge", width: 1.4, fill: pending ? "paper" : "merge", opacity: style.opacity, detail: 0.3 });
}

/** One thread's lane with its label. */
function thread(scene, lane, tree, runs) {
  const { node, right, y, open } = lane;
  const below = open ? "" : `+${countBelow(tree, node.threadId)}`;
  const title = clipped(nameOf(node), MOST_LETTERS);
  const pill = { x: right + 14, width: below.length * 7 + 10 };
  const titleX = pill.x + (below ? pill.width + 8 : 0);
  drawLane(scene, lane, runs);
  if (below) {
    scene.rect(pill.x, y - 8, pill.width, 16, 8, { fill: "raised", stroke: "line", detail: 0.3 });
    scene.text(pill.x + pill.width / 2, y + 4, below, { fill: "ink", size: 11, anchor: "middle", detail: 0.3 });
  }
  scene.text(titleX, y + 4, title, { fill: "ink", size: 13, detail: 0.35, halo: true });
  const running = isRunning(runs);
  const words = running ? `▶ running · ${told(node)}` : told(node);
  scene.text(titleX + widthOf(title, 13) + 12, y + 4, words, { fill: running ? "accent" : "muted", size: 12, detail: 0.5, halo: true });
}

const told = (node) => (node.runCount ? `${counted(node.runCount, "run")} · ${clipped(node.providers.join(", "), 40)}` : "no runs yet");

/** The box that holds a lane and its label. @param {import("./placing.js").Lane} lane */
const boxOf = (lane) => ({ left: lane.left - 8, top: lane.y - ROW / 2, right: rightOf(lane), bottom: lane.y + ROW / 2 });

/** @param {import("./placing.js").Lane[]} lanes @param {Map<string, import("./placing.js").Lane>} byId @returns {import("../drawing/scene.js").Targets} */
function targetsOf(lanes, byId) {
  const target = (lane) => {
    const { node } = lane;
    return { id: node.threadId, box: boxOf(lane), label: () => `${clipped(nameOf(node), 200)} · ${told(node)}${node.detached ? " · detached" : ""}` };
  };
  return {
    at: (x, y) => lanesBetween(lanes, y, y).filter((lane) => holds(boxOf(lane), x, y)).map(target).at(0),
    of: (id) => (byId.has(id) ? target(byId.get(id)) : undefined),
  };
}

/** About where a lane's label ends, at least: measuring thousands of texts would take longer than drawing those in view. */
function rightOf({ node, open, right }) {
  const name = nameOf(node);
  const letter = PLAIN.test(name) ? 8 : 14;
  let providers = 0;
  for (const provider of node.providers) providers += provider.length + 2;
  return right + 26 + (open ? 0 : 56) + Math.min(name.length, MOST_LETTERS) * letter + 150 + Math.min(40, providers) * 7;
}
