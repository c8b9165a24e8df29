import { describe, expect, it, vi } from "vitest";
import {
  errorFrame,
  maxFrames,
  maxMessageLength,
  ownFrames,
  withoutPersons,
} from "./browser-error.ts";

describe("withoutPersons", () => {
  it.each([
    // Text that helps to find the error is preserved.
    ["x is not defined", "x is not defined"],
    [
      "Cannot read properties of undefined (reading 'city')",
      "Cannot read properties of undefined (reading 'city')",
    ],
    [
      'can\'t access property "city", place is undefined',
      'can\'t access property "city", place is undefined',
    ],
    [
      "undefined is not an object (evaluating 'a.b.c')",
      "undefined is not an object (evaluating 'a.b.c')",
    ],
    ["Maximum depth 418 exceeded", "Maximum depth 418 exceeded"],
    [
      "Minified React error #418; visit https://react.dev/errors/418?args[]=HTML&args[]= for it",
      "Minified React error #418; visit /errors/:id for it",
    ],
    ["two\n  lines", "two lines"],
    // E-mail addresses.
    ["anna@example.org is taken", "… is taken"],
    ["for Anna <anna.kovács+x@mail.example.org>, twice", "for Anna <…>, twice"],
    ['"anna@example.org"', '"…"'],
    // URLs of pages.
    ["at https://mosdo.example/places?near=47.5,19.05&q=anna failed", "at /places failed"],
    ["at https://mosdo.example:3000/places/123/edit#top failed", "at /places/:id/edit failed"],
    ["/places?q=anna", "/places"],
    ["places?q=anna", "places"],
    ["blob:https://mosdo.example/0b9f2a4e-77cd-4c1e-9d0a-0c1f2b3a4d5e", "blob:/…"],
    ["wss://socket.example", ""],
    // Position of a visitor.
    ["near 47.4979,19.0402", "near …,…"],
    ["at -33.86 and 151,21", "at … and …"],
    ["LngLat(19.05, 47.50)", "LngLat(…, …)"],
    ["scale 1.5", "scale 1.5"],
    // Numbers and ids.
    ["call +36301234567", "call +…"],
    ["in 2026", "in …"],
    ["place 123 of page", "place 123 of page"],
    ["/places/123", "/places/:id"],
    ["account 4kQzV9n2LmX7pR1sT8wY is gone", "account … is gone"],
    ["token 0b9f2a4e-77cd-4c1e-9d0a-0c1f2b3a4d5e", "token …"],
    ["getBoundingClientRect is not a function", "getBoundingClientRect is not a function"],
    // Typed text.
    [
      "Unexpected token 'a', \"anna kovács\" is not valid JSON",
      "Unexpected token 'a', \"…\" is not valid JSON",
    ],
    ["no 'Dobó tér 1.' here", "no '…' here"],
    ["", ""],
  ])("%s", (message, expected) => {
    expect(withoutPersons(message)).toBe(expected);
  });

  it("cuts what is too long", () => {
    const message = "word ".repeat(2_000);
    expect(withoutPersons(message.slice(0, maxMessageLength).trim())).toHaveLength(
      maxMessageLength - 1,
    );
    const cut = withoutPersons(message);
    expect(cut).toHaveLength(maxMessageLength);
    expect(cut.endsWith("…")).toBe(true);
  });

  // What a browser sends may be long and made to be slow: no pattern gets to see all of it.
  it.each(["a", "/", "a@", "?", "'", '"', "1", "1.", "a:", "-_", "/a", " ?"])(
    "looks at no more than the beginning of a long message of %j",
    (part) => {
      using replace = vi.spyOn(String.prototype, "replace");
      withoutPersons(part.repeat(200_000));
      const lengths = replace.mock.contexts.map((text) => String(text).length);
      expect(lengths.length).toBeGreaterThan(5);
      // A removed part leaves an ellipsis.
      expect(Math.max(...lengths)).toBeLessThan(maxMessageLength * 10);
    },
  );
});

describe("ownFrames", () => {
  const origin = "https://mosdo.example";

  it("parses the stack of Chromium", () => {
    const stack = `TypeError: anna@example.org
    at e (https://mosdo.example/assets/map-B4aPUt7z.js:1:2345)
    at async Promise.all (index 0)
    at https://mosdo.example/assets/shell-x_Y-9.js?v=anna:2:10`;
    expect(ownFrames(stack, origin)).toEqual([
      "/assets/map-B4aPUt7z.js:1:2345",
      "/assets/shell-x_Y-9.js:2:10",
    ]);
  });

  it("parses the stack of Firefox and Safari", () => {
    const stack = `e@https://mosdo.example/assets/map-B4aPUt7z.js:1:2345
[native code]
@https://mosdo.example/assets/shell.js:2:10`;
    expect(ownFrames(stack, origin)).toEqual([
      "/assets/map-B4aPUt7z.js:1:2345",
      "/assets/shell.js:2:10",
    ]);
  });

  it("leaves out extensions, other sites and the page itself", () => {
    const stack = `Error
    at chrome-extension://abcdef/inject.js:1:1
    at https://other.example/assets/a.js:1:1
    at https://mosdo.example.evil.example/assets/a.js:1:1
    at https://mosdo.example/places?near=47.5,19.05:12:3
    at https://mosdo.example/places/7/edit:12:3
    at <anonymous>:1:1`;
    expect(ownFrames(stack, origin)).toEqual([]);
  });

  it("keeps the innermost", () => {
    const lines = Array.from({ length: 20 }, (_, at) => `at ${origin}/assets/a.js:1:${at}`);
    const frames = ownFrames(lines.join("\n"), origin);
    expect(frames).toHaveLength(maxFrames);
    expect(frames[0]).toBe("/assets/a.js:1:0");
    expect(frames.every((frame) => errorFrame.test(frame))).toBe(true);
  });
});
