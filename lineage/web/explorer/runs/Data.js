/** The data of an item: in words where its kind says what it holds, else as it is. */

import { html } from "../core/html.js";
import { Text } from "./Text.js";

/** @param {{ kind: string, data: any }} props */
export function Data({ kind, data }) {
  const known = KNOWN[kind]?.(data);
  return known ?? html`<${Text} code=${true} text=${JSON.stringify(data, null, 2)} />`;
}

const KNOWN = {
  FILE_CHANGE: ({ path, change, additions, deletions, ...more }) =>
    typeof path === "string" && empty(more) &&
    html`<p class="datum"><code><bdi>${path}</bdi></code> <span class="facts">${change}</span>
      ${additions != null && html`<span class="added">+${additions}</span>`} ${deletions != null && html`<span class="deleted">−${deletions}</span>`}</p>`,
  TEST: ({ command, exitCode, summary, ...more }) =>
    typeof command === "string" && empty(more) &&
    html`<p class="datum"><code><bdi>${command}</bdi></code> <span class=${exitCode ? "bad" : "facts"}>${exitCode ? `✕ exit ${exitCode}` : exitCode === 0 ? "✓ passed" : ""}</span> <bdi>${summary}</bdi></p>`,
  TODO: ({ items, ...more }) =>
    Array.isArray(items) && items.every((item) => typeof item?.text === "string") && empty(more) &&
    html`<ul class="todo">${items.map(({ text, status }, at) => html`<li key=${at}>${status === "completed" ? "☑" : "☐"} <bdi>${text}</bdi> <span class="facts">${status}</span></li>`)}</ul>`,
};

const empty = (more) => Object.keys(more).length === 0;
