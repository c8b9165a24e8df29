import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, createServer as createTcpServer, type Server } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SourceListError } from "#server/import/source-list/read-source-list.ts";
import { type StubService, startStubService } from "#tests/support/peers/stub-service.ts";
import { startTlsProxy, type TlsProxy } from "#tests/support/peers/tls-proxy.ts";
import { type FetchListOptions, fetchList, isPublicAddress } from "./fetch-list.ts";

let portal: StubService;
let tls: TlsProxy;
beforeAll(async () => {
  portal = await startStubService();
  tls = await startTlsProxy({ to: Number(new URL(portal.url).port) });
});
afterAll(async () => {
  await tls?.[Symbol.asyncDispose]();
  await portal?.[Symbol.asyncDispose]();
});

/** Port on which a server of a test listens. */
async function listen(server: Server): Promise<number> {
  await once(server.listen(0, "localhost"), "listening");
  return (server.address() as AddressInfo).port;
}

/** Fetches from the portal, which is in this machine's network. */
function fetchLocal(path: string, options: Partial<FetchListOptions> = {}) {
  return fetchList(new URL(path, tls.origin).href, {
    userAgent: "Mosdo",
    isAllowed: () => true,
    ca: tls.certificate,
    ...options,
  });
}

async function faultOf(fetching: Promise<unknown>) {
  const error = await fetching.then(
    () => null,
    (error: unknown) => error,
  );
  return error instanceof SourceListError ? error.fault : error;
}

test("fetches a file with its version, over redirects", async () => {
  portal.answer = ({ path }) =>
    path === "/latest" ? { status: 302, location: "/files/toilets.csv" } : { text: "id;name" };
  const fetched = await fetchLocal("/latest");
  expect(fetched).toMatchObject({ fileName: "toilets.csv", lastModified: null });
  expect(new TextDecoder().decode(fetched?.bytes)).toBe("id;name");
  expect(portal.requests.at(-1)?.headers["user-agent"]).toBe("Mosdo");
});

test("asks for another version than the known one", async () => {
  portal.answer = ({ headers }) =>
    headers["if-none-match"] === '"1"' ? { status: 304 } : { text: "x" };
  const lastModified = "Mon, 01 Jun 2026 00:00:00 GMT";
  expect(await fetchLocal("/", { known: { etag: '"1"', lastModified } })).toBeNull();
  expect(portal.requests.at(-1)?.headers["if-modified-since"]).toBe(lastModified);
  expect(await fetchLocal("/", { known: { etag: '"2"', lastModified: null } })).not.toBeNull();
});

test("knows a file by its bytes where the server tells no version", async () => {
  portal.answer = () => ({ text: "x" });
  const known = await fetchLocal("/");
  expect(await fetchLocal("/", { known: known! })).toBeNull();
  portal.answer = () => ({ text: "y" });
  expect(await fetchLocal("/", { known: known! })).not.toBeNull();
});

test.each([
  ["a status of an error", { status: 503 }, { code: "refused", status: 503 }],
  ["304 to an unconditional request", { status: 304 }, { code: "refused", status: 304 }],
  ["an endless redirect", { status: 301, location: "/" }, { code: "refused", status: 301 }],
  ["a redirect without TLS", { status: 301, location: "http://localhost/" }, { code: "not-https" }],
  ["a redirect to nowhere", { status: 301, location: "https://" }, { code: "not-https" }],
])("refuses %s", async (_, answer, fault) => {
  portal.answer = () => answer;
  expect(await faultOf(fetchLocal("/"))).toEqual(fault);
});

test("refuses a file above the limit", async () => {
  portal.answer = () => ({ text: "four" });
  expect(await faultOf(fetchLocal("/", { maxBytes: 3 }))).toEqual({ code: "too-large" });
  expect(await fetchLocal("/", { maxBytes: 4 })).not.toBeNull();
});

test("gives up a server that does not answer in time", async () => {
  portal.answer = () => null;
  expect(await faultOf(fetchLocal("/", { timeLimitMs: 50 }))).toEqual({ code: "unreachable" });
});

test("takes no file that ends before its length", async () => {
  await using half = createServer((_, response) => {
    response.writeHead(200, { "Content-Length": 100 }).write("id;name");
    setImmediate(() => response.destroy());
  });
  await using front = await startTlsProxy({ to: await listen(half) });
  const fetching = fetchLocal(front.origin, { ca: front.certificate });
  expect(await faultOf(fetching)).toEqual({ code: "unreachable" });
});

test("refuses a certificate that nobody has signed", async () => {
  portal.answer = () => ({ text: "x" });
  expect(await faultOf(fetchLocal("/", { ca: undefined }))).toEqual({ code: "unreachable" });
});

test("opens no connection into a private network, by name, by number, or after a redirect", async () => {
  let connections = 0;
  await using inner = createTcpServer((socket) => {
    connections++;
    socket.destroy();
  });
  const port = await listen(inner);
  const refuse = { isAllowed: isPublicAddress };
  for (const host of ["localhost", "127.0.0.1", "2130706433", "[::1]", "[::ffff:127.0.0.1]"]) {
    const fault = await faultOf(fetchLocal(`https://${host}:${port}/`, refuse));
    expect([host, fault]).toEqual([host, { code: "private-address" }]);
  }
  portal.answer = () => ({ status: 302, location: `https://127.0.0.2:${port}/` });
  const toRedirect = { isAllowed: (address: string) => address !== "127.0.0.2" };
  expect(await faultOf(fetchLocal("/", toRedirect))).toEqual({ code: "private-address" });
  expect(connections).toBe(0);
});

test("tells public IP addresses from those of other networks", () => {
  const others = ["10.1.2.3", "172.31.0.1", "192.168.0.1", "169.254.169.254", "100.64.0.1"];
  others.push("0.0.0.0", "224.0.0.1", "255.255.255.255", "::", "::1", "fe80::1", "fc00::1");
  others.push("::ffff:10.0.0.1", "64:ff9b::a00:1", "2002:a00:1::1", "2001:db8::1", "ff02::1");
  expect(others.filter(isPublicAddress)).toEqual([]);
  const open = ["8.8.8.8", "172.32.0.1", "100.128.0.1", "2a00:1450::1", "2600::1"];
  expect(open.filter(isPublicAddress)).toEqual(open);
});
