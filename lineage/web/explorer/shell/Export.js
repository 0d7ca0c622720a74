/** The tree of a thread as a file, in the formats that /export has. */

import { serviceAddress } from "../core/addresses.js";
import { html } from "../core/html.js";

const FORMATS = [
  ["jsonl", "JSON Lines"],
  ["mermaid", "Mermaid"],
  ["dot", "Graphviz DOT"],
  ["graphml", "GraphML"],
  ["csv", "CSV"],
  ["parquet", "Parquet"],
  ["prov-json", "PROV-JSON"],
  ["openlineage", "OpenLineage"],
];

export function Export({ threadId }) {
  return html`<details class="menu">
    <summary>Export</summary>
    <ul>
      ${FORMATS.map(([format, name]) => html`<li key=${format}><a href=${serviceAddress("export", { threadId, format })} download>${name}</a></li>`)}
    </ul>
  </details>`;
}
