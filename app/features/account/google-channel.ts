/** How a Google window ended. */
export type GoogleOutcome = "signed-in" | "failed";

const channelName = "mosdo:google";

const isOutcome = (value: unknown): value is GoogleOutcome =>
  value === "signed-in" || value === "failed";

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
