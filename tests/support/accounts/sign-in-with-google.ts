import { type TestAccounts, TestBrowser } from "./test-accounts.ts";

interface GoogleVisit {
  /** Google account that the browser chooses; null presses "refuse". */
  readonly as: string | null;
  readonly browser: TestBrowser;
  readonly returnTo?: string;
  /** Provider instead of Google: the operator's. */
  readonly at?: "openid";
  /** Redirect URL of the provider, instead of the requested one. */
  readonly backTo?: string;
}

/** Goes to the provider and back, as a browser does; returns the final URL. */
export async function signInWithGoogle(
  accounts: TestAccounts,
  { browser, ...visit }: GoogleVisit,
): Promise<string> {
  const callbackUrl = await visitGoogle(accounts, { browser, ...visit });
  return returnFromGoogle(accounts, browser, callbackUrl);
}

/** Goes to the provider and returns its redirect to our site, without following it. */
export async function visitGoogle(
  accounts: TestAccounts,
  { as, browser, returnTo = "/done", at, backTo }: GoogleVisit,
): Promise<string> {
  const { identity } = accounts;
  const ways = { returnTo, failTo: "/failed" };
  const started = browser.store(
    await (at === "openid"
      ? identity.startOpenIdSignIn(browser.client, ways)
      : identity.startGoogleSignIn(browser.client, ways)),
  );
  if (!started.ok) throw new Error(`no start at Google: ${started.code}`);
  const atGoogle = new TestBrowser();
  const form = new URLSearchParams(as === null ? { refuse: "1" } : { email: as });
  const requested = new URL(started.redirectUrl);
  if (backTo !== undefined) requested.searchParams.set("redirect_uri", backTo);
  let url = requested.href;
  let method = "GET";
  while (!url.includes("/api/auth/callback/")) {
    const response = await fetch(url, {
      method,
      redirect: "manual",
      headers: { Cookie: atGoogle.cookieHeader },
      ...(method === "POST" && { body: form }),
    });
    atGoogle.store({ setCookies: response.headers.getSetCookie() });
    const location = response.headers.get("Location");
    // The page with the form expects a second request, with the form's content.
    method = location === null && method === "GET" ? "POST" : "GET";
    if (location === null && method === "GET") throw new Error(await response.text());
    if (location !== null) url = new URL(location, url).href;
  }
  return url;
}

/** Follows the provider's redirect to our site; returns the URL of our redirect. */
export async function returnFromGoogle(
  accounts: TestAccounts,
  browser: TestBrowser,
  callbackUrl: string,
): Promise<string> {
  const { pathname, search } = new URL(callbackUrl);
  const response = await accounts.request(`${pathname}${search}`, {
    headers: { Cookie: browser.cookieHeader },
  });
  browser.store({ setCookies: response.headers.getSetCookie() });
  return response.headers.get("Location") ?? `${response.status}`;
}
