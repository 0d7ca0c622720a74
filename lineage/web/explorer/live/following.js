/**
 * Keeps to what changes: by a subscription over server-sent events, resumed with a backoff after a break, or by asking every
 * few seconds where the service has no subscriptions.
 */

import { ask, ENDPOINT, errorOf, headers } from "../core/graphql.js";
import { createStore } from "../core/store.js";
import { eventsOf } from "./sse.js";

const POLL_MS = 3000;
/** An answer that took long is not asked for again at once: asking takes at most about a tenth of the time. */
const PAUSE_FOR_ANSWER = 10;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 15_000;
/** Codes with which trying again would not help: the service has no subscriptions, or not for this. */
const HOPELESS = ["BAD_INPUT", "NO_SUBSCRIPTIONS", "UNSUPPORTED", "TOO_COMPLEX"];
/** Codes with which asking would not help either, until another token is given. */
const REFUSED = ["UNAUTHENTICATED", "FORBIDDEN"];

/** @type {ReturnType<typeof createStore<"idle" | "connecting" | "live" | "polling" | "offline" | "refused">>} */
export const connection = createStore("idle");

/**
 * @param {{
 *   subscription: string, variables: () => Record<string, unknown>, onNext: (data: any) => void,
 *   poll: () => Promise<unknown>, onPolled: (state: unknown) => void,
 * }} subject variables are asked at each attempt, so that they name what was seen last
 * @returns {() => void} ends it
 */
export function follow(subject) {
  const controller = new AbortController();
  connection.set("connecting");
  stay(subject, controller.signal).catch(() => {});
  return () => {
    controller.abort();
    connection.set("idle");
  };
}

/**
 * Asks again and again, without a subscription, the first time after a pause.
 * @param {{ poll: () => Promise<unknown>, onPolled: (state: unknown) => void }} subject @returns {() => void} ends it
 */
export function keepAsking(subject) {
  const controller = new AbortController();
  connection.set("polling");
  wait(POLL_MS, controller.signal).then(() => keepPolling(subject, controller.signal));
  return () => {
    controller.abort();
    connection.set("idle");
  };
}

async function stay(subject, signal) {
  let pause = FIRST_PAUSE_MS;
  while (!signal.aborted) {
    try {
      await subscribe(subject, signal, () => (pause = FIRST_PAUSE_MS));
    } catch (error) {
      if (signal.aborted) return;
      if (REFUSED.includes(error.code)) return connection.set("refused");
      if (HOPELESS.includes(error.code)) return void (await keepPolling(subject, signal));
    }
    if (signal.aborted) return;
    connection.set("offline");
    await wait(pause * (0.75 + Math.random() / 2), signal);
    pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
  }
}

async function subscribe({ subscription, variables, onNext }, signal, onOpened) {
  const body = JSON.stringify({ query: subscription, variables: variables() });
  const response = await fetch(ENDPOINT, { method: "POST", headers: headers("text/event-stream"), body, signal });
  if (!(response.headers.get("content-type") ?? "").startsWith("text/event-stream")) {
    const answer = await response.json().catch(() => null);
    const error = errorOf(answer?.errors?.[0] ?? { message: `status ${response.status}` });
    if (response.status < 500 && error.code === "NO_ANSWER") error.code = "NO_SUBSCRIPTIONS";
    throw error;
  }
  for await (const { event, data } of eventsOf(response.body)) {
    if (event === "complete") return;
    if (event !== "next") continue;
    const answer = JSON.parse(data);
    if (answer.errors?.length) throw errorOf(answer.errors[0]);
    connection.set("live");
    onOpened();
    onNext(answer.data);
  }
}

async function keepPolling({ poll, onPolled }, signal) {
  while (!signal.aborted) {
    const asked = performance.now();
    if (document.visibilityState === "visible") {
      try {
        const state = await poll();
        if (signal.aborted) return;
        connection.set("polling");
        onPolled(state);
      } catch (error) {
        if (!signal.aborted) connection.set(REFUSED.includes(error.code) ? "refused" : "offline");
      }
    }
    await wait(Math.max(POLL_MS, PAUSE_FOR_ANSWER * (performance.now() - asked)), signal);
  }
}

const wait = (milliseconds, signal) =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => (clearTimeout(timer), resolve(undefined)), { once: true });
  });

export const pollFor = (query, variables) => () => ask(query, variables);
