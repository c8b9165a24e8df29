import { expect, it } from "vitest";
import { signInReasonOf } from "./sign-in-reason.ts";

it.each([
  ["/?place=7&walk=1", "walk"],
  ["/places?add=1", "add"],
  ["/places/7/review", "review"],
  ["/places/7", null],
])("names the reason to sign in before %s: %s", (path, reason) => {
  expect(signInReasonOf(path)).toBe(reason);
});
