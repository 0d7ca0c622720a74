/** A page of threads as a table. The heads of what can be ordered by are buttons; a row stays the same element while it moves. */

import { adjust, threadAddress, treeAddress } from "../core/addresses.js";
import { Ago } from "../core/clock.js";
import { html } from "../core/html.js";
import { clipped, grouped, nameOf } from "../core/words.js";
import { Providers } from "../shell/marks.js";
import { addressed, pressed } from "./order.js";
import { useSizes } from "./sizes.js";

const COLUMNS = [
  { name: "Thread" },
  { name: "Providers" },
  { name: "Runs", by: "RUNS", number: true },
  { name: "Forks", by: "FORKS", number: true },
  { name: "Branches", number: true, about: "all threads below it, at any depth" },
  { name: "Last activity", by: "ACTIVITY" },
];

/** @param {{ threads: any[], order: import("./order.js").Order }} props threads as ThreadsView asks for them */
export function Table({ threads, order }) {
  const sizes = useSizes(threads);
  return html`<div class="table-frame" role="region" aria-label="List of threads" tabindex="0">
    <table class="roots">
      <thead>
        <tr>${COLUMNS.map((column) => html`<${Head} key=${column.name} column=${column} order=${order} />`)}</tr>
      </thead>
      <tbody>
        ${threads.map((thread) => html`<${Row} key=${thread.id} thread=${thread} size=${sizes.get(thread.id)} />`)}
      </tbody>
    </table>
  </div>`;
}

function Head({ column: { name, by, number, about }, order }) {
  const kind = number ? "number" : undefined;
  if (!by) return html`<th scope="col" class=${kind} title=${about}>${name}</th>`;
  const sorted = order.by === by ? order.direction : null;
  return html`<th scope="col" class=${kind} aria-sort=${sorted?.toLowerCase()}>
    <button type="button" class="head" onClick=${() => adjust(addressed(pressed(order, by)))}>
      ${name}<span class="arrow" aria-hidden="true">${sorted === "DESCENDING" ? "▾" : sorted ? "▴" : ""}</span>
    </button>
  </th>`;
}

function Row({ thread, size }) {
  const { rootThreadId, relationshipToParent } = thread.lineage;
  const kind = { FORK: "● fork", SUBAGENT: "◇ subagent" }[relationshipToParent];
  return html`<tr>
    <th scope="row">
      <a class="title" href=${treeAddress(rootThreadId, { at: rootThreadId === thread.id ? null : thread.id })}><bdi>${clipped(nameOf(thread), 160)}</bdi></a>
      ${kind && html`<span class="minor">${kind}</span>`}
      <a class="minor" href=${threadAddress(thread.id)} aria-label=${`Timeline of ${clipped(nameOf(thread), 80)}`}>timeline</a>
    </th>
    <td>${size?.providers.length > 0 && html`<${Providers} names=${size.providers} />`}</td>
    <${Count} count=${thread.runCount} one="run" many="runs" />
    <${Count} count=${thread.forkCount} one="fork" many="forks" />
    <${Count} count=${size?.below} one="branch" many="branches" />
    <td><${Ago} at=${thread.updatedAt} /></td>
  </tr>`;
}

/** What is counted is told by the column's head, or in a narrow window behind the number. */
function Count({ count, one, many }) {
  if (count === undefined) return html`<td class="number"></td>`;
  return html`<td class=${count ? "number" : "number none"} data-of=${count === 1 ? one : many}>${count ? grouped(count) : "–"}</td>`;
}
