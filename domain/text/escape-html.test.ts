import { expect, it } from "vitest";
import { escapeHtml } from "./escape-html.ts";

it("leaves nothing that ends a text or an attribute, or begins an element", () => {
  expect(escapeHtml(`a < b & "c" > 'd'`)).toBe("a &lt; b &amp; &quot;c&quot; &gt; 'd'");
});
