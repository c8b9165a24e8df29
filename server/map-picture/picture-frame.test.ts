import { describe, expect, it } from "vitest";
import { worldX, worldY } from "#domain/geography/web-mercator.ts";
import { startView } from "#domain/map/initial-view.ts";
import { pictureFrame, worldCopies } from "./picture-frame.ts";

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
