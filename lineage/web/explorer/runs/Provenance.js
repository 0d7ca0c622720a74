/** Where a run's content came from: a graph, and the same as a list. */

import { adjust, go, here, addressOf, runAddress } from "../core/addresses.js";
import { ask } from "../core/graphql.js";
import { html, useMemo, useState } from "../core/html.js";
import { useLoaded } from "../core/loading.js";
import { useStore } from "../core/store.js";
import { clipped, counted, plain } from "../core/words.js";
import { Drawing } from "../drawing/Drawing.js";
import { Provider } from "../shell/marks.js";
import { Loaded } from "../shell/states.js";
import { VirtualList } from "../shell/VirtualList.js";
import { drawProvenance } from "./provenanceDrawing.js";

const PROVENANCE = `query Provenance($id: ID!, $depth: Int) {
  provenance(runId: $id, maxDepth: $depth) {
    sources { id threadId ordinal provider status message }
    edges { fromRunId toRunId via handoffId native }
    truncated
  }
}`;
const DEPTHS = [1, 2, 3, 5, 10];

export function Provenance({ run }) {
  const { search } = useStore(here);
  const depth = Number(search.get("depth")) || 3;
  const all = search.get("depth") === "all";
  const loaded = useLoaded(async (signal) => (await ask(PROVENANCE, { id: run.id, depth: all ? null : depth }, signal)).provenance, [run.id, depth, all]);
  return html`<form class="filters" onSubmit=${(event) => event.preventDefault()}>
      <label>Steps
        <select value=${all ? "all" : String(depth)} onChange=${(event) => adjust({ depth: event.target.value })}>
          ${[...DEPTHS.map(String), "all"].map((each) => html`<option key=${each} value=${each} selected=${each === (all ? "all" : String(depth))}>${each}</option>`)}
        </select>
      </label>
      <span role="status" class="facts">${loaded.data && `${counted(loaded.data.sources.length, "source")}${loaded.data.truncated ? "; further steps lead to more" : ", and these are all"}`}</span>
    </form>
    <${Loaded} loaded=${loaded} what="the provenance" view=${(data) => html`<${Graph} run=${run} provenance=${data} />`} />`;
}

function Graph({ run, provenance }) {
  const [selected, setSelected] = useState(run.id);
  const runs = [run, ...provenance.sources];
  const scene = useMemo(() => drawProvenance(run, provenance, selected), [run, provenance, selected]);
  const title = `Provenance of run ${run.ordinal}`;
  const active = runs.findIndex((each) => each.id === selected);
  const open = (id) => go(addressOf(["run", id, "provenance"]));
  if (!provenance.sources.length) return html`<section class="notice"><h2>Nothing reached this run</h2><p>It started without any content of other runs.</p></section>`;
  const into = (id) => provenance.edges.filter((edge) => edge.fromRunId === id);
  const row = (index) => {
    const { id, ordinal, threadId, provider, message } = runs[index];
    const steps = [...new Set(into(id).map((edge) => (edge.native ? "native" : plain(edge.via ?? "handoff").replace("provider ", ""))))];
    return {
      key: id,
      content: html`<span class="number ordinal"><span class="unseen">Run </span>${ordinal}</span><${Provider} name=${provider} /><bdi class="name">${clipped(message ?? threadId, 120)}</bdi><span class="minor">${steps.join(", ")}</span>`,
    };
  };
  const keys = (event) => {
    const by = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    if (by) setSelected(runs[Math.min(Math.max(active + by, 0), runs.length - 1)].id);
    else if (event.key === "Enter") open(selected);
    else return;
    event.preventDefault();
  };
  return html`<div class="split">
    <div class="pane drawing-pane">
      <${Drawing} name="provenance" fit=${true} legend=${html`<${Key} />`} scene=${scene} title=${title} label=${`${title}; the list beside it tells the same`} selected=${selected} onSelect=${setSelected} onOpen=${open} onKey=${keys} />
    </div>
    <div class="pane list-pane">
      <${VirtualList} role="listbox" label="Runs whose content reached it" count=${runs.length} rowHeight=${30} active=${active} row=${row} onActive=${(index) => setSelected(runs[index].id)} onOpen=${(index) => open(runs[index].id)} />
      <p class="actions chosen"><a class="button primary" href=${runAddress(selected)}>Open run</a> <a class="button" href=${addressOf(["run", selected, "provenance"])}>Its provenance</a></p>
    </div>
  </div>`;
}

function Key() {
  return html`<div class="legend">
    <span><svg viewBox="0 0 28 16" width="28" height="16" aria-hidden="true"><path d="M2 8h17" class="line" /><path d="M19 4l6 4-6 4z" class="fill" /></svg> known natively</span>
    <span><svg viewBox="0 0 28 16" width="28" height="16" aria-hidden="true"><path d="M2 8h17" class="line arc dash" /><path d="M19 4l6 4-6 4z" class="arc-fill" /></svg> told</span>
  </div>`;
}
