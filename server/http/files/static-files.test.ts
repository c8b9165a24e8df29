import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { Hono } from "hono";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { staticFiles } from "./static-files.ts";

let root: string;
let app: Hono;

beforeAll(() => {
  root = mkdtempSync(path.join(os.tmpdir(), "mosdo-static-"));
  mkdirSync(path.join(root, "assets"));
  mkdirSync(path.join(root, "locales/hu"), { recursive: true });
  writeFileSync(path.join(root, "assets/a-1234.js"), "let a;");
  writeFileSync(path.join(root, "assets/a-1234.js.gz"), gzipSync("let a;"));
  writeFileSync(path.join(root, "locales/hu/translation.json"), "{}");
  app = new Hono();
  app.route("/", staticFiles(root));
  app.get("/feed.atom", (context) => {
    const headers = { ETag: '"own"', "Cache-Control": "public, max-age=300" };
    return context.text("feed", 200, { ...headers, "Last-Modified": new Date(0).toUTCString() });
  });
  app.get("*", (context) => context.text("page"));
});

afterAll(() => rmSync(root, { recursive: true }));

describe("staticFiles", () => {
  it("caches a file whose name contains its hash for ever", async () => {
    const response = await app.request("/assets/a-1234.js");
    expect(response.headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
  });
  it("caches a file whose URL contains its hash for ever", async () => {
    const response = await app.request("/locales/hu/translation.json?v=1");
    expect(response.headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
  });
  it("leaves a page at the path of a folder to the page", async () => {
    expect(await (await app.request("/assets")).text()).toBe("page");
    expect((await app.request("/assets")).headers.get("ETag")).toBeNull();
  });
  it("leaves the validator of another response, and its Cache-Control, as they are", async () => {
    const { headers } = await app.request("/feed.atom?v=1");
    expect(headers.get("ETag")).toBe('"own"');
    expect(headers.get("Cache-Control")).toBe("public, max-age=300");
  });
  it("picks the compressed file that the browser accepts", async () => {
    const response = await app.request("/assets/a-1234.js", {
      headers: { "Accept-Encoding": "gzip" },
    });
    expect(response.headers.get("Content-Encoding")).toBe("gzip");
  });
  it("responds with 304 for another file that has not changed", async () => {
    const first = await app.request("/locales/hu/translation.json");
    expect(first.headers.get("Cache-Control")).toBe("public, max-age=3600");
    const etag = first.headers.get("ETag") ?? "";
    const again = await app.request("/locales/hu/translation.json", {
      headers: { "If-None-Match": etag },
    });
    expect(again.status).toBe(304);
  });
  it.each([
    "/",
    "/locales",
    "/locales/hu",
    "/places",
    "/missing.js",
    "/../package.json",
    "/%2e%2e/a.js",
  ])("leaves %s to the pages", async (path) => {
    expect(await (await app.request(path)).text()).toBe("page");
  });
});
