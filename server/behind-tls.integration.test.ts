import { once } from "node:events";
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { request } from "node:https";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startTlsProxy } from "#tests/support/peers/tls-proxy.ts";
import { findFreePort } from "#tests/support/server-process.ts";
import { startTestServer, type TestServer } from "#tests/support/test-server.ts";

/** Proxies of a test. */
let running: AsyncDisposableStack;
beforeEach(() => {
  running = new AsyncDisposableStack();
});
afterEach(() => running.disposeAsync());

/** A server for the tests of a `describe`, behind a TLS proxy that forwards `Host` or does not. */
function startBehindTls(settings: (publicUrl: string) => Record<string, string>) {
  let one: TestServer;
  let publicPort: number;
  beforeAll(async () => {
    publicPort = await findFreePort();
    const given = settings(`https://localhost:${publicPort}`);
    one = await startTestServer({ places: [{}], settings: () => given });
  });
  afterAll(() => one?.[Symbol.asyncDispose]());
  return {
    publicUrl: () => `https://localhost:${publicPort}`,
    placeId: () => one.placeIds[0],
    /** Origin of a new proxy: the public one where it forwards `Host`. */
    startProxy: async (passesHost: boolean) => {
      const port = passesHost ? publicPort : 0;
      return running.use(await startTlsProxy({ to: one.port, port, passesHost })).origin;
    },
  };
}

interface HttpResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
}

/** A connection for each request: the proxy may close an idle one as the next request is sent. */
const ofOneRequest = { agent: false, rejectUnauthorized: false } as const;

/** Sends a form as a browser does: with `Origin` and `Sec-Fetch-Site` of its page. */
async function send(url: string, form: object, headers: Record<string, string> = {}) {
  const body = new URLSearchParams({ ...form }).toString();
  const sent = request(url, {
    ...ofOneRequest,
    method: "POST",
    headers: {
      Origin: new URL(url).origin,
      "Sec-Fetch-Site": "same-origin",
      "Content-Type": "application/x-www-form-urlencoded",
      ...headers,
    },
  });
  return receive(sent.end(body));
}

const read = (url: string) => receive(request(url, ofOneRequest).end());

async function receive(sent: ReturnType<typeof request>): Promise<HttpResponse> {
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  response.resume();
  await once(response, "end");
  return { status: response.statusCode ?? 0, headers: response.headers };
}

const password = "Mosdo-2026!";
const registration = {
  email: "anna@example.org",
  password,
  confirmation: password,
  terms: "1",
};
const unknown = { email: "nobody@example.org", password };

/** Forms from the configured origin are accepted, those of another site are refused, whichever proxy forwards them. */
async function expectForms(origin: string, startProxy: (passesHost: boolean) => Promise<string>) {
  for (const passesHost of [true, false]) {
    const url = await startProxy(passesHost);
    const own = { Origin: origin };
    for (const path of ["/login", "/login.data"]) {
      const { status } = await send(`${url}${path}`, unknown, own);
      expect(status, `${path}, Host passed on: ${passesHost}`).toBe(401);
    }
    const older = { ...own, "Sec-Fetch-Site": "" };
    expect((await send(`${url}/login`, unknown, older)).status).toBe(401);
    const foreign = { Origin: "https://elsewhere.example", "Sec-Fetch-Site": "cross-site" };
    expect((await send(`${url}/login`, unknown, foreign)).status).toBe(403);
  }
}

