import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { DatabaseProxy } from "#tests/support/database/database-proxy.ts";
import { createTestDatabase } from "#tests/support/database/test-database.ts";
import { buildWhenNeeded, findFreePort, ServerProcess } from "#tests/support/server-process.ts";

/*
 * Time for which an unresponsive database delays visitors; database-unavailable.integration.test.ts tests what they get
 * meanwhile.
 */

test("half a minute of silence ends with a server that is ready again by itself, and that stops in silence", async () => {
  buildWhenNeeded();
  await using stack = new AsyncDisposableStack();
  const dataDirectory = mkdtempSync(join(tmpdir(), "mosdo-silence-"));
  stack.defer(() => rmSync(dataDirectory, { recursive: true, force: true }));
  const db = stack.use(await createTestDatabase());
  const proxy = stack.use(await DatabaseProxy.start(db.connection));
  const server = new ServerProcess(await findFreePort(), {
    DATABASE_URL: proxy.url,
    DATA_DIR: dataDirectory,
    GEO_PROVIDER: "embedded",
    LOG_LEVEL: "warn",
  });
  stack.defer(async () => void (await server.stop()));
  await server.readyAfterMs();
  const fetchPath = async (path: string) => {
    const begun = performance.now();
    const response = await fetch(server.origin + path);
    await response.arrayBuffer();
    return { status: response.status, ms: Math.round(performance.now() - begun) };
  };
  const paths = ["/tiles/places/5/17/11.mvt", "/places"];
  for (const path of paths) expect((await fetchPath(path)).status).toBe(200);

  await proxy.set("swallow");
  const silentAt = performance.now();
  // Ten at once take every connection.
  const first = await Promise.all(
    Array.from({ length: 10 }, (_, at) => fetchPath(`/api/v1/places/${at + 100_000}`)),
  );
  for (const { status, ms } of first) {
    expect(status).toBe(503);
    expect(ms).toBeLessThan(20_000);
  }
  const visits: { status: number; ms: number }[] = [];
  while (performance.now() - silentAt < 30_000) {
    for (const path of paths) visits.push(await fetchPath(path));
    await delay(250);
  }
  expect(visits.filter(({ status }) => status !== 200)).toEqual([]);
  await proxy.set("pass");
  const backAt = performance.now();
  while ((await fetchPath("/readyz")).status !== 200) await delay(250);
  const readyMs = performance.now() - backAt;
  const slowest = (responses: { ms: number }[]) => Math.max(...responses.map(({ ms }) => ms));
  console.log(
    `silence of 30 s: the first requests waited ${slowest(first)} ms, then ${visits.length} pages and tiles ${slowest(visits)} ms at most; ready ${Math.round(readyMs)} ms after the database was back`,
  );
  expect(readyMs).toBeLessThan(10_000);

  await proxy.set("swallow");
  const pending = fetchPath("/api/v1/places/123456").catch(() => null);
  await delay(200);
  const stoppedAt = performance.now();
  await server.stop();
  expect(performance.now() - stoppedAt).toBeLessThan(10_000);
  await pending;
});
