import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { PMTiles } from "pmtiles";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { compressResponse } from "#server/http/middleware/compress.ts";
import { writePmtiles } from "#tests/support/map-data/write-pmtiles.ts";
import { getBaseMapFile, parseRange } from "./get-base-map-file.ts";

const folder = mkdtempSync(join(tmpdir(), "mosdo-base-map-"));
const path = join(folder, "map.pmtiles");
const bytes = Uint8Array.from({ length: 100_000 }, (_, at) => at % 251);
let server: Server;
let address: string;

beforeAll(async () => {
  const app = new Hono();
  app.use(compressResponse);
  app.get("/basemap.pmtiles", (context) => getBaseMapFile(context, path));
  server = createServer(getRequestListener(app.fetch));
  await new Promise<void>((resolve) => server.listen(0, resolve));
  address = `http://localhost:${(server.address() as AddressInfo).port}/basemap.pmtiles`;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true });
});

beforeEach(() => writeFileSync(path, bytes));

async function requestFile(headers: Record<string, string> = {}, method = "GET") {
  const response = await fetch(address, { method, headers });
  const body = new Uint8Array(await response.arrayBuffer());
  return { status: response.status, headers: response.headers, body };
}

describe("the base map's file over HTTP", () => {
  it.each([
    ["bytes=0-126", 0, 127],
    ["bytes=99999-", 99_999, 100_000],
    ["bytes=-10", 99_990, 100_000],
    ["bytes=70000-200000", 70_000, 100_000],
  ])("answers %s with that part, as it is", async (range, from, to) => {
    const { status, headers, body } = await requestFile({
      Range: range,
      "Accept-Encoding": "br, gzip",
    });
    expect(status).toBe(206);
    expect(headers.get("Content-Range")).toBe(`bytes ${from}-${to - 1}/100000`);
    expect(headers.get("Content-Length")).toBe(String(to - from));
    expect(headers.get("Content-Encoding")).toBeNull();
    expect(headers.get("Cache-Control")).toBe("public, max-age=3600");
    expect(headers.get("ETag")).toMatch(/^"[^"]+"$/);
    expect(body).toEqual(bytes.subarray(from, to));
  });

  it("has its length without a range, or with several at once", async () => {
    for (const range of ["", "bytes=0-1,5-6"]) {
      const response = await requestFile({ Range: range });
      expect(response.status).toBe(200);
      expect(response.headers.get("Accept-Ranges")).toBe("bytes");
      expect(response.headers.get("Content-Length")).toBe("100000");
      expect(response.body).toEqual(bytes);
    }
  });

  it("refuses a range behind its end, with its size", async () => {
    const { status, headers } = await requestFile({ Range: "bytes=100000-100010" });
    expect(status).toBe(416);
    expect(headers.get("Content-Range")).toBe("bytes */100000");
  });

  it("responds to HEAD with the headers of the whole file", async () => {
    const { status, headers, body } = await requestFile({ Range: "bytes=0-9" }, "HEAD");
    expect(status).toBe(200);
    expect(headers.get("Content-Length")).toBe("100000");
    expect(body).toHaveLength(0);
  });

  it("is 304 for a client that has it, and whole where it has changed", async () => {
    const etag = (await requestFile()).headers.get("ETag") ?? "";
    expect((await requestFile({ "If-None-Match": `"other", ${etag}` })).status).toBe(304);
    expect((await requestFile({ "If-None-Match": '"other"' })).status).toBe(200);
    const part = { Range: "bytes=0-9" };
    expect((await requestFile({ ...part, "If-Range": etag })).status).toBe(206);
    expect((await requestFile({ ...part, "If-Range": '"other"' })).status).toBe(200);

    writeFileSync(`${path}.new`, bytes.subarray(0, 500));
    renameSync(`${path}.new`, path);
    const replaced = await requestFile({ ...part, "If-Range": etag });
    expect(replaced.status).toBe(200);
    expect(replaced.headers.get("ETag")).not.toBe(etag);
  });

  it("is not there while the file is not", async () => {
    rmSync(path);
    expect((await requestFile()).status).toBe(404);
  });

  it("is read by the reader that the browser uses, before and after it was replaced", async () => {
    const tile = (text: string) => ({ z: 1, x: 1, y: 0, data: new TextEncoder().encode(text) });
    writePmtiles(path, [{ z: 0, x: 0, y: 0, data: new Uint8Array([7]) }, tile("first")]);
    const archive = new PMTiles(address);
    expect(await archive.getHeader()).toMatchObject({ maxZoom: 1, tileType: 1, minLon: -180 });
    const read = async () => new TextDecoder().decode((await archive.getZxy(1, 1, 0))?.data);
    expect(await read()).toBe("first");
    expect(await archive.getZxy(1, 0, 0)).toBeUndefined();
    writePmtiles(path, [tile("second")]);
    expect(await read()).toBe("second");
  });
});

describe("a range of a file of 100 bytes", () => {
  it.each([
    ["bytes=0-0", 0, 0],
    ["bytes=0-99", 0, 99],
    ["bytes=0-100", 0, 99],
    ["bytes=99-99", 99, 99],
    ["bytes=10-", 10, 99],
    ["bytes=99-", 99, 99],
    ["bytes=-1", 99, 99],
    ["bytes=-100", 0, 99],
    ["bytes=-101", 0, 99],
    ["bytes=5-99999999999999999999", 5, 99],
    ["Bytes=1-2", 1, 2],
    [" bytes=1-2 ", 1, 2],
  ])("%s is byte %i to %i", (header, first, last) => {
    expect(parseRange(header, 100)).toEqual({ kind: "part", first, last });
  });

  it.each(["bytes=100-", "bytes=100-100", "bytes=100-200", "bytes=-0"])(
    "%s holds nothing of it",
    (header) => {
      expect(parseRange(header, 100)).toEqual({ kind: "unsatisfiable" });
    },
  );

  it.each([
    undefined,
    "",
    "bytes=",
    "bytes=-",
    "bytes=5-4",
    "bytes=0-1,3-4",
    "bytes=a-b",
    "bytes=-5-9",
    "bytes=1.5-2",
    "lines=0-9",
  ])("%s is as if nothing was asked", (header) => {
    expect(parseRange(header, 100)).toEqual({ kind: "whole" });
  });

  it("has nothing to give of an empty file", () => {
    expect(parseRange("bytes=0-", 0)).toEqual({ kind: "unsatisfiable" });
    expect(parseRange("bytes=-1", 0)).toEqual({ kind: "unsatisfiable" });
  });
});
