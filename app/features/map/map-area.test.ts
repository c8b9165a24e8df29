import { describe, expect, it } from "vitest";
import { boundsOfView } from "#domain/map/bounds-of-view.ts";
import { startView } from "#domain/map/initial-view.ts";
import { raiseCentre } from "./map-area.ts";

describe("boundsOfView", () => {
  it("has the view's centre in the middle", () => {
    const { west, east, south, north } = boundsOfView(startView, { width: 1024, height: 512 });
    expect((west + east) / 2).toBeCloseTo(19.5, 9);
    expect(east - west).toBeCloseTo((1024 / (512 * 128)) * 360, 9);
    expect(south).toBeLessThan(47.18);
    expect(north).toBeGreaterThan(47.18);
  });

  it("is the world where the view shows all of it", () => {
    const view = { longitude: 10, latitude: 0, zoom: 0 };
    const { west, east } = boundsOfView(view, { width: 2000, height: 2000 });
    expect([west, east]).toEqual([-180, 180]);
  });

  it.each([179.9, -180.1, 539.9])("crosses the antimeridian around %s", (longitude) => {
    const view = { longitude, latitude: -17, zoom: 10 };
    // A degree is 1,456 pixels wide.
    const { west, east } = boundsOfView(view, { width: 1456.355, height: 500 });
    expect(west).toBeCloseTo(179.4, 4);
    expect(east).toBeCloseTo(-179.6, 4);
  });
});

describe("raiseCentre", () => {
  it("moves the view south, by the given pixels", () => {
    const raised = raiseCentre(startView, 100);
    expect(raised.latitude).toBeLessThan(startView.latitude);
    const { north } = boundsOfView(raised, { width: 10, height: 200 });
    expect(north).toBeCloseTo(startView.latitude, 9);
  });

  it("stays on earth", () => {
    expect(raiseCentre({ longitude: 0, latitude: -85, zoom: 0 }, 5000).latitude).toBeCloseTo(
      -85.0511,
      3,
    );
  });
});
