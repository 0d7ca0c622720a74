/** How one gets back to a thread: by lineage, which tells the agent what it missed, or to the agent's own session. */

import { html } from "../core/html.js";
import { chatCommand, resumeCommand } from "./commands.js";
import { Command } from "./Command.js";

/** @typedef {{ provider: string, status: string, nativeThreadRef: string | null, coverage: {missing: unknown[]} }} Session */

/** @param {string} threadId @param {Session} session @returns {{ chat: string | null, resume: string | null } | null} null when there is no way that is known */
export function waysBack(threadId, { provider, status, nativeThreadRef }) {
  const chat = chatCommand(threadId, provider);
  const resume = status === "RESUME_FAILED" ? null : resumeCommand(provider, nativeThreadRef);
  return chat || resume ? { chat, resume } : null;
}

/** @param {{ threadId: string, session: Session }} props */
export function GoOn({ threadId, session }) {
  const ways = waysBack(threadId, session);
  if (!ways) return null;
  const { provider, coverage } = session;
  return html`<div class="go-on">
    ${ways.chat && html`<p>Go on with it${coverage.missing.length ? ", told what it misses" : ""}</p><${Command} command=${ways.chat} about=${`go on with ${provider} by lineage`} />`}
    ${ways.resume && html`<p>Open its own session, which lineage does not hear of</p><${Command} command=${ways.resume} about=${`open the session in ${provider}`} />`}
  </div>`;
}
