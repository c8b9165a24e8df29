import { describe, expect, it } from "vitest";
import { viewOfBox } from "./view-of-box.ts";

describe("viewOfBox", () => {
  const picture = { width: 700, height: 300, closest: 11 };

  it("has the centre of the box in its centre", () => {
    const view = viewOfBox({ west: 18, south: 47, east: 20, north: 47 }, picture);
    expect(view.longitude).toBeCloseTo(19, 9);
    expect(view.latitude).toBeCloseTo(47, 9);
  });

  it("shows the box with 15 % of the picture free on each side", () => {
    const { zoom } = viewOfBox({ west: 0, south: 0, east: 90, north: 0 }, picture);
    // A quarter of the world is 70 % of 700 pixels wide.
    expect(2 ** zoom * 512 * 0.25).toBeCloseTo(490, 6);
    const tall = viewOfBox({ west: 0, south: 0, east: 1, north: 66.51326 }, picture);
    // A quarter of the world again, by height.
    expect(2 ** tall.zoom * 512 * 0.25).toBeCloseTo(210, 2);
  });

  it("crosses the antimeridian with a box that crosses it", () => {
    const fiji = viewOfBox({ west: 176, south: -17, east: -178, north: -17 }, picture);
    expect(fiji.longitude).toBeCloseTo(179, 9);
    expect(2 ** fiji.zoom * 512 * (6 / 360)).toBeCloseTo(490, 6);
    const east = viewOfBox({ west: 178, south: -17, east: -176, north: -17 }, picture);
    expect(east.longitude).toBeCloseTo(-179, 9);
  });

  it("has a maximum zoom, for a single place, and shows the whole world at most", () => {
    const point = { west: 19, south: 47, east: 19, north: 47 };
    expect(viewOfBox(point, picture)).toMatchObject({ zoom: 11 });
    const world = { west: -180, south: -85, east: 180, north: 85 };
    expect(viewOfBox(world, picture).zoom).toBe(0);
  });
});
