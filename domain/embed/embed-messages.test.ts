import { describe, expect, it, test } from "vitest";
import {
  type EmbedOrigins,
  isEmbedOrigin,
  messageTargets,
  readHostMessage,
  viewMessage,
} from "./embed-messages.ts";

describe("a message of the page around the frame", () => {
  const view = { type: "mosdo:view", version: 1, center: [19.5, 47.2], zoom: 7 };

  it.each([
    { type: "mosdo:show", version: 1, place: 7 },
    { type: "mosdo:show", version: 1, place: null },
    view,
    { ...view, center: [-180, 90], zoom: 0 },
    { ...view, center: [180, -90], zoom: 22 },
  ])("is valid: %o", (message) => {
    expect(readHostMessage(message)).toEqual(message);
  });

  it("may have fields that are not known", () => {
    expect(readHostMessage({ ...view, bearing: 3 })).toEqual(view);
  });

  it.each([
    null,
    "mosdo:show",
    {},
    { type: "mosdo:show", place: 7 },
    { type: "mosdo:show", version: 2, place: 7 },
    { type: "mosdo:show", version: 1 },
    ...[0, -1, 1.5, Number.NaN, 2 ** 53, "7"].map((place) => ({
      type: "mosdo:show",
      version: 1,
      place,
    })),
    { ...view, center: [180.1, 0] },
    { ...view, center: [0, -90.1] },
    { ...view, center: [19.5] },
    { ...view, center: [Number.NaN, 47] },
    { ...view, zoom: -0.1 },
    { ...view, zoom: 22.1 },
    { ...view, type: "mosdo:other" },
  ])("is invalid: %o", (message) => {
    expect(readHostMessage(message)).toBe(null);
  });
});

test.each<[EmbedOrigins, string, boolean]>([
  ["everyone", "https://a.example", true],
  ["everyone", "null", true],
  [["https://a.example"], "https://a.example", true],
  [["https://a.example"], "https://b.example", false],
  [["https://a.example"], "http://a.example", false],
  [["https://a.example"], "https://a.example:444", false],
  [["https://a.example"], "null", false],
  [[], "https://a.example", false],
])("with %o, a page of %s may speak with the frame: %s", (allowed, origin, may) => {
  expect(isEmbedOrigin(origin, allowed)).toBe(may);
});

test.each<[EmbedOrigins, string | null, readonly string[]]>([
  ["everyone", "https://a.example", ["*"]],
  ["everyone", null, ["*"]],
  [["https://a.example", "https://b.example"], "https://b.example", ["https://b.example"]],
  [["https://a.example", "https://b.example"], null, ["https://a.example", "https://b.example"]],
  [["https://a.example"], "https://c.example", ["https://a.example"]],
])("with %o, a message in a frame of %s goes to %o", (allowed, parent, targets) => {
  expect(messageTargets(allowed, parent)).toEqual(targets);
});

test("a view's message has its middle and its edges", () => {
  const view = { longitude: 19, latitude: 47, zoom: 8.5 };
  expect(viewMessage(view, { west: 18, south: 46, east: 20, north: 48 })).toEqual({
    type: "mosdo:view",
    center: [19, 47],
    zoom: 8.5,
    bounds: [18, 46, 20, 48],
  });
});
