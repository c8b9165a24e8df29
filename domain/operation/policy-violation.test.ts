import { expect, test } from "vitest";
import { violationOf } from "./policy-violation.ts";

const source = "https://mosdo.example/assets/shell.js";

test.each([
  ["https://evil.example/a.js?u=anna@example.org", "https://evil.example"],
  ["https://anna:secret@evil.example:8443/a", "https://evil.example:8443"],
  ["wss://evil.example/socket", "wss://evil.example"],
  ["inline", "inline"],
  ["eval", "eval"],
  ["wasm-eval", "wasm-eval"],
  ["data", "data:"],
  ["data:text/html,anna", "data:"],
  ["blob:https://mosdo.example/0b9f2a4e", "blob:"],
  ["mailto:anna@example.org", "mailto:"],
  ["anna", "other"],
  ["", "other"],
  [null, "other"],
])("has only the origin of %s", (blocked, expected) => {
  expect(violationOf({ directive: "script-src-elem", blocked, source })).toEqual({
    directive: "script-src-elem",
    blocked: expected,
  });
});

test("has the directive without its sources", () => {
  const reported = {
    directive: "script-src 'self' https://a.example",
    blocked: "eval",
    source: null,
  };
  expect(violationOf(reported)?.directive).toBe("script-src");
});

test.each(["", "Script-Src anna@example.org", "anna@example.org", "x".repeat(41), null, undefined])(
  "is null without a directive: %s",
  (directive) => {
    expect(violationOf({ directive, blocked: "inline", source })).toBeNull();
  },
);

test.each([
  ["chrome-extension://abc/a.js", "inline"],
  ["moz-extension://abc/a.js", "inline"],
  ["safari-web-extension://abc/a.js", "inline"],
  ["moz-extension", "inline"],
  ["about", "inline"],
  ["chrome://global/a.js", "inline"],
  [source, "chrome-extension"],
  [source, "chrome-extension://abc/a.css"],
  [source, "ms-browser-extension://abc/a.css"],
])("ignores violations by extensions: %s requests %s", (from, blocked) => {
  expect(violationOf({ directive: "style-src-elem", blocked, source: from })).toBeNull();
});
