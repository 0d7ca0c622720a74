/** Questions to the service that the page came from. */

import { authorization } from "./credentials.js";

/** Relative to the page, so that it is found behind a proxy's prefix too. */
export const ENDPOINT = new URL("graphql", document.baseURI).href;

/** What the service, or the way to it, answered instead of data. code is one of the service's, UNREACHABLE or NO_ANSWER. */
export class ServiceError extends Error {
  /** @param {string} code @param {string} message */
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

/** The headers of every question. */
export const headers = (accept) => ({ "Content-Type": "application/json", Accept: accept, ...authorization() });

/**
 * The data of an answer. Throws ServiceError, or AbortError when the signal aborts.
 * @param {string} query @param {Record<string, unknown>} [variables] @param {AbortSignal} [signal]
 */
export async function ask(query, variables = {}, signal = undefined) {
  let response;
  try {
    response = await fetch(ENDPOINT, { method: "POST", headers: headers("application/json"), body: JSON.stringify({ query, variables }), signal });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new ServiceError("UNREACHABLE", "The service does not answer.");
  }
  const answer = await response.json().catch((error) => {
    if (error.name === "AbortError") throw error;
    return null;
  });
  if (answer?.errors?.length) throw errorOf(answer.errors[0]);
  if (!answer?.data) throw new ServiceError("NO_ANSWER", `The answer has status ${response.status} and is not of this API.`);
  return answer.data;
}

/** @param {{message: string, extensions?: {code?: string}}} error as it stands in an answer */
export const errorOf = (error) => new ServiceError(error.extensions?.code ?? "NO_ANSWER", error.message);
