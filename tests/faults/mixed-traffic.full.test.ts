import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { addTestAdministrator, testAdministrator } from "#tests/support/accounts/add-account.ts";
import { addGeneratedPlaces } from "#tests/support/database/add-generated-places.ts";
import { createTestDatabase } from "#tests/support/database/test-database.ts";
import { randomNumbers } from "#tests/support/random-numbers.ts";
import { buildWhenNeeded, findFreePort, ServerProcess } from "#tests/support/server-process.ts";

/*
 * Mixed traffic at half of the server's maximum rate, for ten minutes, after which the memory must have stopped
 * growing.
 */
const placeCount = 10_000;
const trafficMs = 600_000;
const limitMs = 30_000;
/** Number of concurrent requests while the limit is measured. */
const connections = 16;
/** Growth of the memory in the second half that counts as none: an ordinary garbage collection frees more. */
const flatMbPerMinute = 2;

/** Pages that fill the page cache: requested again, they stay there. */
const filling = { pages: 2_000, rounds: 2 } as const;

const kinds = ["tile", "page", "list", "search", "write"] as const;
type Kind = (typeof kinds)[number];

interface RequestOutcome {
  readonly kind: Kind;
  readonly path: string;
  readonly method?: string;
  readonly body?: object;
}

/** Sends requests and records the outcome of each. */
class Traffic implements Disposable {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 64 });
  readonly #origin: string;
  readonly #cookie: string;
  readonly failures: string[] = [];
  readonly times = new Map<Kind, number[]>(kinds.map((kind) => [kind, []]));

  constructor(origin: string, cookie: string) {
    this.#origin = origin;
    this.#cookie = cookie;
  }

  /** @param dueMs time at which it should have been sent: waiting for that counts too */
  send(
    { kind, path, method = "GET", body }: RequestOutcome,
    dueMs = performance.now(),
  ): Promise<void> {
    return new Promise((resolve) => {
      const end = (failure?: string) => {
        if (failure) this.failures.push(`${method} ${path}: ${failure}`);
        this.times.get(kind)?.push(performance.now() - dueMs);
        resolve();
      };
      const writes = { Origin: this.#origin, Cookie: this.#cookie };
      const headers = {
        "Accept-Encoding": "gzip, deflate, br",
        ...(kind === "write" && { ...writes, "Content-Type": "application/json" }),
      };
      const sent = request(this.#origin + path, { agent: this.#agent, method, headers });
      sent.once("error", (error: NodeJS.ErrnoException) => {
        // The server may close an idle connection just then; a client retries on a new one (RFC 9112, 9.3.1).
        const isIdleClose = sent.reusedSocket && error.code === "ECONNRESET" && method !== "POST";
        if (isIdleClose) this.send({ kind, path, method, body }, dueMs).then(resolve);
        else end(error.message);
      });
      sent.once("response", (response) => {
        const status = response.statusCode ?? 0;
        response.resume();
        response.once("error", (error) => end(error.message));
        response.once("end", () => end(status >= 200 && status < 300 ? undefined : String(status)));
      });
      sent.end(body && JSON.stringify(body));
    });
  }

  [Symbol.dispose](): void {
    this.#agent.destroy();
  }
}

/** Requests of visitors: 60 % tiles, 30 % pages, 6 % lists, 2 % searches, 2 % writes. */
function visitors(ids: readonly number[], seed: number): () => RequestOutcome {
  const random = randomNumbers(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  // Some places are requested far more often than others.
  const place = () => ids[Math.floor(ids.length * random() ** 3)];
  const point = () => [16.2 + 6.4 * random(), 45.9 + 2.5 * random()] as const;
  const towns = ["Budapest", "Eger", "Szeged", "Győr", "Pécs", "Sopron", "Debrecen", "Tata"];
  const tile = (): string => {
    const [longitude, latitude] = point();
    const zoom = 6 + below(9);
    const scale = 2 ** zoom;
    const x = Math.floor(((longitude + 180) / 360) * scale);
    const radians = (latitude * Math.PI) / 180;
    const y = Math.floor(((1 - Math.asinh(Math.tan(radians)) / Math.PI) / 2) * scale);
    return `/tiles/places/${zoom}/${x}/${y}.mvt`;
  };
  const page = (): string => {
    const which = below(10);
    if (which < 4) return ["/", "/places", "/guide", "/login"][which];
    if (which < 8) return `/?place=${place()}`;
    return `/places?page=${1 + below(40)}${which === 8 ? "" : "&free=1"}`;
  };
  return () => {
    const drawn = random() * 100;
    if (drawn < 60) return { kind: "tile", path: tile() };
    if (drawn < 90) return { kind: "page", path: page() };
    if (drawn < 96) {
      const [longitude, latitude] = point();
      const near = `${longitude.toFixed(4)},${latitude.toFixed(4)}`;
      return { kind: "list", path: `/api/v1/places?sort=distance&near=${near}&per_page=20` };
    }
    if (drawn < 98)
      return {
        kind: "search",
        path: `/api/v1/geo/search?q=${encodeURIComponent(towns[below(8)])}`,
      };
    const body = { rating: 1 + below(5), text: `number ${below(1e6)}` };
    return { kind: "write", method: "PUT", path: `/api/v1/places/${place()}/reviews/me`, body };
  };
}

/** Memory of a process, in MB. */
function residentMb(pid: number): number {
  const [, kilobytes] =
    /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) / 1024;
}

/** Arguments of `npm start` for Node.js, which limit its memory. */
function startArguments(): string[] {
  const manifest = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  const given = JSON.parse(manifest).scripts.start.match(/--[a-z-]+=\d+/g);
  if (!given) throw new Error("npm start has no arguments for Node.js");
  return given;
}

/** Growth per minute by the line that fits best. */
function slopePerMinute(
  samples: readonly { readonly atMs: number; readonly mb: number }[],
): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const at = mean(samples.map(({ atMs }) => atMs));
  const mb = mean(samples.map((sample) => sample.mb));
  const above = samples.reduce((sum, sample) => sum + (sample.atMs - at) * (sample.mb - mb), 0);
  return (60_000 * above) / samples.reduce((sum, { atMs }) => sum + (atMs - at) ** 2, 0);
}

