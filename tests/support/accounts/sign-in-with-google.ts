import { type TestAccounts, TestBrowser } from "./test-accounts.ts";

interface GoogleVisit {
  /** Google account that the browser chooses; null presses "refuse". */
  readonly as: string | null;
  readonly browser: TestBrowser;
  readonly returnTo?: string;
  /** Provider in Google's place: the operator's. */
  readonly at?: "openid";
  /** Address that the provider sends the browser back to, in place of the one that was asked for. */
  readonly backTo?: string;
}

/** Goes to the provider and back, as a browser does; gives the address where it ends. */
export async function signInWithGoogle(
  accounts: TestAccounts,
  { browser, ...visit }: GoogleVisit,
): Promise<string> {
  const callbackUrl = await visitGoogle(accounts, { browser, ...visit });
  return returnFromGoogle(accounts, browser, callbackUrl);
}

/** Goes to the provider and returns its redirect back to us, without following it. */
export async function visitGoogle(
  accounts: TestAccounts,
  { as, browser, returnTo = "/done", at, backTo }: GoogleVisit,
): Promise<string> {
  const { identity } = accounts;
  const ways = { returnTo, failTo: "/failed" };
  const started = browser.keep(
    await (at === "openid"
      ? identity.startOpenIdSignIn(browser.client, ways)
      : identity.startGoogleSignIn(browser.client, ways)),
  );
  if (!started.ok) throw new Error(`no start at Google: ${started.code}`);
  const atGoogle = new TestBrowser();
  const form = new URLSearchParams(as === null ? { refuse: "1" } : { email: as });
  const asked = new URL(started.redirectUrl);
  if (backTo !== undefined) asked.searchParams.set("redirect_uri", backTo);
  let url = asked.href;
  let method = "GET";
  while (!url.includes("/api/auth/callback/")) {
    const response = await fetch(url, {
      method,
      redirect: "manual",
      headers: { Cookie: atGoogle.cookieHeader },
      ...(method === "POST" && { body: form }),
    });
    atGoogle.keep({ setCookies: response.headers.getSetCookie() });
    const location = response.headers.get("Location");
    // The page with the form answers a second request, with the form's content.
    method = location === null && method === "GET" ? "POST" : "GET";
    if (location === null && method === "GET") throw new Error(await response.text());
    if (location !== null) url = new URL(location, url).href;
  }
  return url;
}

/** Follows the provider's redirect to us; gives the address that we send the browser on to. */
export async function returnFromGoogle(
  accounts: TestAccounts,
  browser: TestBrowser,
  callbackUrl: string,
): Promise<string> {
  const { pathname, search } = new URL(callbackUrl);
  const response = await accounts.request(`${pathname}${search}`, {
    headers: { Cookie: browser.cookieHeader },
  });
  browser.keep({ setCookies: response.headers.getSetCookie() });
  return response.headers.get("Location") ?? `${response.status}`;
}
