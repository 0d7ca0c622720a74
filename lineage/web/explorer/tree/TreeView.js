/** The fork tree of a root, or of any thread and what is below it: drawn, and beside that as a list. */

import { adjust, go, here, threadAddress, treeAddress } from "../core/addresses.js";
import { ask, ServiceError } from "../core/graphql.js";
import { html, useEffect, useMemo, useRef, useState } from "../core/html.js";
import { useLoaded } from "../core/loading.js";
import { useStore } from "../core/store.js";
import { useTitle } from "../core/title.js";
import { clipped, counted, grouped, nameOf } from "../core/words.js";
import { Drawing } from "../drawing/Drawing.js";
import { useLiveTree } from "../live/useLive.js";
import { Export } from "../shell/Export.js";
import { Loaded } from "../shell/states.js";
import { Chosen } from "./Chosen.js";
import { useDetails } from "./details.js";
import { drawTree, layOut } from "./drawing.js";
import { Find } from "./Find.js";
import { Legend } from "./Legend.js";
import { idsAbove, rowsOf, treeOf } from "./model.js";
import { ROW } from "./placing.js";
import { TreeList } from "./TreeList.js";

const TREE = `query Tree($id: ID!) {
  thread(id: $id) { id title lineage { rootThreadId } }
  forkTree(rootThreadId: $id) {
    totalCount pageInfo { hasNextPage }
    nodes {
      threadId parentThreadId relationshipToParent depth title sourcePoint { threadId ordinal }
      runCount headOrdinal providers childCount detached createdAt
    }
  }
}`;

export function TreeView({ id }) {
  const last = useRef({ answer: null, data: null }).current;
  const loaded = useLoaded(async (signal) => {
    const answer = await ask(TREE, { id }, signal);
    const { thread, forkTree } = answer;
    if (!thread) throw new ServiceError("NOT_FOUND", `There is no thread ${id}.`);
    // A tree that is as it was, after a break for example, is not laid out anew.
    if (last.answer && JSON.stringify(answer) === JSON.stringify(last.answer)) return last.data;
    performance.mark("tree:data");
    Object.assign(last, { answer, data: { thread, tree: treeOf(forkTree), edition: performance.now() } });
    return last.data;
  }, [id]);
  useLiveTree({ rootThreadId: loaded.data ? id : null, onChange: loaded.reload });
  return html`<${Loaded} loaded=${loaded} what="the fork tree" view=${(data) => html`<${Tree} ...${data} id=${id} />`} />`;
}

