import { expect, it } from "vitest";
import { ownPath } from "./own-path.ts";

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
])("follows %s as %s", (address, path) => {
  expect(ownPath(address, "https://mosdo.example")).toBe(path);
});
