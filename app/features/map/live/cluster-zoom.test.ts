import { describe, expect, it } from "vitest";
import { isInBoundingBox } from "#domain/geography/bounding-box.ts";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import { worldX, worldY } from "#domain/geography/web-mercator.ts";
import { noFilters } from "#domain/place/place-filters.ts";
import { PlaceIndexBuilder } from "#domain/place-index/place-index-builder.ts";
import { failedResponses, stubResponses } from "#tests/support/app/stub-responses.ts";
import { clusterCell, findSplitZoom, splitZoom } from "./cluster-zoom.ts";

const somePlace = {
  accepted: true,
  doubted: false,
  fee: "free" as const,
  facts: {},
  openingTimes: ["-", "-", "-", "-", "-", "-", "-"],
  timeZone: "Europe/Budapest",
  closedUntilMs: null,
  city: "Budapest",
  addedMicros: 0,
  ratingSum: 0,
  ratingCount: 0,
};

const respondWith = stubResponses();
const find = () => findSplitZoom([19.05, 47.5], 7, "?free=1");

describe("findSplitZoom", () => {
  it("loads the cluster's places that meet the filters, and goes to the zoom at which they part", async () => {
    const places = [{ coordinates: [19, 47] }, { coordinates: [21, 48] }];
    const fetchStub = respondWith(() => Response.json({ places }));
    expect(await find()).toBe(8);
    const { searchParams } = new URL(fetchStub.mock.calls[0][0], "http://localhost");
    expect([...searchParams.keys()]).toEqual(["free", "bbox", "per_page"]);
  });

  it.each([
    ["a server that can't", () => new Response("{}", { status: 503 })],
    ["no answer", failedResponses.none],
    ["a broken answer", failedResponses.broken],
  ])("zooms two steps without a response after %s", async (_, response) => {
    respondWith(response);
    expect(await find()).toBe(9);
  });
});

describe("clusterCell", () => {
  it("holds the point and is 128 pixels wide at its zoom", () => {
    const cell = clusterCell([19.04, 47.5], 7);
    expect(isInBoundingBox([19.04, 47.5], cell)).toBe(true);
    expect(cell.east - cell.west).toBeCloseTo((128 / (512 * 128)) * 360, 9);
  });
});

describe("clusterCell and splitZoom, against the tiles themselves", () => {
  const corners: Coordinates[] = (["west", "east"] as const).flatMap((side) => {
    const cell = clusterCell([19.04, 47.5], 7);
    const longitude = side === "west" ? cell.west + 1e-6 : cell.east - 1e-6;
    return [cell.south + 1e-6, cell.south + 2e-6, cell.north - 1e-6].map(
      (latitude): Coordinates => [longitude, latitude],
    );
  });

  it("places at all corners of the square are one cluster, and no longer at the split zoom", () => {
    expect(shownAt(corners, 7)).toEqual({ clusters: 1, points: 0 });
    expect(splitZoom(corners, 7, 14)).toBe(8);
    expect(shownAt(corners, 8)).toEqual({ clusters: 0, points: 6 });
  });

  it("a place beyond the square is not in the cluster", () => {
    const { east, north } = clusterCell([19.04, 47.5], 7);
    expect(shownAt([...corners, [east + 1e-6, north - 1e-6]], 7)).toEqual({
      clusters: 1,
      points: 1,
    });
  });
});

/** The features of the tiles of a zoom around Budapest for these places. */
function shownAt(places: readonly Coordinates[], zoom: number) {
  const builder = new PlaceIndexBuilder(places.length);
  places.forEach(([longitude, latitude], at) => {
    builder.add({ ...somePlace, id: at + 1, longitude, latitude });
  });
  const index = builder.build();
  const request = {
    filters: noFilters,
    includeUnknown: false,
    includeUnaccepted: false,
    bbox: null,
  };
  const tilePaths = new Set(
    places.map(([longitude, latitude]) =>
      [worldX(longitude), worldY(latitude)].map((part) => Math.floor(part * 2 ** zoom)).join("/"),
    ),
  );
  let clusters = 0;
  let points = 0;
  for (const tilePath of tilePaths) {
    const [x, y] = tilePath.split("/").map(Number);
    const tile = index.tile(zoom, x, y, request);
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
          [88, 10],
        ],
        0,
        14,
      ),
    ).toBe(1);
    expect(
      splitZoom(
        [
          [0.001, 10],
          [44, 10],
        ],
        0,
        14,
      ),
    ).toBe(2);
  });

  it("ends at the maximum zoom for places on one point", () => {
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
