import { expect, test } from "vitest";
import { newestOfAll } from "./newest-of-all.ts";

test("returns the newest version of all lists", () => {
  expect(
    newestOfAll(
      [
        ["24.9.0", "26.10.0", "26.9.0"],
        ["26.9.0", "26.10.0"],
      ],
      "24.9.0",
    ),
  ).toBe("26.10.0");
});

test("ignores versions that one list lacks", () => {
  expect(
    newestOfAll(
      [
        ["26.9.0", "26.10.0"],
        ["26.9.0", "26.12.0"],
      ],
      "24.9.0",
    ),
  ).toBe("26.9.0");
});

test("compares numbers, not letters", () => {
  expect(
    newestOfAll(
      [
        ["26.9.0", "26.10.0"],
        ["26.10.0", "26.9.0"],
      ],
      "26.9.0",
    ),
  ).toBe("26.10.0");
});

test("ignores previews", () => {
  expect(newestOfAll([["27.0.0-rc.1"], ["27.0.0-rc.1"]], "26.9.0")).toBe("26.9.0");
});

test("never goes back", () => {
  expect(newestOfAll([["24.9.0"], ["24.9.0"]], "26.10.0")).toBe("26.10.0");
  expect(newestOfAll([[], []], "26.10.0")).toBe("26.10.0");
});
