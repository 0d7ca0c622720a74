/** A start decision in words: the strategy, its reasons, and what the adapter would do, in order. */

import { html } from "../core/html.js";
import { clipped, counted, plain, segmentsInWords } from "../core/words.js";
import { Provider } from "../shell/marks.js";

const STRATEGIES = {
  NONE: "Nothing is missing: its session goes on, or the first one begins.",
  NATIVE: "A session is forked natively or taken over, and knows all that is needed.",
  DELTA_INTO_EXISTING: "Its session goes on and is told what it missed.",
  FULL_INTO_EXISTING: "Its session goes on and is told the whole history.",
  FULL_INTO_NEW: "A new session begins and is told the whole history.",
  CHECKPOINT_INTO_NEW: "A new session begins from a checkpoint.",
  UNSUPPORTED: "There is no safe way: startRun would be refused.",
};

const ACTIONS = {
  CREATE_THREAD: "Create a session",
  RESUME_THREAD: "Resume the session",
  ADOPT_THREAD: "Take over the session",
  FORK_THREAD: "Fork the session",
  ROLLBACK_TURNS: "Take turns back",
  REVERT_BEFORE_TURN: "Revert to before a turn",
  DELIVER_HANDOFF: "Give it the handoff",
  SEND_TURN: "Send the message",
};

export function Resolution({ resolution, thread, provider }) {
  const { strategy, handoffStrategy, covers, signals, rejected, actions, providerThreadId, transferIds } = resolution;
  const session = thread.providerThreads.find((each) => each.id === providerThreadId);
  return html`<section class="card" aria-label="Decision">
    <h2><${Provider} name=${provider} /> ${plain(strategy)}</h2>
    <p>${STRATEGIES[strategy]}</p>
    <dl>
      ${session && html`<dt>Session</dt><dd><code><bdi>${clipped(session.nativeThreadRef ?? session.id, 60)}</bdi></code></dd>`}
      ${handoffStrategy && html`<dt>Handoff</dt><dd>${plain(handoffStrategy)}</dd>`}
      <dt>It covers</dt><dd><bdi>${segmentsInWords(covers, thread.id) || "nothing"}</bdi></dd>
      ${transferIds.length > 0 && html`<dt>Takes up</dt><dd>${counted(transferIds.length, "pending transfer")}</dd>`}
    </dl>
    <h3>Steps</h3>
    <ol class="steps">
      ${actions.map(
        (action, at) => html`<li key=${at}>
          ${ACTIONS[action.kind] ?? plain(action.kind)}${action.turns ? ` (${counted(action.turns, "turn")})` : ""}
          ${action.nativeThreadRef && html` <code><bdi>${clipped(action.nativeThreadRef, 60)}</bdi></code>`}
          ${action.nativeTurnRef && html` at turn <code><bdi>${clipped(action.nativeTurnRef, 40)}</bdi></code>`}
          ${action.delivery && html` as ${plain(action.delivery)} message`}
        </li>`,
      )}
    </ol>
    ${signals.length > 0 && html`<h3>What speaks against resuming</h3><ul>${signals.map((signal) => html`<li key=${signal.kind}><strong>${plain(signal.kind)}</strong>: <bdi>${signal.message}</bdi></li>`)}</ul>`}
    ${rejected.length > 0 && html`<h3>Preferred, but not possible</h3><ul>${rejected.map((each, at) => html`<li key=${at}><strong>${plain(each.strategy)}</strong>: <bdi>${each.reason}</bdi></li>`)}</ul>`}
  </section>`;
}
