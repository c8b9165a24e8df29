import { describe, expect, it } from "vitest";
import { openStatuses } from "#domain/opening/open-status.ts";
import { dotOfStatus, type MarkerState, markerImageName, parseMarkerImageName } from "./markers.ts";

describe("markerImageName", () => {
  it("can be read back", () => {
    const state: MarkerState = { theme: "dark", accepted: false, dot: "soon", chosen: true };
    expect(markerImageName(state)).toBe("dark/waiting/soon/chosen");
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

describe("dotOfStatus", () => {
  it("gives both kinds of soon in amber, and a sign of its own for unknown", () => {
    expect(openStatuses.map((status) => dotOfStatus[status])).toEqual(
      openStatuses.map((status) =>
        status.endsWith("soon") ? "soon" : status === "none" ? "unknown" : status,
      ),
    );
  });
});
