/** Tells a view when what it shows has changed. */

import { useEffect, useRef } from "../core/html.js";
import { follow, pollFor } from "./following.js";

const THREAD = `subscription Thread($threadId: ID!, $afterVersion: Int) {
  threadChanged(threadId: $threadId, afterVersion: $afterVersion) { version upToDate }
}`;
const TREE = `subscription Tree($rootThreadId: ID!) {
  treeChanged(rootThreadId: $rootThreadId) { upToDate }
}`;
const THREAD_VERSION = "query ($id: ID!) { thread(id: $id) { version } }";
const TREE_VERSION = "query ($id: ID!) { thread(id: $id) { version } forkTree(rootThreadId: $id, first: 1) { totalCount } }";

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
    let polled = null;
    return follow({
      subscription: TREE,
      variables: () => ({ rootThreadId }),
      // The marker that comes first after each start: what changed between loading the tree and now, or during a break, came before it.
      onNext: tell,
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
