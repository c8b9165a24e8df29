import { expect, it } from "vitest";
import { continuePathOf, continuingPath, ownPath } from "./own-path.ts";

it.each([
  ["https://mosdo.example/login", "/login"],
  ["https://mosdo.example", "/"],
  ["https://mosdo.example/places?open=1#x", "/places?open=1#x"],
  ["/places", "/places"],
  ["places", "/places"],
  [null, null],
  ["", null],
  ["https://evil.example/login", null],
  ["https://mosdo.example.evil.example/", null],
  ["https://mosdo.example@evil.example/", null],
  ["http://mosdo.example/", null],
  ["https://mosdo.example:8443/", null],
  ["//evil.example/", null],
  ["\\\\evil.example/", null],
  ["https://mosdo.example//evil.example/", null],
  ["https://mosdo.example/\\evil.example/", null],
  ["javascript:alert(1)", null],
  ["data:text/html,x", null],
  ["https://", null],
])("follows %s as %s", (url, path) => {
  expect(ownPath(url, "https://mosdo.example")).toBe(path);
});

it.each([
  ["/", "/login"],
  ["/?place=7&walk=1", "/login?continueUrl=%2F%3Fplace%3D7%26walk%3D1"],
  ["/places?open=1#x", "/login?continueUrl=%2Fplaces%3Fopen%3D1%23x"],
])("continues from the sign-in to %s", (path, url) => {
  expect(continuingPath("/login", path)).toBe(url);
  expect(continuePathOf(new URL(url, "http://localhost:3000"))).toBe(path);
});

it("continues to the map where the URL names another site", () => {
  const url = continuingPath("/login", "https://evil.example/");
  expect(continuePathOf(new URL(url, "https://mosdo.example"))).toBe("/");
});
