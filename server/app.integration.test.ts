import { once } from "node:events";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { streetMapFolder, streetMapPath } from "#server/base-map/tile-archive.ts";
import { addTestAdministrator, testAdministrator } from "#tests/support/accounts/add-account.ts";
import { startTestServer, type TestServer } from "#tests/support/test-server.ts";

/* What the parts of the application do together, and two servers on one database. */

const authSecret = "of-the-sessions-of-both-servers-1234";

let server: TestServer;
let other: TestServer;

beforeAll(async () => {
  server = await startTestServer({
    places: [{}],
    settings: async ({ db }) => {
      await addTestAdministrator(db.database);
      // No request is sent there: only the origins in the page's policy are read.
      return { GEO_PROVIDER: "auto", RATE_LIMITS: "on", AUTH_SECRET: authSecret };
    },
  });
  other = await startTestServer({
    settings: () => ({ DATABASE_URL: server.db.url, AUTH_SECRET: authSecret }),
  });
});
afterAll(async () => {
  await other?.[Symbol.asyncDispose]();
  await server?.[Symbol.asyncDispose]();
});

test("follows a street map that an import adds and a removal takes away, in pages and their policy", async () => {
  const openService = "https://tiles.openfreemap.org";
  const mapOf = async (path: string) => {
    const response = await fetch(server.origin + path);
    const isNamed = (await response.text()).includes(`${openService}/planet`);
    const isAllowed = response.headers.get("Content-Security-Policy")?.includes(openService);
    return { isNamed, isAllowed };
  };
  const expectOpenService = async (isThere: boolean) => {
    const expected = { isNamed: isThere, isAllowed: isThere };
    // The server looks at the file once a second.
    await expect.poll(() => mapOf("/")).toEqual(expected);
    // The second response is the cached one; a page that is never cached has a policy too.
    for (const path of ["/", "/?unknown=1"]) expect(await mapOf(path)).toEqual(expected);
  };
  await expectOpenService(true);
  mkdirSync(streetMapFolder(server.folder), { recursive: true });
  writeFileSync(streetMapPath(server.folder), "");
  await expectOpenService(false);
  rmSync(streetMapFolder(server.folder), { recursive: true });
  await expectOpenService(true);
});

test.each([
  ["too large", "POST /api/v1/places HTTP/1.1\r\nContent-Length: 300000", 413],
  ["another site's", "POST /login HTTP/1.1\r\nOrigin: https://a.example\r\nContent-Length: 9", 403],
])(
  "a request that is %s is refused before its body, and ends its connection",
  async (_, head, status) => {
    const received = await sendRaw(`${head}\r\nHost: localhost\r\n\r\n`);
    expect(received).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(received).toMatch(/^connection: close\r$/im);
  },
);

test("a request whose body has come leaves its connection open, whatever the response", async () => {
  const refused = "POST /api/v1/places HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}";
  const last = "GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
  const received = await sendRaw(`${refused}${last}`);
  expect(received.match(/HTTP\/1.1 \d+/g)).toEqual(["HTTP/1.1 401", "HTTP/1.1 200"]);
});

test("a request that names two hosts is refused", async () => {
  const received = await sendRaw("GET /healthz HTTP/1.1\r\nHost: a\r\nhost: a\r\n\r\n");
  expect(received).toMatch(/^HTTP\/1.1 400 /);
  expect(received).toMatch(/^connection: close\r$/im);
});

test("responds to a balancer's check without a host", async () => {
  expect(await sendRaw("GET /readyz HTTP/1.0\r\n\r\n")).toMatch(/^HTTP\/1.1 200 /);
});

/** Bytes received on a connection that sends the text and waits for the end. */
async function sendRaw(text: string): Promise<string> {
  const socket = connect(server.port, "localhost", () => socket.write(text));
  let received = "";
  socket.on("data", (chunk) => {
    received += chunk;
  });
  await once(socket, "close");
  return received;
}

test("a session and a write are known to another server, to the writer at once", async () => {
  const placePath = `/api/v1/places/${server.placeIds[0]}`;
  const { email, password } = testAdministrator;
  const signedIn = await fetch(`${server.origin}/login`, {
    method: "POST",
    headers: { Origin: server.origin },
    body: new URLSearchParams({ email, password }),
    redirect: "manual",
  });
  const cookie = pairsOf(signedIn);
  const ratingAt = async ({ origin }: TestServer, Cookie = "") => {
    const response = await fetch(origin + placePath, { headers: { Cookie } });
    return (await response.json()).rating_calculated;
  };
  for (const rating of [4, 2]) {
    const written = await fetch(`${server.origin}${placePath}/reviews/me`, {
      method: "PUT",
      headers: { Origin: server.origin, Cookie: cookie, "Content-Type": "application/json" },
      body: JSON.stringify({ rating, text: "" }),
    });
    expect(written.status).toBeLessThan(300);
    expect(await ratingAt(other, `${cookie}; ${pairsOf(written)}`)).toBe(rating);
    await expect.poll(() => ratingAt(other)).toBe(rating);
  }
});

const pairsOf = ({ headers }: Response) =>
  headers
    .getSetCookie()
    .map((line) => line.split(";", 1)[0])
    .join("; ");