function Tree({ id, thread, tree, edition }) {
  useTitle(nameOf(tree.root));
  const { search } = useStore(here);
  const at = tree.byId.has(search.get("at")) ? search.get("at") : tree.root.threadId;
  const [closed, setClosed] = useState(() => new Set());
  const [seen, setSeen] = useState({ first: 0, last: 40 });
  const rows = useMemo(() => rowsOf(tree, closed), [tree, closed]);
  const inView = useMemo(() => rows.slice(seen.first, seen.last + 1).map((row) => row.node.threadId), [rows, seen]);
  const details = useDetails(inView, edition);
  const layout = useMemo(() => measured("tree:layout", () => layOut(tree, rows)), [tree, rows]);
  const scene = useMemo(() => drawTree(layout, details), [layout, details]);
  useEffect(() => {
    if (!performance.getEntriesByName("tree:data").length || !performance.getEntriesByName("tree:there").length) return;
    performance.measure("tree:drawn", "tree:data", "tree:there");
    performance.clearMarks("tree:data");
  });
  useEffect(() => {
    // What is shared by address, or found, is not hidden in a closed part.
    const above = idsAbove(tree, at).filter((each) => closed.has(each));
    if (above.length) setClosed(new Set([...closed].filter((each) => !above.includes(each))));
  }, [at, tree]);

  const select = (threadId) => adjust({ at: threadId === tree.root.threadId ? null : threadId });
  const open = (threadId) => go(threadAddress(threadId));
  const active = Math.max(0, rows.findIndex((row) => row.node.threadId === at));
  const toggle = (threadId, wanted) => {
    const next = new Set(closed);
    if (wanted ?? next.has(threadId)) next.delete(threadId);
    else next.add(threadId);
    // The choice does not get lost in what was closed.
    if (next.has(threadId) && idsAbove(tree, at).includes(threadId)) select(threadId);
    setClosed(next);
  };
  const keys = treeKeys({ rows, active, tree, select, open, toggle });
  const view = ({ top, bottom }) => {
    const first = Math.max(0, Math.floor(top / ROW) - 1);
    const last = Math.min(rows.length - 1, Math.ceil(bottom / ROW), first + 200);
    if (first !== seen.first || last !== seen.last) setSeen({ first, last });
  };
  const providers = useMemo(() => providersIn(tree), [tree]);
  const title = `Fork tree of ${clipped(nameOf(tree.root), 80)}`;
  const isRoot = thread.lineage.rootThreadId === id;
  const collapse = () => {
    setClosed(new Set(tree.childrenOf(tree.root.threadId).filter((child) => child.childCount).map((child) => child.threadId)));
    select(tree.root.threadId);
  };
  return html`<div class="view split">
    <header class="view-head">
      <h1><bdi>${clipped(nameOf(tree.root), 120)}</bdi></h1>
      <p class="facts">
        ${counted(tree.totalCount, "thread")}${tree.whole ? "" : `, of which the first ${grouped(tree.byId.size)} are shown`}
        ${!isRoot && html` · part of <a href=${treeAddress(thread.lineage.rootThreadId, { at: id })}>the whole tree</a>`}
      </p>
      <${Find} tree=${tree} at=${at} onFound=${select} />
      <button type="button" onClick=${() => setClosed(new Set())} disabled=${closed.size === 0}>Expand all</button>
      <button type="button" onClick=${collapse}>Collapse</button>
      <${Export} threadId=${tree.root.threadId} />
    </header>
    <div class="pane drawing-pane">
      <${Drawing}
        name="tree" scene=${scene} title=${title} label=${`${title}, ${counted(rows.length, "lane")}; the list beside it tells the same`}
        selected=${at} band=${true} legend=${html`<${Legend} providers=${providers} />`} onSelect=${select} onOpen=${open} onKey=${keys} onView=${view}
      />
    </div>
    <div class="pane list-pane">
      <${TreeList} rows=${rows} runs=${details.runs} active=${active} onSelect=${select} onOpen=${open} onToggle=${toggle} onKey=${keys} />
      <${Chosen} tree=${tree} node=${tree.byId.get(at)} edition=${edition} />
    </div>
  </div>`;
}

/** The keys of a tree, the same in the list and in the drawing. @returns {(event: KeyboardEvent) => boolean} whether it took the key */
function treeKeys({ rows, active, tree, select, open, toggle }) {
  return (event) => {
    const { node, children, open: isOpen } = rows[active];
    const to = (index) => select(rows[Math.min(Math.max(index, 0), rows.length - 1)].node.threadId);
    const acts = {
      ArrowDown: () => to(active + 1),
      ArrowUp: () => to(active - 1),
      Home: () => to(0),
      End: () => to(rows.length - 1),
      ArrowRight: () => (children && !isOpen ? toggle(node.threadId, true) : children && to(active + 1)),
      ArrowLeft: () => (children && isOpen ? toggle(node.threadId, false) : tree.byId.has(node.parentThreadId) && select(node.parentThreadId)),
      Enter: () => open(node.threadId),
    };
    if (!Object.hasOwn(acts, event.key)) return false;
    event.preventDefault();
    acts[event.key]();
    return true;
  };
}

function providersIn(tree) {
  const found = new Set();
  for (const node of tree.byId.values()) for (const provider of node.providers) found.add(provider);
  return [...found].sort();
}

function measured(name, work) {
  const start = performance.now();
  const result = work();
  performance.measure(name, { start, end: performance.now() });
  return result;
}
