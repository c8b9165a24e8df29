import { describe, expect, it } from "vitest";
import {
  type MarkerState,
  markerImageName,
  parseClusterImageName,
  parseMarkerImageName,
} from "./markers.ts";

describe("markerImageName", () => {
  it("can be read back", () => {
    const state: MarkerState = { theme: "dark", accepted: false, dot: "soon", size: "chosen" };
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

describe("the name of a disc's image", () => {
  it("is read", () => {
    expect(parseClusterImageName("light/cluster/14/0")).toEqual({
      theme: "light",
      radius: 14,
      greenParts: 0,
    });
  });

  it.each(["light/cluster/15/0", "light/cluster/14/13", "light/cluster/14/x", "light/cluster/14"])(
    "is null for %j",
    (name) => {
      expect(parseClusterImageName(name)).toBeNull();
    },
  );
});
