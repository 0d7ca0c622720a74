/**
 * The fork tree as lanes, as a git graph has them. Every kind of line has a shape of its own: a fork leaves in a solid curve from its
 * run, a subagent in dots from a diamond, a detached one in dashes from a cross; what comes back rises in long dashes to an arrow's head.
 */

import { clipped, counted, nameOf } from "../core/words.js";
import { SceneMaker, widthOf } from "../drawing/scene.js";
import { drawLane } from "./lane.js";
import { linesOf } from "./lines.js";
import { countBelow } from "./model.js";
import { heightOf, placed, pointOn, ROW } from "./placing.js";

const MOST_LETTERS = 48;
const PLAIN = /^[\x20-\x7e]*$/;

/**
 * What stays the same while details come in: lines and lanes, each made when it comes into view.
 * @typedef {{
 *   lanes: Map<string, import("./placing.js").Lane>, lines: import("../drawing/scene.js").Mark[], rows: import("../drawing/scene.js").Part[], threads: Map<string, import("../drawing/scene.js").Part>,
 *   targets: import("../drawing/scene.js").Target[], runs: Map<string, import("./details.js").Run[]>, width: number, height: number,
 * }} Layout
 */

/** @param {import("./model.js").Tree} tree @param {import("./model.js").Row[]} rows @returns {Layout} */
export function layOut(tree, rows) {
  const lanes = placed(rows);
  const scene = new SceneMaker();
  const layout = { lanes, lines: linesOf(lanes), rows: scene.marks, threads: new Map(), targets: scene.targets, runs: new Map(), width: 0, height: heightOf(rows.length) };
  for (const lane of lanes.values()) {
    const right = thread(scene, lane, tree, layout);
    if (right > layout.width) layout.width = right;
    layout.threads.set(lane.node.threadId, scene.marks.at(-1));
  }
  layout.width += 30;
  return layout;
}

/** The drawing with the details that are known by now. @param {Layout} layout @param {import("./details.js").Details} details */
export function drawTree(layout, { merges, runs }) {
  for (const [id, taken] of runs) {
    const part = layout.threads.get(id);
    if (!part || layout.runs.get(id) === taken) continue;
    layout.runs.set(id, taken);
    part.marks = null;
  }
  const back = new SceneMaker();
  for (const merge of merges) comingBack(back, merge, layout.lanes);
  const marks = [...layout.lines, ...back.marks, { kind: "rows", rows: layout.rows }];
  return { marks, pinned: [], targets: layout.targets, width: layout.width, height: layout.height };
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

/** One thread's lane with its label, whose words are made when it comes into view. @returns {number} about where its label ends */
function thread(scene, lane, tree, layout) {
  const { node, left, right, y, open } = lane;
  const words = () => {
    const below = open ? "" : `+${countBelow(tree, node.threadId)}`;
    const told = node.runCount ? `${counted(node.runCount, "run")} · ${clipped(node.providers.join(", "), 40)}` : "no runs yet";
    return { below, title: clipped(nameOf(node), MOST_LETTERS), told };
  };
  const box = { left: left - 8, top: y - ROW / 2, right: right + roomFor(node, open), bottom: y + ROW / 2 };
  scene.part(box, (part) => {
    const { below, title, told } = words();
    const pill = { x: right + 14, width: below.length * 7 + 10 };
    const titleX = pill.x + (below ? pill.width + 8 : 0);
    drawLane(part, lane, layout.runs.get(node.threadId) ?? []);
    if (below) {
      part.rect(pill.x, y - 8, pill.width, 16, 8, { fill: "raised", stroke: "line", detail: 0.3 });
      part.text(pill.x + pill.width / 2, y + 4, below, { fill: "ink", size: 11, anchor: "middle", detail: 0.3 });
    }
    part.text(titleX, y + 4, title, { fill: "ink", size: 13, detail: 0.35, halo: true });
    part.text(titleX + widthOf(title, 13) + 12, y + 4, told, { fill: "muted", size: 12, detail: 0.5, halo: true });
  });
  scene.target(node.threadId, box, () => `${clipped(nameOf(node), 200)} · ${words().told}${node.detached ? " · detached" : ""}`);
  return box.right;
}

/** At least how much room a label takes: measuring thousands of texts would take longer than drawing those in view. */
function roomFor(node, open) {
  const name = nameOf(node);
  const letter = PLAIN.test(name) ? 8 : 14;
  let providers = 0;
  for (const provider of node.providers) providers += provider.length + 2;
  return 26 + (open ? 0 : 56) + Math.min(name.length, MOST_LETTERS) * letter + 70 + Math.min(40, providers) * 7;
}
