/** The chosen thread in short, and where one can go from here. */

import { addressOf, threadAddress, treeAddress } from "../core/addresses.js";
import { html, useMemo } from "../core/html.js";
import { clipped, counted, nameOf } from "../core/words.js";
import { Sessions } from "../sessions/Sessions.js";
import { Providers } from "../shell/marks.js";
import { countBelow } from "./model.js";

/** @param {{ tree: import("./model.js").Tree, node: import("./model.js").Node, edition: unknown }} props edition changes when the tree was loaded anew */
export function Chosen({ tree, node, edition }) {
  const below = useMemo(() => countBelow(tree, node.threadId), [tree, node]);
  return html`<section class="chosen" aria-label="Chosen thread">
    <h2 aria-live="polite"><bdi>${clipped(nameOf(node), 200)}</bdi></h2>
    <p><${Origin} tree=${tree} node=${node} /></p>
    <p class="facts">${counted(node.runCount, "run")} · ${counted(below, "thread")} below <${Providers} names=${node.providers} /></p>
    ${node.detached && html`<p><strong class="detached">✕ detached: its source run was rolled back</strong></p>`}
    <p class="actions">
      <a class="button primary" href=${threadAddress(node.threadId)}>Open timeline</a>
      ${node !== tree.root && below > 0 && html`<a class="button" href=${treeAddress(node.threadId)}>Tree from here</a>`}
      <a class="button" href=${addressOf(["thread", node.threadId, "start"])}>Start preview</a>
    </p>
    <${Sessions} threadId=${node.threadId} edition=${edition} />
  </section>`;
}

function Origin({ tree, node }) {
  const how = { FORK: "Fork", SUBAGENT: "Subagent" }[node.relationshipToParent] ?? "Root";
  const { threadId, ordinal } = node.sourcePoint ?? {};
  if (!ordinal) return how;
  const source = tree.byId.get(threadId);
  const name = html`<bdi>${clipped(source ? nameOf(source) : threadId, 80)}</bdi>`;
  const address = source ? treeAddress(tree.root.threadId, { at: source === tree.root ? null : threadId }) : threadAddress(threadId);
  return html`${how} from run ${ordinal} of <a href=${address}>${name}</a>`;
}
