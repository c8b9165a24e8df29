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

/** Why a sign-in with Google failed; `error.googleclosed`: its window was closed before its end. */
export type GoogleFailureCode = "error.googleerror" | "error.googleclosed" | "error.disableduser";

/** The failure that an address tells in its parameter `error`; null where it tells none. */
export function googleFailureOf({ searchParams }: URL): GoogleFailureCode | null {
  const error = searchParams.get("error");
  if (error === null) return null;
  return error === "error.disableduser" ? error : "error.googleerror";
}

/** Begins a sign-in with Google in this window. */
export const googleAddress = "/auth/google";

/** Begins it in a window that then tells its opener and closes. */
export const googleWindowAddress = "/auth/google?window=own";

/** Where Google's answer leads. */
export const googleReturnAddress = "/auth/google/done";

/** Where it leads, signed in or not, in a window of its own. */
export const googleWindowReturnAddress = "/auth/google/done?window=own";

/** Whether an address is that of a window of its own. */
export function isOwnWindow(url: URL): boolean {
  return url.searchParams.get("window") === "own";
}
