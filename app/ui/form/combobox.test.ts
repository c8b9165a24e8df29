import { describe, expect, it } from "vitest";
import { moveInOptions } from "./combobox.tsx";

describe("moveInOptions", () => {
  it.each([
    ["ArrowDown", -1, 0],
    ["ArrowDown", 0, 1],
    ["ArrowDown", 2, 0],
    ["ArrowUp", -1, 2],
    ["ArrowUp", 2, 1],
    ["ArrowUp", 0, 2],
    ["Home", 2, 0],
    ["End", 0, 2],
    ["Home", -1, null],
    ["End", -1, null],
    ["a", 1, null],
  ])("%s from %i of three leads to %s", (key, active, expected) => {
    expect(moveInOptions(key, active, 3)).toBe(expected);
  });

  it("leaves every key to the text field while there are no options", () => {
    expect(moveInOptions("ArrowDown", -1, 0)).toBeNull();
  });
});
