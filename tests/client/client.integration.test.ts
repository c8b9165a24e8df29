import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buildWhenNeeded, findFreePort, ServerProcess } from "#tests/support/server-process.ts";
import { createClient } from "../../client/index.js";

let folder: string;
let server: ServerProcess;

beforeAll(async () => {
  buildWhenNeeded();
  folder = await mkdtemp(join(tmpdir(), "mosdo-client-"));
  server = new ServerProcess(await findFreePort(), {
    DATA_DIR: folder,
    GEO_PROVIDER: "embedded",
    LOG_LEVEL: "silent",
  });
  await server.readyAfterMs();
}, 300_000);
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

it("lists places, with their types", async () => {
  const mosdo = createClient(`${server.origin}/`);
  const { data, response } = await mosdo.GET("/api/v1/places", {
    params: { query: { near: "19.05,47.5", sort: "distance", per_page: 3 } },
  });
  expect(response.status).toBe(200);
  if (!data || !("total" in data)) throw new Error("that is no page");
  const { places } = data;
  expect(places).toHaveLength(3);
  expect(places[0].distance).toBeLessThanOrEqual(places[1].distance ?? 0);
});

it("finds one place, and says what is wrong with a question", async () => {
  const mosdo = createClient(server.origin);
  const nearest = await mosdo.GET("/api/v1/places/nearest", {
    params: { query: { near: "19.05,47.5" } },
  });
  expect(nearest.data?.limit_meters).toBe(3_000);
  const missing = await mosdo.GET("/api/v1/places/{id}", { params: { path: { id: 999_999 } } });
  expect(missing.data).toBeUndefined();
  expect(missing.error?.code).toBe("error.notfound");
});
