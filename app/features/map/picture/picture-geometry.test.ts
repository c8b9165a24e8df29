import { describe, expect, it } from "vitest";
import { startView } from "#domain/map/initial-view.ts";
import { moveView, screenPoint, viewOfBoth, zoomView } from "./picture-geometry.ts";

describe("moveView and screenPoint", () => {
  it("puts what stood at a point of the screen into the middle", () => {
    const moved = moveView(startView, [100, -50]);
    const [x, y] = screenPoint(startView, [moved.longitude, moved.latitude]);
    expect(x).toBeCloseTo(100, 6);
    expect(y).toBeCloseTo(-50, 6);
  });

  it("goes round the world, and no further than its northern edge", () => {
    const east = { longitude: 179, latitude: 0, zoom: 2 };
    expect(moveView(east, [100, 0]).longitude).toBeCloseTo(179 + (100 / 2048) * 360 - 360, 9);
    expect(screenPoint(east, [-179, 0])[0]).toBeCloseTo((2 / 360) * 2048, 6);
    expect(moveView(east, [0, -5000]).latitude).toBeCloseTo(85.0511, 3);
  });
});

describe("zoomView", () => {
  it("keeps what is at the point", () => {
    const at = [120, 80] as const;
    const held = moveView(startView, at);
    const [x, y] = screenPoint(zoomView(startView, 1.5, at), [held.longitude, held.latitude]);
    expect(x).toBeCloseTo(120, 6);
    expect(y).toBeCloseTo(80, 6);
  });

  it.each([
    [21.5, 1, 22],
    [1.5, -1, 1],
    [7, 1, 8],
  ])("from %d by %d is %d", (zoom, steps, result) => {
    expect(zoomView({ ...startView, zoom }, steps).zoom).toBe(result);
  });
});

describe("viewOfBoth", () => {
  const size = { width: 400, height: 300 };

  it("shows both points, as close as it can", () => {
    const [one, other] = [
      [19, 47],
      [19.1, 47.01],
    ] as const;
    const view = viewOfBoth(one, other, size);
    const [left, right] = [screenPoint(view, one), screenPoint(view, other)];
    expect(right[0] - left[0]).toBeCloseTo(280, 3);
    expect(left[0] + right[0]).toBeCloseTo(0, 6);
    expect(left[1] + right[1]).toBeCloseTo(0, 6);
  });

  it("is no closer than a street for one point twice, nor without room", () => {
    expect(viewOfBoth([19, 47], [19, 47], size)).toEqual({
      longitude: expect.closeTo(19, 9),
      latitude: expect.closeTo(47, 9),
      zoom: 16,
    });
    expect(viewOfBoth([19, 47], [19, 48], { width: 400, height: -20 }).zoom).toBe(1);
  });
});
