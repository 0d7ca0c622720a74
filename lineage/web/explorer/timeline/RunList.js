/** The thread's own runs as a list, rolled-back ones among them. */

import { adjust, go, runAddress } from "../core/addresses.js";
import { html } from "../core/html.js";
import { clipped } from "../core/words.js";
import { Provider, Status } from "../shell/marks.js";
import { VirtualList } from "../shell/VirtualList.js";

export function RunList({ thread, run }) {
  const checkpoints = new Set(thread.checkpoints.map((each) => each.runId));
  const row = (index) => {
    const { id, ordinal, provider, status, message } = thread.runs[index];
    const said = clipped(message ?? "", 160);
    const content = html`
      <span class="number ordinal"><span class="unseen">Run </span>${ordinal}</span>
      <${Provider} name=${provider} />
      <${Status} status=${status} />
      <bdi class="name">${said}</bdi>
      <span class="kind" title=${checkpoints.has(id) ? "has a checkpoint" : undefined}>${checkpoints.has(id) && html`<span aria-hidden="true">◆</span><span class="unseen">, has a checkpoint</span>`}</span>`;
    return { key: id, content, attributes: { "data-status": status } };
  };
  return html`<${VirtualList}
    role="listbox" label="Runs" count=${thread.runs.length} rowHeight=${30} active=${thread.runs.indexOf(run)} row=${row}
    onActive=${(index) => adjust({ run: thread.runs[index].id })} onOpen=${(index) => go(runAddress(thread.runs[index].id))}
  />`;
}
