import { describe, expect, it } from "vitest";
import { worldX, worldY } from "#domain/geography/web-mercator.ts";
import { startView } from "#domain/map/initial-view.ts";
import { clipLine, clipRing, pictureFrame, tileFrame, worldCopies } from "./picture-frame.ts";

function pixelOf(
  [longitude, latitude]: readonly number[],
  frame = pictureFrame(startView, 1600, 1000),
) {
  return [
    worldX(longitude) * frame.scale - frame.offsetX,
    worldY(latitude) * frame.scale - frame.offsetY,
  ];
}

/** Results of MapLibre 6.17's `map.project` on a map of 1600 by 1000 pixels. */
describe("the frame of a picture", () => {
  it.each([
    { position: [19.5, 47.18], pixel: [800, 500] },
    { position: [16.3738, 48.2082], pixel: [230.89266, 221.89894] },
    { position: [21.6273, 47.5316], pixel: [1187.26315, 405.51662] },
    { position: [20.1414, 46.253], pixel: [916.76331, 746.14796] },
  ])("puts $position at the start view where MapLibre puts it", ({ position, pixel }) => {
    const [x, y] = pixelOf(position);
    expect(x).toBeCloseTo(pixel[0], 4);
    expect(y).toBeCloseTo(pixel[1], 4);
  });

  it("agrees with MapLibre in the south and at a fractional zoom", () => {
    const frame = pictureFrame({ longitude: -170, latitude: -33.3, zoom: 4.6 }, 1600, 1000);
    const [x, y] = pixelOf([-172.5, -13.8], frame);
    expect(x).toBeCloseTo(713.77257, 4);
    expect(y).toBeCloseTo(-238.62544, 4);
  });

  it("has one world, two across the antimeridian, more at low zooms", () => {
    const copies = (longitude: number, zoom: number) =>
      worldCopies(pictureFrame({ longitude, latitude: 0, zoom }, 1600, 1000)).length;
    expect(copies(19.5, 7)).toBe(1);
    expect(copies(180, 7)).toBe(2);
    expect(copies(0, 0)).toBe(5);
  });
});

/** A tile around a picture of 100 pixels, one for each unit. */
const frame = {
  scale: 1,
  left: 0,
  top: 0,
  extent: 1000,
  box: { west: 0, north: 0, east: 100, south: 100 },
};

function line(...points: [x: number, y: number][]) {
  return points.map(([x, y]) => ({ x, y }));
}

describe("clipping a line", () => {
  it("leaves a line within the frame unchanged", () => {
    expect(clipLine(line([10, 10], [90, 90]), frame)).toEqual([[10, 10, 90, 90]]);
  });

  it("drops a line outside", () => {
    expect(clipLine(line([-50, 10], [-10, 90]), frame)).toEqual([]);
  });

  it("splits a line that leaves and comes back", () => {
    const parts = clipLine(line([50, 50], [150, 50], [150, 500], [50, 500], [50, 90]), frame);
    expect(parts).toEqual([
      [50, 50, 150, 50],
      [50, 500, 50, 90],
    ]);
  });

  it("drops invisible vertices, but never the last", () => {
    expect(clipLine(line([10, 10], [10.3, 10.3], [50, 50], [50.1, 50]), frame)).toEqual([
      [10, 10, 50, 50, 50.1, 50],
    ]);
  });
});

it("leaves out the edges along which a tile's areas are cut", () => {
  const ring = line([50, 50], [70, 50], [70, -5], [50, -5], [50, 50]);
  expect(clipLine(ring, { ...frame, box: { ...frame.box, north: -50 } })).toEqual([
    [50, 50, 70, 50, 70, -5],
    [50, -5, 50, 50],
  ]);
});

it("puts a tile's units into the picture", () => {
  const picture = pictureFrame({ longitude: 0, latitude: 0, zoom: 2 }, 400, 400);
  const { scale, left, top } = tileFrame(picture, { z: 1, x: 1, y: 1 }, 4096);
  expect([left, top, scale * 4096]).toEqual([200, 200, 1024]);
});

describe("clipping a ring", () => {
  it("cuts a ring at the frame's edge", () => {
    const ring = clipRing(line([50, 20], [150, 20], [150, 80], [50, 80], [50, 20]), frame);
    expect(Math.max(...ring.filter((_, index) => index % 2 === 0))).toBe(100);
    expect(ring).toContain(20);
  });

  it("fills the frame where the ring surrounds it", () => {
    const ring = clipRing(
      line([-500, -500], [500, -500], [500, 500], [-500, 500], [-500, -500]),
      frame,
    );
    expect(Math.min(...ring)).toBe(0);
    expect(Math.max(...ring)).toBe(100);
  });

  it("drops a ring outside", () => {
    expect(clipRing(line([200, 200], [300, 200], [300, 300], [200, 200]), frame)).toEqual([]);
  });
});
