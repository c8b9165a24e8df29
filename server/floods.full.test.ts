import { once } from "node:events";
import { readFileSync, rmSync } from "node:fs";
import { chmod, mkdtemp } from "node:fs/promises";
import { get } from "node:http";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildWhenNeeded, findFreePort, ServerProcess } from "#tests/support/server-process.ts";

/** Number of connections that would keep a server without limits busy for many seconds. */
const connections = 200;
const requestsEach = 20;

let dataDirectory: string;
let server: ServerProcess;
let port: number;

beforeAll(async () => {
  buildWhenNeeded();
  dataDirectory = await mkdtemp(join(tmpdir(), "mosdo-floods-"));
  await chmod(dataDirectory, 0o755);
  port = await findFreePort();
  server = new ServerProcess(port, {
    HOST: "127.0.0.1",
    DATA_DIR: dataDirectory,
    GEO_PROVIDER: "embedded",
    API_READ_LIMIT: "0",
    LOG_LEVEL: "fatal",
  });
  await server.readyAfterMs();
}, 180_000);

afterAll(async () => {
  await server?.stop();
  rmSync(dataDirectory, { recursive: true });
});

function residentMegabytes(): number | null {
  try {
    const status = readFileSync(`/proc/${server.child.pid}/status`, "utf8");
    return Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024);
  } catch {
    return null;
  }
}

/**
 * Second address of this machine, other than the flood's; only Linux has one without any set-up.
 */
const localAddress = process.platform === "linux" ? "127.0.0.2" : undefined;

/** Sends a request as another visitor, on a connection and from an IP address of its own. */
function fetchPath(path: string): Promise<{ status: number; milliseconds: number }> {
  const begun = performance.now();
  return new Promise((resolve, reject) => {
    get({ host: "127.0.0.1", port, path, localAddress, agent: false }, (response) => {
      response.resume().on("end", () => {
        resolve({ status: response.statusCode ?? 0, milliseconds: performance.now() - begun });
      });
    }).on("error", reject);
  });
}

interface Flooder {
  readonly socket: Socket;
  /** Heads of the responses. */
  readonly heads: string[];
  readonly ended: Promise<unknown>;
}

function flood(nextPath: () => string): Flooder {
  const request = () =>
    `GET ${nextPath()} HTTP/1.1\r\nHost: localhost\r\nAccept: text/html\r\n\r\n`;
  const requests = Array.from({ length: requestsEach }, request).join("");
  const socket = connect(port, "127.0.0.1", () => socket.write(requests));
  const heads: string[] = [];
  let rest = "";
  socket.on("data", (chunk) => {
    rest += chunk.toString("latin1");
    for (let end = rest.indexOf("\r\n\r\n"); end >= 0; end = rest.indexOf("\r\n\r\n")) {
      const start = rest.lastIndexOf("HTTP/1.1 ", end);
      if (start >= 0) heads.push(rest.slice(start, end));
      rest = rest.slice(end + 4);
    }
  });
  socket.on("error", () => {});
  return { socket, heads, ended: once(socket, "close") };
}

const statusOf = (head: string) => Number(/^HTTP\/1.1 (\d+)/.exec(head)?.[1]);

/** Path of a page that is rendered for each request; `/places` itself is cached (docs/decisions/054). */
const madeEachTime = "/places?made=anew";
const nextPage = () => madeEachTime;

let lists = 0;
/** Path of another list each time; the same one is cached (docs/decisions/054). */
const nextList = () => `/api/v1/places?near=19.04,47.${String(++lists).padStart(5, "0")}`;

test.each([
  ["pages", nextPage],
  ["lists", nextList],
])(
  "a flood of pipelined requests for %s takes little memory, and others are answered",
  async (what, nextPath) => {
    for (let n = 0; n < 5; n++) await fetchPath(nextPath());
    const before = residentMegabytes();
    const begun = performance.now();
    const flooders = Array.from({ length: connections }, () => flood(nextPath));
    const allEnded = Promise.all(flooders.map(({ ended }) => ended));
    let isOver = false;
    void allEnded.then(() => {
      isOver = true;
    });
    const others: number[] = [];
    do {
      const { status, milliseconds } = await fetchPath("/api/v1/places?per_page=1");
      expect(status).toBe(200);
      others.push(milliseconds);
      await delay(20);
    } while (!isOver);
    await allEnded;
    const tookMs = Math.round(performance.now() - begun);
    const after = residentMegabytes();

    const heads = flooders.flatMap((flooder) => flooder.heads);
    const statuses = new Set(heads.map(statusOf));
    console.log(
      `${connections} × ${requestsEach} requests for ${what}: ${tookMs} ms, ${heads.length} answers`,
      `(${[...statuses].join(", ")}), resident ${before} → ${after} MB, others' longest wait`,
      `${Math.round(Math.max(...others))} ms of ${others.length}`,
    );
    for (const flooder of flooders) expect(flooder.heads.length).toBeLessThanOrEqual(2);
    // Most of the flood is refused at once; the others, from an IP address of their own, never.
    expect([...statuses].sort()).toEqual([200, 503]);
    for (const head of heads.filter((head) => statusOf(head) === 503)) {
      expect(head).toMatch(/^retry-after: \d+$/im);
    }
    if (before !== null && after !== null) expect(after - before).toBeLessThan(150);
  },
);

test("pages beyond those that are rendered soon are refused at once, with a text and a link", async () => {
  const flooders = Array.from({ length: connections }, () => flood(nextPage));
  const busy = await fetch(`${server.origin}${madeEachTime}`, {
    headers: { Accept: "text/html", "Accept-Language": "de" },
  });
  // Some requests of the flood were refused, also where this one succeeded.
  if (busy.status === 503) {
    expect(busy.headers.get("Content-Language")).toBe("de");
    expect(await busy.text()).toContain('<html lang="de">');
  }
  await Promise.all(flooders.map(({ ended }) => ended));
  const statuses = flooders.flatMap(({ heads }) => heads).map(statusOf);
  expect(statuses).toContain(200);
  expect(statuses).toContain(503);
  expect((await fetchPath(madeEachTime)).status).toBe(200);
});

test.each([
  ["page", "/places"],
  ["list", "/api/v1/places"],
])("all requests of a flood for a cached %s succeed", async (_, path) => {
  expect((await fetchPath(path)).status).toBe(200);
  const flooders = Array.from({ length: connections }, () => flood(() => path));
  await Promise.all(flooders.map(({ ended }) => ended));
  const statuses = flooders.flatMap(({ heads }) => heads).map(statusOf);
  expect(new Set(statuses)).toEqual(new Set([200]));
});