describe("with PUBLIC_URL", () => {
  const { publicUrl, startProxy } = startBehindTls((publicUrl) => ({
    ...{ PUBLIC_URL: publicUrl, TRUST_PROXY: "off", EMBED_ORIGINS: "https://town.example" },
  }));

  test("accepts forms, Host passed on or not", () => expectForms(publicUrl(), startProxy));

  test("makes every cookie Secure, and sends HSTS, where its URL is https", async () => {
    const url = await startProxy(true);
    const registered = await send(`${url}/register`, registration);
    expect(registered.status).toBe(302);
    const chosen = await read(`${url}/guide?lang=de`);
    const redirected = await read(`${url}/places?add=1&lang=de`);
    expect(redirected.headers.location).toMatch(/^\/login\?/);
    const cookies = [registered, chosen, redirected].flatMap(
      ({ headers }) => headers["set-cookie"] ?? [],
    );
    expect(cookies.map((cookie) => cookie.split("=", 1)[0])).toEqual([
      "__Host-mosdo.session_token",
      "__Host-mosdo.known_browser",
      "i18next",
      "i18next",
    ]);
    for (const cookie of cookies) expect(cookie).toMatch(/; Secure(;|$)/);
    for (const path of ["/", "/api/v1/places", "/healthz", "/nothing", "/favicon.svg"]) {
      const { headers } = await read(`${url}${path}`);
      expect(headers["strict-transport-security"], path).toBe("max-age=31536000");
    }
  });

  test("accepts the acceptance of the terms behind TLS, as a page of its own and above another page", async () => {
    for (const [index, passesHost] of [true, false].entries()) {
      const url = await startProxy(passesHost);
      const own = { Origin: publicUrl() };
      const terms = `${url}/account/terms`;
      const visitor = await send(terms, {}, own);
      expect([visitor.status, visitor.headers.location]).toEqual([
        302,
        "/login?continueUrl=%2Faccount%2Fterms",
      ]);
      const account = { ...registration, email: `terms-${index}@example.org` };
      const { headers } = await send(`${url}/register`, account, own);
      const Cookie =
        headers["set-cookie"]?.map((cookie) => cookie.split(";", 1)[0]).join("; ") ?? "";
      const signedIn = { ...own, Cookie };
      const accepted = await send(terms, {}, signedIn);
      expect([accepted.status, accepted.headers.location]).toEqual([302, "/account/terms"]);
      expect((await send(`${terms}.data`, {}, signedIn)).status).toBe(202);
      expect((await send(terms, { stays: "1" }, signedIn)).status).toBe(200);
      const foreign = {
        Cookie,
        Origin: "https://elsewhere.example",
        "Sec-Fetch-Site": "cross-site",
      };
      expect((await send(terms, {}, foreign)).status).toBe(403);
    }
  });

  test("leaves an account signed in whose password is changed without script", async () => {
    const url = await startProxy(true);
    const account = { ...registration, email: "new-password@example.org" };
    const cookieOf = ({ headers }: HttpResponse) =>
      headers["set-cookie"]?.map((cookie) => cookie.split(";", 1)[0]).join("; ") ?? "";
    const Cookie = cookieOf(await send(`${url}/register`, account));
    const next = {
      currentPassword: password,
      password: "Mosdo-2027!",
      confirmation: "Mosdo-2027!",
    };
    const changed = await send(`${url}/account`, { intent: "password", ...next }, { Cookie });
    expect([changed.status, changed.headers.location]).toEqual([303, "/account?done=password"]);
    const open = (cookie: string) =>
      receive(
        request(`${url}/account?done=password`, {
          ...ofOneRequest,
          headers: { Cookie: cookie },
        }).end(),
      );
    expect((await open(cookieOf(changed))).status).toBe(200);
    expect((await open(Cookie)).status).toBe(302);
  });

  test("shows the map to other sites' frames behind TLS, by https alone and to those that may", async () => {
    for (const passesHost of [true, false]) {
      const url = await startProxy(passesHost);
      // The first response is made, the second is cached.
      for (const path of ["/embed", "/embed", "/"]) {
        const { status, headers } = await read(`${url}${path}`);
        const framers = path === "/embed" ? "'self' https://town.example" : "'none'";
        expect(status, path).toBe(200);
        expect(headers["content-security-policy"], path).toContain(`frame-ancestors ${framers}`);
        expect(headers["strict-transport-security"], path).toBe("max-age=31536000");
        expect(headers["set-cookie"], path).toBeUndefined();
      }
    }
  });
});

describe("with PUBLIC_URL and proxies that are trusted", () => {
  const { publicUrl, placeId, startProxy } = startBehindTls((publicUrl) => ({
    ...{ PUBLIC_URL: publicUrl, TRUST_PROXY: "2" },
  }));

  test("accepts forms, Host passed on or not", () => expectForms(publicUrl(), startProxy));

  test("accepts a visitor's report and confirmation behind TLS, from the page and from its script", async () => {
    for (const [index, passesHost] of [true, false].entries()) {
      const url = await startProxy(passesHost);
      // A client without an account is identified by its IP address.
      const from = (client: number) => ({
        Origin: publicUrl(),
        "X-Forwarded-For": `203.0.113.${10 * index + client}`,
      });
      const ways = [
        ["", 303],
        [".data", 202],
      ] as const;
      for (const [client, [suffix, redirected]] of ways.entries()) {
        const report = `${url}/places/${placeId()}/report${suffix}`;
        const closed = { reason: "out-of-order" };
        for (const form of [{ intent: "confirm" }, closed]) {
          expect((await send(report, form, from(client))).status).toBe(redirected);
        }
        const foreign = {
          ...from(client),
          Origin: "https://elsewhere.example",
          "Sec-Fetch-Site": "cross-site",
        };
        expect((await send(report, closed, foreign)).status).toBe(403);
      }
    }
  });
});

describe("without PUBLIC_URL", () => {
  const { startProxy } = startBehindTls(() => ({}));

  test("accepts forms behind TLS without PUBLIC_URL, and then does not demand https", async () => {
    for (const passesHost of [true, false]) {
      const url = await startProxy(passesHost);
      expect((await send(`${url}/login`, unknown)).status).toBe(401);
      const { headers } = await read(`${url}/guide?lang=de`);
      expect(headers["strict-transport-security"]).toBeUndefined();
      expect(headers["set-cookie"]?.join()).not.toContain("Secure");
      const foreign = { Origin: "https://elsewhere.example", "Sec-Fetch-Site": "cross-site" };
      expect((await send(`${url}/login`, unknown, foreign)).status).toBe(403);
    }
  });
});
