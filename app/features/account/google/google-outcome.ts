import { continuePathOf, continuingPath } from "#domain/account/own-path.ts";

/** Outcome of a sign-in in a Google window. */
export type GoogleOutcome = "signed-in" | GoogleFailureCode;

const channelName = "mosdo:google";

const outcomes: readonly unknown[] = [
  "signed-in",
  "error.googleerror",
  "error.googleclosed",
  "error.disableduser",
  "error.toomanyrequests",
] satisfies GoogleOutcome[];

const isOutcome = (value: unknown): value is GoogleOutcome => outcomes.includes(value);

/** Sends the outcome to the page that opened this window; the provider's pages may cut `window.opener`. */
export function sendGoogleOutcome(outcome: GoogleOutcome): void {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage(outcome);
  channel.close();
}

/** Calls back with each outcome; the returned function stops that. */
export function listenForGoogleOutcome(onOutcome: (outcome: GoogleOutcome) => void): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.onmessage = ({ data }) => {
    if (isOutcome(data)) onOutcome(data);
  };
  return () => channel.close();
}

/** Codes of a failed sign-in with Google; `error.googleclosed`: the visitor closed its window. */
export type GoogleFailureCode =
  | "error.googleerror"
  | "error.googleclosed"
  | "error.disableduser"
  | "error.toomanyrequests";

/** The failure in a URL's parameter `error`; null where there is none. */
export function googleFailureOf({ searchParams }: URL): GoogleFailureCode | null {
  const error = searchParams.get("error");
  if (error === null) return null;
  if (error === "error.disableduser" || error === "error.toomanyrequests") return error;
  return "error.googleerror";
}

/** Path that begins a sign-in with Google in this window. */
export const googlePath = "/auth/google";

/** Path that begins it in a window of its own, which then notifies its opener and closes. */
export const googleWindowPath = "/auth/google?window=own";

export const googleReturnPath = "/auth/google/done";

/** Path to which Google redirects in a window of its own, signed in or not. */
export const googleWindowReturnPath = "/auth/google/done?window=own";

/** Whether a URL belongs to a window of its own. */
export function isOwnWindow(url: URL): boolean {
  return url.searchParams.get("window") === "own";
}

/** Whether a link of another site led to a URL: it must not sign a visitor in by surprise. */
export function isFromElsewhere({ headers }: Request): boolean {
  const site = headers.get("Sec-Fetch-Site");
  return site === "cross-site" || site === "same-site";
}

/** Parameter and value by which a failure of the operator's provider comes back to `/login`. */
export function isOfOpenId({ searchParams }: URL): boolean {
  return searchParams.get("by") === "openid";
}

/** Whether Google, or the operator's provider, has signed in an account that still needs a code of its second factor. */
export function needsCode({ searchParams }: URL): boolean {
  return searchParams.get("error") === "error.secondfactor";
}

/** Page that asks for the code after Google, and then leads where Google would have led. @param url of Google's failure */
export function codePathOf(url: URL): string {
  // The operator's provider has no page of its own to lead back to.
  if (isOfOpenId(url)) return continuingPath("/login/code", continuePathOf(url));
  const done = isOwnWindow(url)
    ? googleWindowReturnPath
    : continuingPath(googleReturnPath, continuePathOf(url));
  return continuingPath("/login/code", done);
}
