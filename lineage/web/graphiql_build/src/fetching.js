// Asks the API with the credentials that the user gave: in the editor for headers, else those that the explorer keeps in this tab.
import { createGraphiQLFetcher } from '@graphiql/toolkit';

// As lineage/web/explorer/core/credentials.js has it.
const KEPT = 'lineage-token';

// Whatever prefix a proxy puts before the service, the API is where this page is.
const http = new URL(location.pathname, location.origin);
const socket = new URL(http);
socket.protocol = http.protocol === 'https:' ? 'wss:' : 'ws:';

// The headers of a request are also the first message of a WebSocket, which cannot have headers in a browser.
const ask = createGraphiQLFetcher({ url: http.href, subscriptionUrl: socket.href });

/** A fetcher of GraphiQL's. `onOtherCredentials` hears that a request has others than the schema was last read with, or was refused to. */
export function fetcherOf(onOtherCredentials) {
  let readBy;
  return (params, options) => {
    const headers = { ...options?.headers };
    const by = credentialsIn(headers) ?? keptCredentials();
    if (by && !credentialsIn(headers)) headers.Authorization = by;
    if (params.operationName === 'IntrospectionQuery') readBy = by;
    else if (by !== readBy) onOtherCredentials();
    return ask(params, { ...options, headers });
  };
}

const credentialsIn = (headers) => Object.entries(headers).find(([name]) => name.toLowerCase() === 'authorization')?.[1];

function keptCredentials() {
  try {
    const token = sessionStorage.getItem(KEPT);
    return token ? `Bearer ${token}` : undefined;
  } catch {
    // The browser keeps nothing for this page.
    return undefined;
  }
}
