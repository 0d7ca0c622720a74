/**
 * What came back from forks and subagents. The tree's answer does not hold it, so it is asked for the threads that are looked at.
 *
 * @typedef {{ id: string, type: string, status: string, fromThreadId: string, fromOrdinal: number | null, toThreadId: string, toOrdinal: number | null }} Merge
 */

import { ask } from "../core/graphql.js";
import { useEffect, useRef, useState } from "../core/html.js";

/** Threads in one question: the service limits the aliases of one. */
const AT_ONCE = 40;
const FIELDS = "{ transfers { id type status sourceThreadId targetThreadId sourcePoint { threadId ordinal } consumedByRunId } }";

/**
 * @param {string[]} ids of the threads in view @param {unknown} edition asks anew when it changes
 * @returns {Merge[]} of all threads that were in view since then
 */
export function useMerges(ids, edition) {
  const known = useRef({ edition: null, asked: new Set(), merges: new Map() });
  const [merges, setMerges] = useState([]);
  useEffect(() => {
    if (known.current.edition !== edition) known.current = { edition, asked: new Set(), merges: new Map() };
    const { asked, merges: found } = known.current;
    const controller = new AbortController();
    (async () => {
      const fresh = ids.filter((id) => !asked.has(id));
      for (let start = 0; start < fresh.length; start += AT_ONCE) {
        const part = fresh.slice(start, start + AT_ONCE);
        // What cannot be had now is asked for when the view moves again.
        const answer = await mergesOf(part, controller.signal).catch(() => null);
        if (!answer) return;
        for (const id of part) asked.add(id);
        const before = found.size;
        for (const merge of answer) found.set(merge.id, merge);
        if (found.size > before) setMerges([...found.values()]);
      }
    })();
    return () => controller.abort();
  }, [ids.join("\n"), edition]);
  return merges;
}

async function mergesOf(ids, signal) {
  const threads = await ask(...aliased(ids, (at) => `thread(id: $i${at}) ${FIELDS}`), signal);
  const transfers = new Map();
  for (const thread of Object.values(threads)) {
    for (const transfer of thread?.transfers ?? []) {
      if (transfer.type === "MERGE_BACK" || transfer.type === "SUBAGENT_RESULT") transfers.set(transfer.id, transfer);
    }
  }
  const ordinals = new Map();
  const consumers = [...new Set([...transfers.values()].map((transfer) => transfer.consumedByRunId).filter(Boolean))];
  for (let start = 0; start < consumers.length; start += AT_ONCE) {
    const runs = await ask(...aliased(consumers.slice(start, start + AT_ONCE), (at) => `run(id: $i${at}) { id ordinal }`), signal);
    for (const run of Object.values(runs)) if (run) ordinals.set(run.id, run.ordinal);
  }
  return [...transfers.values()].map(({ id, type, status, sourceThreadId, targetThreadId, sourcePoint, consumedByRunId }) => ({
    id,
    type,
    status,
    fromThreadId: sourceThreadId,
    fromOrdinal: sourcePoint.threadId === sourceThreadId ? sourcePoint.ordinal : null,
    toThreadId: targetThreadId,
    toOrdinal: ordinals.get(consumedByRunId) ?? null,
  }));
}

/** One question with a field for each id. @returns {[string, Record<string, string>]} */
function aliased(ids, field) {
  const given = ids.map((_, at) => `$i${at}: ID!`).join(", ");
  const fields = ids.map((_, at) => `f${at}: ${field(at)}`).join("\n");
  return [`query (${given}) {\n${fields}\n}`, Object.fromEntries(ids.map((id, at) => [`i${at}`, id]))];
}
