/**
 * The lines from threads to those that left them. Thousands may leave at one place: they share a trunk, from which each bends off at its
 * own lane, so that only what is in view is drawn.
 */

import { partsOnce, SceneMaker } from "../drawing/scene.js";
import { BEND, lanesBetween, ROW } from "./placing.js";

const STYLES = {
  FORK: { stroke: "line", width: 1.6 },
  SUBAGENT: { stroke: "line", width: 2, dash: [0.5, 4] },
  DETACHED: { stroke: "danger", width: 1.6, dash: [4, 4] },
};

/** @typedef {import("./placing.js").Lane} Lane @typedef {{x: number, top: number, bottom: number, kind: string}} Trunk */

/** @param {Lane[]} lanes @returns {import("../drawing/scene.js").Mark[]} */
export function linesOf(lanes) {
  const scene = new SceneMaker();
  /** @type {Map<Lane, Trunk[]>} those that leave a lane, of each kind one at each place of it */
  const trunks = new Map();
  for (const lane of lanes) {
    if (!lane.from) continue;
    const of = trunks.get(lane.from) ?? [];
    if (!of.length) trunks.set(lane.from, of);
    const kind = kindOf(lane.node);
    const bottom = bendsAt(lane);
    const trunk = of.find((each) => each.kind === kind && each.x === lane.at);
    if (!trunk) of.push({ x: lane.at, top: lane.from.y, bottom, kind });
    else if (bottom > trunk.bottom) trunk.bottom = bottom;
  }
  for (const of of trunks.values()) for (const trunk of of) stem(scene, trunk);
  const bends = partsOnce((lane) => ({ left: lane.at, top: bendsAt(lane), right: lane.left, bottom: lane.y }), bend);
  // A bend ends in its own row, and begins in it or the one above.
  const rows = (top, bottom) => lanesBetween(lanes, top, bottom + ROW).filter((lane) => lane.from).map(bends.of);
  return [...scene.marks, { kind: "rows", between: rows }];
}

const kindOf = (node) => (node.detached ? "DETACHED" : node.relationshipToParent === "SUBAGENT" ? "SUBAGENT" : "FORK");

/** Where a lane's line leaves the trunk. @param {Lane} lane */
const bendsAt = (lane) => lane.y - Math.min(BEND, lane.y - lane.from.y);

function bend(scene, lane) {
  const { at, left, y } = lane;
  const top = bendsAt(lane);
  const high = y - top;
  scene.path([["M", at, top], ["C", at, top + high * 0.6, left - high * 0.4, y, left, y]], STYLES[kindOf(lane.node)]);
}

function stem(scene, { x, top, bottom, kind }) {
  if (bottom > top) scene.line(x, top, x, bottom, STYLES[kind]);
  if (kind === "DETACHED") scene.cross(x, top + 11, 3.5, { stroke: "danger", width: 1.8, detail: 0.3 });
  if (kind === "SUBAGENT") scene.diamond(x, top + 10, 4, { fill: "paper", stroke: "line", width: 1.4, detail: 0.3 });
}
