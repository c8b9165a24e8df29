import { describe, expect, it } from "vitest";
import { type MarkerState, markerImageName, parseMarkerImageName } from "./markers.ts";

describe("markerImageName", () => {
  it("can be read back", () => {
    const state: MarkerState = { theme: "dark", accepted: false, dot: "soon", chosen: true };
    expect(markerImageName(state)).toBe("dark/pending/soon/chosen");
    expect(parseMarkerImageName(markerImageName(state))).toEqual(state);
  });

  it.each([
    "",
    "light",
    "light/accepted/open/big",
    "blue/accepted/open/plain",
    "light/x/open/plain",
  ])("is null for %j", (name) => {
    expect(parseMarkerImageName(name)).toBeNull();
  });
});
