/** Tells a view when what it shows has changed. */

import { useEffect, useRef } from "../core/html.js";
import { follow, pollFor } from "./following.js";

const THREAD = `subscription Thread($threadId: ID!, $afterVersion: Int) {
  threadChanged(threadId: $threadId, afterVersion: $afterVersion) { version upToDate }
}`;
const TREE = `subscription Tree($rootThreadId: ID!, $afterVersions: [ThreadVersionInput!]) {
  treeChanged(rootThreadId: $rootThreadId, afterVersions: $afterVersions) { threadId version upToDate versions { threadId version } }
}`;
const THREAD_VERSION = "query ($id: ID!) { thread(id: $id) { version } }";
const TREE_VERSION = "query ($id: ID!) { thread(id: $id) { version } forkTree(rootThreadId: $id, first: 1) { totalCount } }";

/** Of a larger tree all versions would make a large question at each attempt; it is loaded anew after a break. */
const MOST_VERSIONS = 500;

/** Several changes in a row are one reason to load anew. */
const GATHER_MS = 120;

/** @param {{ threadId: string, version: number | null, onChange: () => void }} props nothing is followed while version, the one that is shown, is null */
export function useLiveThread({ threadId, version, onChange }) {
  const state = useRef({ version, onChange }).current;
  state.version = Math.max(version ?? 0, state.of === threadId ? state.version : 0);
  Object.assign(state, { onChange, of: threadId });
  useEffect(() => {
    if (version === null) return undefined;
    const tell = gathered(() => state.onChange());
    const seen = (now) => {
      if (now <= state.version) return;
      state.version = now;
      tell();
    };
    return follow({
      subscription: THREAD,
      variables: () => ({ threadId, afterVersion: state.version }),
      onNext: ({ threadChanged }) => seen(threadChanged.version),
      poll: pollFor(THREAD_VERSION, { id: threadId }),
      onPolled: ({ thread }) => thread && seen(thread.version),
    });
  }, [threadId, version === null]);
}

/** @param {{ rootThreadId: string | null, onChange: () => void }} props nothing is followed while it is null */
export function useLiveTree({ rootThreadId, onChange }) {
  const state = useRef({ onChange }).current;
  state.onChange = onChange;
  useEffect(() => {
    if (rootThreadId === null) return undefined;
    const tell = gathered(() => state.onChange());
    /** @type {Map<string, number>} */
    const seen = new Map();
    let resumed = false;
    let polled = null;
    return follow({
      subscription: TREE,
      variables() {
        resumed = seen.size > 0 && seen.size <= MOST_VERSIONS;
        return { rootThreadId, afterVersions: resumed ? [...seen].map(([threadId, version]) => ({ threadId, version })) : null };
      },
      onNext({ treeChanged: { threadId, version, upToDate, versions } }) {
        if (upToDate) for (const each of versions) seen.set(each.threadId, each.version);
        else seen.set(threadId, version);
        // Without versions to go on from, anything may have changed between loading the tree, or a break, and the marker.
        if (!upToDate || !resumed) tell();
        resumed = true;
      },
      poll: pollFor(TREE_VERSION, { id: rootThreadId }),
      onPolled(answer) {
        const state = JSON.stringify(answer);
        if (polled !== null && polled !== state) tell();
        polled = state;
      },
    });
  }, [rootThreadId]);
}

function gathered(act) {
  let timer = 0;
  return () => {
    timer ||= setTimeout(() => {
      timer = 0;
      act();
    }, GATHER_MS);
  };
}
