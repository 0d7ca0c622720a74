/** The fork tree as a list that can be walked: what the drawing tells, in words. */

import { html } from "../core/html.js";
import { clipped, counted, nameOf } from "../core/words.js";
import { ProviderDots } from "../shell/marks.js";
import { VirtualList } from "../shell/VirtualList.js";
import { isRunning } from "./details.js";

/** Steps to the right beyond this would leave no room for titles; the level is told to assistive technology in any case. */
const DEEPEST_INDENT = 12;

/** @param {{ rows: import("./model.js").Row[], runs: Map<string, import("./details.js").Run[]>, active: number, [act: string]: any }} props runs of the threads of which they are known */
export function TreeList({ rows, runs, active, onSelect, onOpen, onToggle, onKey }) {
  const row = (index) => {
    const { node, level, children, open, place, siblings } = rows[index];
    const running = isRunning(runs.get(node.threadId));
    const attributes = {
      "aria-level": level,
      "aria-setsize": siblings,
      "aria-posinset": place,
      "aria-expanded": children ? String(open) : undefined,
    };
    const indent = { width: `${Math.min(level - 1, DEEPEST_INDENT) * 12 + 14}px` };
    const content = html`
      <span class="twist" aria-hidden="true" style=${indent} onClick=${(event) => children && (event.stopPropagation(), onToggle(node.threadId))}>${children ? (open ? "▾" : "▸") : ""}</span>
      <span class="kind" aria-hidden="true">${signOf(node)}</span>
      <bdi class="name">${clipped(nameOf(node), 120)}</bdi>
      <span class="unseen">${inWords(node, children, running)}</span>
      ${running && html`<span class="status running" aria-hidden="true">▶ running</span>`}
      ${node.providers.length > 0 && html`<${ProviderDots} names=${node.providers} />`}
      <span class="number" aria-hidden="true">${node.runCount}</span>`;
    return { key: node.threadId, content, attributes };
  };
  return html`<${VirtualList}
    role="tree" label="Threads of the tree" count=${rows.length} rowHeight=${28} active=${active} row=${row} onKey=${onKey}
    onActive=${(index) => onSelect(rows[index].node.threadId)} onOpen=${(index) => onOpen(rows[index].node.threadId)}
  />`;
}

const signOf = (node) => (node.detached ? "✕" : node.relationshipToParent === "SUBAGENT" ? "◇" : node.relationshipToParent === "FORK" ? "●" : "◎");

/** What the row says behind the name to who cannot see its signs, colours and numbers. */
function inWords(node, children, running) {
  const kind = { SUBAGENT: "subagent", FORK: "fork" }[node.relationshipToParent] ?? "root";
  const agents = node.providers.length ? `${node.providers.join(" ")} ` : "";
  const below = children ? `, ${counted(children, "child", "children")}` : "";
  return `, ${node.detached ? "detached " : ""}${kind}, ${running ? "running, " : ""}${agents}${counted(node.runCount, "run")}${below}`;
}
