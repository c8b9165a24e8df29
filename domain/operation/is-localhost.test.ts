import { expect, test } from "vitest";
import { isLocalhost } from "./is-localhost.ts";

test.each([
  ["http://localhost:3000/places/1", true],
  ["http://127.0.0.1", true],
  ["http://[::1]:3000", true],
  ["https://mosdo.example", false],
  ["http://localhost.example", false],
  ["http://192.168.1.2:3000", false],
])("%s is a loopback URL: %s", (url, isOwn) => {
  expect(isLocalhost(url)).toBe(isOwn);
});
