import { once } from "node:events";
import { expect, it } from "vitest";
import { HtmlStream } from "./html-stream.ts";

const text = (piece: Uint8Array | undefined) => new TextDecoder().decode(piece);

it("hands on everything written since the last flush in one piece", async () => {
  const body = new HtmlStream();
  const reader = body.stream.getReader();
  body.write("<p>");
  body.write("ő");
  body.flush();
  body.write("</p>");
  body.end();
  expect(text((await reader.read()).value)).toBe("<p>ő");
  expect(text((await reader.read()).value)).toBe("</p>");
  expect((await reader.read()).done).toBe(true);
});

it("hands on nothing for a flush without new pieces", async () => {
  const body = new HtmlStream();
  body.flush();
  body.end("x");
  expect(await new Response(body.stream).text()).toBe("x");
});

it("closes when the reader has left, which makes React stop", async () => {
  const body = new HtmlStream();
  const closed = once(body, "close");
  await body.stream.cancel();
  await closed;
  expect(() => body.flush()).not.toThrow();
});

it("fails for the reader when the rendering fails", async () => {
  const body = new HtmlStream();
  body.on("error", () => {});
  body.destroy(new Error("broken"));
  await expect(body.stream.getReader().read()).rejects.toThrow("broken");
});
