import { brotliDecompressSync, constants, gunzipSync, zstdDecompressSync } from "node:zlib";
import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import { chooseEncoding, compressResponse } from "./compress.ts";

const long = "Nyugati pályaudvar ".repeat(200);
const varied = Array.from({ length: 9_000 }, (_, at) => (at * 7919) % 10_007).join(" ");
const app = new Hono();
app.use(compressResponse);
app.get("/long", (context) => context.text(long));
app.get("/short", (context) => context.text("rövid", 200, { "Content-Length": "6" }));
app.get("/short-of-unknown-length", (context) => context.text("rövid", 200, { ETag: '"s"' }));
app.get("/huge", (context) => context.text(long.repeat(80), 200, { "Set-Cookie": "a=1" }));
app.get("/sitemap", (context) => context.body(long, 200, { "Content-Type": "application/xml" }));
app.get("/chunks", (context) => {
  const chunks = new ReadableStream({
    start(controller) {
      for (const chunk of ["<a/>", "<b/>", "<c/>"]) controller.enqueue(Buffer.from(chunk));
      controller.close();
    },
  });
  return context.body(chunks, 200, { "Content-Type": "application/xml" });
});
app.get("/varied", (context) => context.html(varied));
app.get("/image", (context) => context.body(long, 200, { "Content-Type": "image/png" }));
app.get("/varying", (context) => context.text(long, 200, { Vary: "Cookie, accept-encoding" }));
app.get("/tagged", (context) => context.text(long, 200, { ETag: '"a"' }));

const get = (path: string, acceptEncoding: string) =>
  app.request(path, { headers: { "Accept-Encoding": acceptEncoding } });

describe("compressResponse", () => {
  it("responds with brotli that decodes to the original", async () => {
    const response = await get("/long", "gzip, br");
    expect(response.headers.get("Content-Encoding")).toBe("br");
    expect(brotliDecompressSync(await response.arrayBuffer()).toString()).toBe(long);
  });
  it("responds with gzip where brotli is not welcome", async () => {
    const response = await get("/long", "gzip");
    expect(gunzipSync(await response.arrayBuffer()).toString()).toBe(long);
  });
  it.each([
    ["zstd", zstdDecompressSync],
    ["br", brotliDecompressSync],
    ["gzip", gunzipSync],
  ] as const)("answers with %s whole, in worker threads, and as a stream", async (name, decode) => {
    const huge = await get("/huge", name);
    expect(huge.headers.get("Set-Cookie")).toBe("a=1");
    expect(decode(await huge.arrayBuffer()).toString()).toBe(long.repeat(80));
    expect(decode(await (await get("/sitemap", name)).arrayBuffer()).toString()).toBe(long);
  });
  it("sends one zstd frame, also where chunks wait", async () => {
    const content = Buffer.from(await (await get("/chunks", "zstd")).arrayBuffer());
    expect(zstdDecompressSync(content).toString()).toBe("<a/><b/><c/>");
    expect(content.lastIndexOf(Buffer.from("28b52ffd", "hex"))).toBe(0);
  });
  it.each([
    ["zstd", zstdDecompressSync, constants.ZSTD_e_flush],
    ["br", brotliDecompressSync, constants.BROTLI_OPERATION_FLUSH],
    ["gzip", gunzipSync, constants.Z_SYNC_FLUSH],
  ] as const)(
    "lets a browser read the beginning of %s first",
    async (name, decode, finishFlush) => {
      const content = Buffer.from(await (await get("/varied", name)).arrayBuffer());
      const beginning = decode(content.subarray(0, content.length / 4), { finishFlush }).toString();
      expect(beginning.length).toBeGreaterThan(varied.length / 8);
      expect(varied.startsWith(beginning)).toBe(true);
    },
  );
  it("leaves a short response alone whose length is only known by reading it", async () => {
    const response = await get("/short-of-unknown-length", "br");
    expect(response.headers.get("Content-Encoding")).toBeNull();
    expect(response.headers.get("ETag")).toBe('"s"');
    expect(await response.text()).toBe("rövid");
  });
  it("leaves a short response and a picture alone", async () => {
    expect((await get("/short", "br")).headers.get("Content-Encoding")).toBeNull();
    expect((await get("/image", "br")).headers.get("Content-Encoding")).toBeNull();
  });
  it("says that the response depends on Accept-Encoding, also when it is not compressed", async () => {
    expect((await get("/long", "")).headers.get("Vary")).toBe("Accept-Encoding");
    expect((await get("/varying", "br")).headers.get("Vary")).toBe("Cookie, accept-encoding");
  });
  it("makes a strong validator weak, since the bytes differ now", async () => {
    expect((await get("/tagged", "br")).headers.get("ETag")).toBe('W/"a"');
  });
});

it.each([
  ["gzip, deflate, br, zstd", "zstd"],
  ["gzip, deflate, br, zstd;q=0", "br"],
  ["gzip", "gzip"],
  ["br;q=0, gzip", "gzip"],
  ["br;q=0, gzip;q=0", null],
  ["*", "zstd"],
  ["*;q=0", null],
  ["identity", null],
  ["", null],
  [undefined, null],
  ["BR", "br"],
])("%s → %s", (header, expected) => {
  expect(chooseEncoding(header)).toBe(expected);
});
