/**
 * A fork tree as the API tells it, made ready to be walked.
 *
 * @typedef {{
 *   threadId: string, parentThreadId: string | null, relationshipToParent: "FORK" | "SUBAGENT" | null, depth: number, title: string | null,
 *   sourcePoint: {threadId: string, ordinal: number | null} | null, runCount: number, headOrdinal: number, providers: string[],
 *   childCount: number, detached: boolean, createdAt: string,
 * }} Node
 * @typedef {{ node: Node, level: number, children: number, open: boolean, place: number, siblings: number }} Row
 * @typedef {{ root: Node, byId: Map<string, Node>, childrenOf: (id: string) => Node[], totalCount: number, whole: boolean }} Tree
 */

const NONE = [];

/** @param {{ nodes: Node[], totalCount: number, pageInfo: {hasNextPage: boolean} }} forkTree @returns {Tree} */
export function treeOf({ nodes, totalCount, pageInfo }) {
  const byId = new Map(nodes.map((node) => [node.threadId, node]));
  /** @type {Map<string, Node[]>} */
  const children = new Map();
  for (const node of nodes.slice(1)) {
    const of = children.get(node.parentThreadId);
    if (of) of.push(node);
    else children.set(node.parentThreadId, [node]);
  }
  // A fork from a later point lies nearer to its parent, so that no line crosses another thread's lane.
  for (const [parentId, siblings] of children) {
    const later = (node) => (node.sourcePoint?.threadId === parentId ? (node.sourcePoint.ordinal ?? 0) : -1 / (1 + (node.sourcePoint?.ordinal ?? 0)));
    siblings.reverse().sort((one, other) => later(other) - later(one));
  }
  return { root: nodes[0], byId, childrenOf: (id) => children.get(id) ?? NONE, totalCount, whole: !pageInfo.hasNextPage };
}

/** The rows that are shown, each thread before its children. @param {Tree} tree @param {Set<string>} closed @returns {Row[]} */
export function rowsOf(tree, closed) {
  const rows = [];
  const waiting = [{ node: tree.root, level: 1, place: 1, siblings: 1 }];
  while (waiting.length) {
    const next = waiting.pop();
    const children = tree.childrenOf(next.node.threadId);
    const open = !closed.has(next.node.threadId);
    rows.push({ node: next.node, level: next.level, place: next.place, siblings: next.siblings, children: children.length, open });
    if (!open) continue;
    for (let place = children.length; place > 0; place -= 1) {
      waiting.push({ node: children[place - 1], level: next.level + 1, place, siblings: children.length });
    }
  }
  return rows;
}

/** How many threads are below one. @param {Tree} tree @param {string} id */
export function countBelow(tree, id) {
  let count = 0;
  const waiting = [id];
  while (waiting.length) {
    const children = tree.childrenOf(waiting.pop());
    count += children.length;
    for (const child of children) waiting.push(child.threadId);
  }
  return count;
}

/** The threads from a thread's parent up to the root. @param {Tree} tree @param {string} id */
export function idsAbove(tree, id) {
  const above = [];
  let node = tree.byId.get(id);
  while (node?.parentThreadId && tree.byId.has(node.parentThreadId)) {
    above.push(node.parentThreadId);
    node = tree.byId.get(node.parentThreadId);
  }
  return above;
}
