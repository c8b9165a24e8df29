/** Why a sign-in with Google failed; `error.googleclosed`: its window was closed before its end. */
export type GoogleFailureCode = "error.googleerror" | "error.googleclosed" | "error.disableduser";

/** The failure that an address tells in its parameter `error`; null where it tells none. */
export function googleFailureOf({ searchParams }: URL): GoogleFailureCode | null {
  const error = searchParams.get("error");
  if (error === null) return null;
  return error === "error.disableduser" ? error : "error.googleerror";
}
