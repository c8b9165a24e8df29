import { describe, expect, it } from "vitest";
import { startView } from "#domain/map/initial-view.ts";
import { pinAccuracyMeters, pinView } from "./pin.ts";

describe("pinView", () => {
  it("is the given view without a pin", () => {
    expect(pinView(null, startView)).toEqual(startView);
  });

  it("is no closer than the base map shows something, without a pin too", () => {
    const close = { longitude: 19, latitude: 47, zoom: 14 };
    expect(pinView(null, close)).toEqual({ ...close, zoom: 11 });
    expect(pinView(null, close, undefined, 19)).toEqual(close);
  });

  it("comes as close to the pin as the base map shows something", () => {
    expect(pinView([19, 47], startView)).toEqual({ longitude: 19, latitude: 47, zoom: 11 });
    expect(pinView([19, 47], startView, 9)).toEqual({ longitude: 19, latitude: 47, zoom: 9 });
  });

  it("comes to zoom 16 on a base map that has streets", () => {
    expect(pinView([19, 47], startView, undefined, 19).zoom).toBe(16);
  });
});

describe("pinAccuracyMeters", () => {
  it.each([
    [16, 0, 5],
    [16, 47.5, 3],
    [11, 47.5, 100],
    [7, 47.5, 2000],
    [11, 84, 20],
  ])("at zoom %i and latitude %f is %i m", (zoom, latitude, expected) => {
    expect(pinAccuracyMeters(zoom, latitude)).toBe(expected);
  });
});
