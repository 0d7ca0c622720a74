/** The tree of a thread as a file, in the formats that /export has. */

import { serviceAddress } from "../core/addresses.js";
import { html, useRef } from "../core/html.js";

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
  const menu = useRef(null);
  const close = () => (menu.current.open = false);
  const keys = (event) => {
    if (event.key !== "Escape" || !menu.current.open) return;
    close();
    menu.current.querySelector("summary").focus();
  };
  const left = ({ relatedTarget }) => !menu.current.contains(relatedTarget) && close();
  return html`<details class="menu" ref=${menu} onKeyDown=${keys} onFocusOut=${left}>
    <summary>Export</summary>
    <ul>
      ${FORMATS.map(([format, name]) => html`<li key=${format}><a href=${serviceAddress("export", { threadId, format })} download>${name}</a></li>`)}
    </ul>
  </details>`;
}
