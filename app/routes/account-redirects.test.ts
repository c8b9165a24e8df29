import { RouterContextProvider } from "react-router";
import { describe, expect, it } from "vitest";
import { clientContext, servicesContext, viewerContext } from "#server/request-context.ts";
import { servicesWith } from "#tests/support/services/stand-ins.ts";

/* Where the pages of accounts lead visitors who are signed in already, or not yet. */

const routes = {
  "/login": () => import("./login.tsx"),
  "/register": () => import("./register.tsx"),
  "/login/code": () => import("./sign-in-code.tsx"),
  "/account": () => import("./account.tsx"),
  "/account/second-factor": () => import("./second-factor.tsx"),
  "/account/terms": () => import("./accept-terms.tsx"),
  "/auth/google": () => import("./auth-google.ts"),
  "/auth/openid": () => import("./auth-openid.ts"),
} as const;

interface Visitor {
  readonly userId: string | null;
  readonly headers?: Record<string, string>;
}

/** Path to which a page redirects a visitor. */
async function redirectOf(path: string, { userId, headers }: Visitor): Promise<string> {
  const url = new URL(path, "http://mosdo.test");
  const context = new RouterContextProvider();
  const identity = {
    hasGoogle: true,
    openIdName: "Városkapu",
    findAccount: async () => null,
    mayWaitForCode: () => false,
  };
  context.set(servicesContext, servicesWith({ identity, accounts: {} }));
  context.set(viewerContext, { userId, email: null, role: userId ? "user" : "visitor" });
  context.set(clientContext, { headers: new Headers() } as never);
  const { loader } = await routes[url.pathname as keyof typeof routes]();
  try {
    await loader({ request: new Request(url, { headers }), context, params: {} } as never);
  } catch (thrown) {
    if (thrown instanceof Response) return thrown.headers.get("Location") ?? "";
    throw thrown;
  }
  return "no redirect";
}

it.each([
  ["/login", "/"],
  ["/register", "/"],
  ["/login?continueUrl=%2Fplaces%3Fopen%3D1", "/places?open=1"],
  ["/register?continueUrl=%2Fguide", "/guide"],
  ["/login/code?continueUrl=%2Fguide", "/guide"],
])("leads a visitor who is signed in on: %s", async (path, location) => {
  expect(await redirectOf(path, { userId: "anna" })).toBe(location);
});

it.each([
  ["/account", "/login"],
  ["/account/second-factor", "/login?continueUrl=%2Faccount%2Fsecond-factor"],
  ["/account/terms", "/login?continueUrl=%2Faccount%2Fterms"],
  // The password was not asked yet.
  ["/login/code?continueUrl=%2Fplaces", "/login?continueUrl=%2Fplaces"],
])("leads a visitor who is not signed in to the sign-in: %s", async (path, location) => {
  expect(await redirectOf(path, { userId: null })).toBe(location);
});

describe.each(["/auth/google", "/auth/openid"])("%s", (path) => {
  it.each(["cross-site", "same-site"])(
    "is started by no link of another site: %s",
    async (site) => {
      const headers = { "Sec-Fetch-Site": site };
      expect(await redirectOf(path, { userId: null, headers })).toBe("/login");
    },
  );
});
