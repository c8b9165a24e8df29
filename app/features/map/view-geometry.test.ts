import { describe, expect, it } from "vitest";
import { isInBoundingBox } from "#domain/bounding-box.ts";
import type { Coordinates } from "#domain/coordinates.ts";
import { startView } from "#domain/map-view.ts";
import { noFilters } from "#domain/place-filters.ts";
import { PlaceIndexBuilder } from "#domain/place-index/place-index-builder.ts";
import { worldX, worldY } from "#domain/web-mercator.ts";
import { boundsOfView, clusterCell, raiseCentre, splitZoom } from "./view-geometry.ts";

const somePlace = {
  accepted: true,
  accessible: true,
  free: true,
  public: true,
  forKeyHolders: false,
  openingTimes: ["-", "-", "-", "-", "-", "-", "-"],
  timeZone: "Europe/Budapest",
  city: "Budapest",
  addedMicros: 0,
  ratingSum: 0,
  ratingCount: 0,
};

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

describe("clusterCell and splitZoom, against the tiles themselves", () => {
  const corners: Coordinates[] = (["west", "east"] as const).flatMap((side) => {
    const cell = clusterCell([19.04, 47.5], 7);
    const longitude = side === "west" ? cell.west + 1e-6 : cell.east - 1e-6;
    return [
      [longitude, cell.south + 1e-6],
      [longitude, cell.north - 1e-6],
    ] satisfies Coordinates[];
  });

  it("places at all corners of the square are one cluster, and no longer at the split zoom", () => {
    expect(shownAt(corners, 7)).toEqual({ clusters: 1, points: 0 });
    expect(splitZoom(corners, 7, 14)).toBe(8);
    expect(shownAt(corners, 8)).toEqual({ clusters: 0, points: 4 });
  });

  it("a place beyond the square is not in the cluster", () => {
    const { east, north } = clusterCell([19.04, 47.5], 7);
    expect(shownAt([...corners, [east + 1e-6, north - 1e-6]], 7)).toEqual({
      clusters: 1,
      points: 1,
    });
  });
});

/** What the tiles of a zoom around Budapest show of places. */
function shownAt(places: readonly Coordinates[], zoom: number) {
  const builder = new PlaceIndexBuilder(places.length);
  places.forEach(([longitude, latitude], at) => {
    builder.add({ ...somePlace, id: at + 1, longitude, latitude });
  });
  const index = builder.build();
  const question = {
    filters: noFilters,
    includeUnknown: false,
    includeUnaccepted: false,
    bbox: null,
  };
  const addresses = new Set(
    places.map(([longitude, latitude]) =>
      [worldX(longitude), worldY(latitude)].map((part) => Math.floor(part * 2 ** zoom)).join("/"),
    ),
  );
  let clusters = 0;
  let points = 0;
  for (const address of addresses) {
    const [x, y] = address.split("/").map(Number);
    const tile = index.tile(zoom, x, y, question);
    clusters += tile.clusters.length;
    points += tile.points.length;
  }
  return { clusters, points };
}

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
