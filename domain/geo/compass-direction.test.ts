import { describe, expect, it } from "vitest";
import { compassDirectionOf } from "./compass-direction.ts";

describe("compassDirectionOf", () => {
  it.each([
    [0, "n"],
    [22.4, "n"],
    [22.5, "ne"],
    [67.4, "ne"],
    [67.5, "e"],
    [135, "se"],
    [180, "s"],
    [225, "sw"],
    [270, "w"],
    [337.4, "nw"],
    [337.5, "n"],
    [359.9, "n"],
    [360, "n"],
    [-90, "w"],
    [-22.6, "nw"],
    [-22.5, "n"],
    [765, "ne"],
  ] as const)("names %d° %s", (bearing, direction) => {
    expect(compassDirectionOf(bearing)).toBe(direction);
  });
});
