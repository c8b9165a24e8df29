import { describe, expect, it } from "vitest";
import { isInBoundingBox } from "#domain/bounding-box.ts";
import { startView } from "#domain/map-view.ts";
import { boundsOfView, clusterCell, raiseCentre, splitZoom } from "./view-geometry.ts";

describe("boundsOfView", () => {
  it("has the view's centre in the middle", () => {
    const { west, east, south, north } = boundsOfView(startView, { width: 1024, height: 512 });
    expect((west + east) / 2).toBeCloseTo(19.5, 9);
    expect(east - west).toBeCloseTo((1024 / (512 * 128)) * 360, 9);
    expect(south).toBeLessThan(47.18);
    expect(north).toBeGreaterThan(47.18);
  });

  it("is the world where the view shows it all", () => {
    const view = { longitude: 10, latitude: 0, zoom: 0 };
    const { west, east } = boundsOfView(view, { width: 2000, height: 2000 });
    expect([west, east]).toEqual([-180, 180]);
  });
});

describe("raiseCentre", () => {
  it("moves the view south, by as much as asked", () => {
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

describe("clusterCell", () => {
  it("holds the point and is 32 pixels wide at its zoom", () => {
    const cell = clusterCell([19.04, 47.5], 7);
    expect(isInBoundingBox([19.04, 47.5], cell)).toBe(true);
    expect(cell.east - cell.west).toBeCloseTo((32 / (512 * 128)) * 360, 9);
  });
});

describe("splitZoom", () => {
  it("is the first zoom at which places are in two squares", () => {
    expect(
      splitZoom(
        [
          [0.001, 10],
          [22, 10],
        ],
        0,
        14,
      ),
    ).toBe(1);
    expect(
      splitZoom(
        [
          [0.001, 10],
          [11.2, 10],
        ],
        0,
        14,
      ),
    ).toBe(2);
  });

  it("ends at the highest zoom for places at one spot", () => {
    expect(
      splitZoom(
        [
          [19, 47],
          [19, 47],
        ],
        7,
        14,
      ),
    ).toBe(14);
  });
});
