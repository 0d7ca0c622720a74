/** The fork tree as a list that can be walked: what the drawing tells, in words. */

import { html } from "../core/html.js";
import { clipped, counted, nameOf } from "../core/words.js";
import { ProviderDots } from "../shell/marks.js";
import { VirtualList } from "../shell/VirtualList.js";

/** Steps to the right beyond this would leave no room for titles; the level is told to assistive technology in any case. */
const DEEPEST_INDENT = 12;

export function TreeList({ rows, active, onSelect, onOpen, onToggle, onKey }) {
  const row = (index) => {
    const { node, level, children, open, place, siblings } = rows[index];
    const attributes = {
      "aria-level": level,
      "aria-setsize": siblings,
      "aria-posinset": place,
      "aria-expanded": children ? String(open) : undefined,
    };
    const content = html`
      <span class="indent" style=${{ width: `${Math.min(level - 1, DEEPEST_INDENT) * 12}px` }}></span>
      <span class="twist" aria-hidden="true" onClick=${(event) => children && (event.stopPropagation(), onToggle(node.threadId))}>${children ? (open ? "▾" : "▸") : ""}</span>
      <span class="kind" aria-hidden="true">${signOf(node)}</span>
      <bdi class="name">${clipped(nameOf(node), 120)}</bdi>
      <span class="unseen">, ${kindOf(node)},</span>
      <${ProviderDots} names=${node.providers} />
      <span class="number">${node.runCount}<span class="unseen"> ${node.runCount === 1 ? "run" : "runs"}${children ? `, ${counted(children, "child", "children")}` : ""}</span></span>`;
    return { key: node.threadId, content, attributes };
  };
  return html`<${VirtualList}
    role="tree" label="Threads of the tree" count=${rows.length} rowHeight=${28} active=${active} row=${row} onKey=${onKey}
    onActive=${(index) => onSelect(rows[index].node.threadId)} onOpen=${(index) => onOpen(rows[index].node.threadId)}
  />`;
}

const signOf = (node) => (node.detached ? "✕" : node.relationshipToParent === "SUBAGENT" ? "◇" : node.relationshipToParent === "FORK" ? "●" : "◎");

function kindOf({ relationshipToParent, detached }) {
  const kind = { SUBAGENT: "subagent", FORK: "fork" }[relationshipToParent] ?? "root";
  return detached ? `detached ${kind}` : kind;
}
