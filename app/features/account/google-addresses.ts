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
