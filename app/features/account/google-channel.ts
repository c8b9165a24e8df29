import type { GoogleFailureCode } from "./google-failure.ts";

/** How a Google window ended. */
export type GoogleOutcome = "signed-in" | GoogleFailureCode;

const channelName = "mosdo:google";

const outcomes: readonly unknown[] = [
  "signed-in",
  "error.googleerror",
  "error.googleclosed",
  "error.disableduser",
] satisfies GoogleOutcome[];

const isOutcome = (value: unknown): value is GoogleOutcome => outcomes.includes(value);

/**
 * Tells the page that opened this window how it ended. A channel rather than `window.opener`: the
 * provider's pages may cut that tie.
 */
export function tellGoogleOutcome(outcome: GoogleOutcome): void {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage(outcome);
  channel.close();
}

/** Listens until the function it returns is called. */
export function listenForGoogleOutcome(onOutcome: (outcome: GoogleOutcome) => void): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.onmessage = ({ data }) => {
    if (isOutcome(data)) onOutcome(data);
  };
  return () => channel.close();
}
