/** Whether the request carries a session cookie of ours at all, good or not. */
export function hasSessionCookie(headers: Headers): boolean {
  return /(?:^|;\s*)(?:__Secure-)?mosdo\.session_token=/.test(headers.get("Cookie") ?? "");
}
