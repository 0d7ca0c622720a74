/**
 * A thread with its runs, as the timeline shows it.
 *
 * @typedef {{ threadId: string, from: number, to: number }} Segment
 * @typedef {{
 *   id: string, ordinal: number, status: string, provider: string, model: string | null, message: string | null, providerThreadId: string | null,
 *   failureReason: string | null, createdAt: string, startedAt: string | null, finishedAt: string | null, contextHandoffId: string | null,
 * }} Run
 * @typedef {{
 *   id: string, provider: string, status: string, nativeThreadRef: string | null, model: string | null,
 *   coverage: { nativeRunOrdinals: number[], covered: Segment[], missing: Segment[], compactedThrough: {threadId: string, ordinal: number} | null },
 * }} Session
 * @typedef {{
 *   id: string, title: string | null, version: number, headOrdinal: number, history: Segment[], providerThreads: Session[], runs: Run[],
 *   runCount: number, handoffs: any[], checkpoints: any[], children: any[], activeRun: {ordinal: number} | null, more: string | null,
 *   latestStable: {threadId: string, ordinal: number} | null, updatedAt: string,
 *   ancestors: {id: string, title: string | null}[], lineage: {rootThreadId: string, parentThreadId: string | null, relationshipToParent: string | null},
 * }} Thread
 */

import { ask, ServiceError } from "../core/graphql.js";

/** Runs in one question: no more than the service gives in a page. */
const PAGE = 500;
/** Runs that are loaded without being asked for. */
export const AT_FIRST = 2000;

const RUNS = `runs(first: ${PAGE}, after: $after, includeRolledBack: true) {
  totalCount pageInfo { hasNextPage endCursor }
  edges { node {
    id ordinal status provider model message providerThreadId contextHandoffId failureReason createdAt startedAt finishedAt
  } }
}`;
const THREAD = `query Thread($id: ID!, $after: String) {
  thread(id: $id) {
    id title version updatedAt headOrdinal
    lineage { rootThreadId parentThreadId relationshipToParent }
    ancestors { id title }
    activeRun { ordinal }
    history { threadId from to }
    latestStable { threadId ordinal }
    providerThreads {
      id provider status nativeThreadRef model
      coverage { nativeRunOrdinals covered { threadId from to } missing { threadId from to } compactedThrough { threadId ordinal } }
    }
    handoffs { id targetRunId toProviderThreadId strategy kind status failureReason covered { threadId from to } }
    checkpoints { id runId workspaceRef }
    children { id title lineage { relationshipToParent } }
    ${RUNS}
  }
}`;
const MORE = `query Runs($id: ID!, $after: String) { thread(id: $id) { ${RUNS} } }`;

/**
 * @param {string} id @param {number} most runs, of those recorded first @param {AbortSignal} signal
 * @returns {Promise<Thread>} more is the place behind the last of its runs, null when all are there. NOT_FOUND
 */
export async function loadThread(id, most, signal) {
  const { thread } = await ask(THREAD, { id, after: null }, signal);
  if (!thread) throw new ServiceError("NOT_FOUND", `There is no thread ${id}.`);
  let page = thread.runs;
  const runs = nodes(page);
  while (page.pageInfo.hasNextPage && runs.length < most) {
    page = (await ask(MORE, { id, after: page.pageInfo.endCursor }, signal)).thread.runs;
    runs.push(...nodes(page));
  }
  return { ...thread, runs, runCount: page.totalCount, more: page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null };
}

const nodes = (page) => page.edges.map((edge) => edge.node);