test("mixed traffic at half the limit has no failure, and memory that stops growing", {
  timeout: trafficMs + limitMs + 480_000,
}, async () => {
  buildWhenNeeded();
  await using stack = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), "mosdo-traffic-"));
  stack.defer(() => rmSync(folder, { recursive: true, force: true }));
  const db = stack.use(await createTestDatabase());
  await addTestAdministrator(db.database);
  for (let added = 0; added < placeCount; added += 1_000) {
    await addGeneratedPlaces(db.database, 1_000);
  }
  const { user, host, database } = db.connection;
  const environment = {
    DATA_DIR: folder,
    DATABASE_URL: `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}`,
    ADMIN_USER_ID: testAdministrator.id,
    GEO_PROVIDER: "embedded",
    SAMPLE_PLACES: "off",
    RATE_LIMITS: "off",
    LOG_LEVEL: "warn",
    MALLOC_ARENA_MAX: "2",
  };
  const server = new ServerProcess(await findFreePort(), environment, startArguments());
  stack.defer(async () => void (await server.stop()));
  await server.readyAfterMs();
  const visible = await db.database
    .selectFrom("place")
    .select("id")
    .where("accepted", "=", true)
    .where("deleted_at", "is", null)
    .orderBy("id")
    .execute();
  const next = visitors(
    visible.map(({ id }) => id),
    20261123,
  );
  const cookie = await signIn(server.origin);
  const pid = server.child.pid ?? 0;
  const startMb = residentMb(pid);

  // A server that has run for a day has full caches; a new one grows until they are.
  {
    using first = stack.use(new Traffic(server.origin, cookie));
    const addresses = visible.slice(0, filling.pages).map(({ id }) => `/?place=${id}`);
    for (let round = 0; round < filling.rounds; round++) {
      for (let from = 0; from < addresses.length; from += connections) {
        const together = addresses.slice(from, from + connections);
        await Promise.all(together.map((path) => first.send({ kind: "page", path })));
      }
    }
    expect(first.failures.slice(0, 5)).toEqual([]);
  }

  // The limit: as fast as it responds.
  using fast = stack.use(new Traffic(server.origin, cookie));
  const untilMs = performance.now() + limitMs;
  let requestCount = 0;
  const work = async () => {
    while (performance.now() < untilMs) {
      requestCount++;
      await fast.send(next());
    }
  };
  await Promise.all(Array.from({ length: connections }, work));
  const perSecond = requestCount / (limitMs / 1_000) / 2;
  expect(fast.failures.slice(0, 5)).toEqual([]);

  using half = stack.use(new Traffic(server.origin, cookie));
  const samples: { atMs: number; mb: number }[] = [];
  const begunMs = performance.now();
  const underWay: Promise<void>[] = [];
  let sent = 0;
  let sampledMs = 0;
  for (let atMs = 0; atMs < trafficMs; atMs = performance.now() - begunMs) {
    for (; (sent * 1_000) / perSecond <= atMs; sent++) {
      underWay.push(half.send(next(), begunMs + (sent * 1_000) / perSecond));
    }
    if (atMs - sampledMs >= trafficMs / 200) {
      samples.push({ atMs, mb: residentMb(pid) });
      sampledMs = atMs;
    }
    await delay(5);
  }
  await Promise.all(underWay);

  const growth = slopePerMinute(samples.slice(samples.length / 2));
  const minutes = samples.filter((_, index) => index % 20 === 19).map(({ mb }) => mb.toFixed(0));
  console.log(
    `${sent} requests, ${perSecond.toFixed(0)} a second, half of ${(2 * perSecond).toFixed(0)}; memory ${startMb.toFixed(0)} MB at the start, then ${minutes.join(", ")}; ${growth.toFixed(2)} MB a minute in the second half`,
  );
  for (const [kind, times] of half.times) {
    const sorted = times.toSorted((a, b) => a - b);
    const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))]?.toFixed(1);
    console.log(
      `${kind}: ${sorted.length}, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${at(1)} ms`,
    );
    expect(sorted.length).toBeGreaterThan(0);
  }
  expect(half.failures.slice(0, 5)).toEqual([]);
  expect(server.output).not.toMatch(/"level":(50|60)/);
  expect(growth).toBeLessThan(flatMbPerMinute);
});

async function signIn(origin: string): Promise<string> {
  const { email, password } = testAdministrator;
  const body = new URLSearchParams({ email, password });
  const headers = { Origin: origin };
  const response = await fetch(`${origin}/login`, {
    method: "POST",
    headers,
    body,
    redirect: "manual",
  });
  expect(response.status).toBe(302);
  return response.headers
    .getSetCookie()
    .map((line) => line.split(";", 1)[0])
    .join("; ");
}
