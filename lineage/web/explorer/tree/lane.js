/** One lane of the fork tree: its runs in order, each in the colour of the agent that took it; from afar a strand for each of its providers. */

import { pointOn } from "./placing.js";

/** Runs that lie closer than this cannot be told apart. */
const LEAST_STEP = 5;

/** @param {import("../drawing/scene.js").SceneMaker} scene @param {import("./placing.js").Lane} lane @param {import("./details.js").Run[]} runs when they are known */
export function drawLane(scene, lane, runs) {
  const { node, left, right, y } = lane;
  if (!node.headOrdinal) scene.circle(left, y, 4, { fill: "paper", stroke: "line", width: 1.6 });
  else if (runs.length && (right - left) / node.headOrdinal >= LEAST_STEP) each(scene, lane, runs);
  else strands(scene, lane);
}

function each(scene, lane, runs) {
  const { left, y, node } = lane;
  const drawn = runs.filter((run) => run.ordinal <= node.headOrdinal);
  let from = left;
  for (const { ordinal, provider, status } of drawn) {
    const to = pointOn(lane, ordinal);
    const style = status === "ROLLED_BACK" ? { stroke: "line", width: 1.4, dash: [1, 4] } : { stroke: `provider:${provider}`, width: 3.6 };
    scene.line(from, y, to, y, style);
    from = to;
  }
  for (const { ordinal, provider, status } of drawn) dot(scene, pointOn(lane, ordinal), y, `provider:${provider}`, status);
}

/** Filled when it was completed; hollow when it failed or was stopped, small when it was rolled back, with a ring while it runs. */
function dot(scene, x, y, colour, status) {
  if (status === "ROLLED_BACK") scene.circle(x, y, 2.4, { fill: "paper", stroke: "line", width: 1.2, detail: 0.45 });
  else if (status === "COMPLETED") scene.circle(x, y, 4.2, { fill: colour, stroke: "paper", width: 1.4, detail: 0.45 });
  else if (status === "FAILED" || status === "INTERRUPTED") {
    scene.circle(x, y, 4.2, { fill: "paper", stroke: "danger", width: 1.8, detail: 0.45 });
    scene.circle(x, y, 1.2, { fill: "danger", detail: 0.7 });
  } else {
    scene.circle(x, y, 5.6, { fill: "paper", stroke: colour, width: 1.4, detail: 0.45 });
    scene.circle(x, y, 2.8, { fill: colour, detail: 0.45 });
  }
}

function strands(scene, { node, left, right, y }) {
  const count = node.providers.length;
  const width = count > 1 ? Math.max(1.6, 7 / count) : 4.2;
  node.providers.forEach((provider, index) => {
    const offset = (index - (count - 1) / 2) * width;
    scene.line(left, y + offset, right, y + offset, { stroke: `provider:${provider}`, width });
  });
}
