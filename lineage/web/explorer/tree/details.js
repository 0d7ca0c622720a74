/**
 * What the tree's answer does not hold, asked for the threads that are looked at: who took each run, and what came back from forks and
 * subagents.
 *
 * @typedef {{ id: string, type: string, status: string, fromThreadId: string, fromOrdinal: number | null, toThreadId: string, toOrdinal: number | null }} Merge
 * @typedef {{ id: string, ordinal: number, provider: string, status: string }} Run
 * @typedef {{ merges: Merge[], runs: Map<string, Run[]> }} Details runs by thread
 */

import { ask } from "../core/graphql.js";
import { useEffect, useRef, useState } from "../core/html.js";

/** Threads in one question: the service limits the aliases of one. */
const AT_ONCE = 40;
/** Runs of one thread that are drawn each; of a longer one only its providers are. */
export const MOST_RUNS = 200;
const THREAD = `fragment Details on Thread {
  transfers { id type status sourceThreadId targetThreadId sourcePoint { threadId ordinal } consumedByRunId }
  runs(first: ${MOST_RUNS}, includeRolledBack: true) { pageInfo { hasNextPage } edges { node { id ordinal provider status } } }
}`;
/** @type {Details} */
const NOTHING = { merges: [], runs: new Map() };

/**
 * @param {string[]} ids of the threads in view @param {unknown} edition asks anew when it changes; what was known stays until then
 * @returns {Details} of all threads that were in view since then
 */
export function useDetails(ids, edition) {
  const known = useRef({ edition: null, asked: new Set(), merges: new Map(), runs: new Map() });
  const [details, setDetails] = useState(NOTHING);
  useEffect(() => {
    if (known.current.edition !== edition) known.current = { edition, asked: new Set(), merges: new Map(), runs: new Map() };
    const { asked, merges, runs } = known.current;
    const controller = new AbortController();
    (async () => {
      const fresh = ids.filter((id) => !asked.has(id));
      for (let start = 0; start < fresh.length; start += AT_ONCE) {
        const part = fresh.slice(start, start + AT_ONCE);
        // What cannot be had now is asked for when the view moves again.
        const found = await detailsOf(part, controller.signal).catch(() => null);
        if (!found) return;
        for (const id of part) asked.add(id);
        for (const merge of found.merges) merges.set(merge.id, merge);
        for (const [id, taken] of found.runs) runs.set(id, taken);
        setDetails({ merges: [...merges.values()], runs: new Map(runs) });
      }
    })();
    return () => controller.abort();
  }, [ids.join("\n"), edition]);
  return details;
}

/** @returns {Promise<Details>} */
async function detailsOf(ids, signal) {
  const threads = Object.values(await ask(...aliased(ids, (at) => `thread(id: $i${at}) { ...Details }`, THREAD), signal));
  const transfers = new Map();
  const runs = new Map();
  const ordinals = new Map();
  threads.forEach((thread, at) => {
    for (const transfer of thread?.transfers ?? []) {
      if (transfer.type === "MERGE_BACK" || transfer.type === "SUBAGENT_RESULT") transfers.set(transfer.id, transfer);
    }
    const taken = (thread?.runs.edges ?? []).map((edge) => edge.node);
    for (const run of taken) ordinals.set(run.id, run.ordinal);
    runs.set(ids[at], thread?.runs.pageInfo.hasNextPage ? [] : taken);
  });
  const elsewhere = [...new Set([...transfers.values()].map((transfer) => transfer.consumedByRunId))].filter((id) => id && !ordinals.has(id));
  for (let start = 0; start < elsewhere.length; start += AT_ONCE) {
    const found = await ask(...aliased(elsewhere.slice(start, start + AT_ONCE), (at) => `run(id: $i${at}) { id ordinal }`), signal);
    for (const run of Object.values(found)) if (run) ordinals.set(run.id, run.ordinal);
  }
  const merges = [...transfers.values()].map(({ id, type, status, sourceThreadId, targetThreadId, sourcePoint, consumedByRunId }) => ({
    id,
    type,
    status,
    fromThreadId: sourceThreadId,
    fromOrdinal: sourcePoint.threadId === sourceThreadId ? sourcePoint.ordinal : null,
    toThreadId: targetThreadId,
    toOrdinal: ordinals.get(consumedByRunId) ?? null,
  }));
  return { merges, runs };
}

/** Whether an agent works in a thread now. @param {Run[] | undefined} runs of it, when they are known */
export const isRunning = (runs) => Boolean(runs?.some(({ status }) => status === "RUNNING" || status === "PREPARING"));

/** One question with a field for each id. @returns {[string, Record<string, string>]} */
function aliased(ids, field, fragments = "") {
  const given = ids.map((_, at) => `$i${at}: ID!`).join(", ");
  const fields = ids.map((_, at) => `f${at}: ${field(at)}`).join("\n");
  return [`query (${given}) {\n${fields}\n}\n${fragments}`, Object.fromEntries(ids.map((id, at) => [`i${at}`, id]))];
}
