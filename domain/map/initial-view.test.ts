import { describe, expect, it } from "vitest";
import { worldY } from "#domain/geography/web-mercator.ts";
import {
  initialView,
  liveInitialView,
  ownView,
  placeZoom,
  startView,
  streetPlaceZoom,
  surroundingsOf,
} from "./initial-view.ts";

const named = { longitude: 20, latitude: 46, zoom: 9 };

describe("initialView", () => {
  it("is the start view, which the visitor's position may replace", () => {
    expect(initialView(null, null)).toEqual({ view: startView, isRaised: false, isNamed: false });
    const own = { longitude: 19.14, latitude: 47.48, zoom: 13 };
    expect(initialView(null, null, own)).toEqual({ view: own, isRaised: false, isNamed: false });
    expect(initialView(null, [19, 47], own).view.longitude).toBe(19);
  });

  it("is the chosen place, raised above the sheet", () => {
    const view = { longitude: 19, latitude: 47, zoom: placeZoom };
    expect(initialView(null, [19, 47])).toEqual({ view, isRaised: true, isNamed: true });
  });

  it("is the URL's view unchanged, also with a chosen place", () => {
    expect(initialView(named, [19, 47])).toEqual({ view: named, isRaised: false, isNamed: true });
  });
});

describe("liveInitialView", () => {
  const streets = { isDetailed: true };
  const settlements = { isDetailed: false };

  it("shows a chosen place among its streets, where the base map has them", () => {
    const initial = initialView(null, [19, 47]);
    expect(liveInitialView(initial, streets)).toEqual({ ...initial.view, zoom: streetPlaceZoom });
    expect(liveInitialView(initial, settlements)).toEqual(initial.view);
  });

  it("leaves the start view and the URL's unchanged", () => {
    expect(liveInitialView(initialView(null, null), streets)).toEqual(startView);
    expect(liveInitialView(initialView(named, [19, 47]), streets)).toEqual(named);
  });
});

describe("ownView", () => {
  const free = { x: 160, y: 250 };
  const me = [19, 47] as const;
  /** Widest distance from the visitor in a view, in CSS pixels. */
  const pixels = (zoom: number, degrees: number) => (degrees / 360) * 512 * 2 ** zoom;

  it("is as close as the farthest of the places allows, with the visitor in the middle", () => {
    const view = ownView(
      me,
      [
        [19.01, 47],
        [18.99, 47.001],
        [19.02, 47],
      ],
      free,
    );
    expect(view).toMatchObject({ longitude: 19, latitude: 47 });
    expect(pixels(view.zoom, 0.02)).toBeCloseTo(free.x, 6);
  });

  it("has room to the top and bottom as well", () => {
    const { zoom } = ownView(me, [[19, 47.02]], free);
    const north = worldY(47) - worldY(47.02);
    expect(north * 512 * 2 ** zoom).toBeCloseTo(free.y, 6);
  });

  it("counts over the antimeridian", () => {
    const { zoom } = ownView([179.99, 47], [[-179.99, 47]], free);
    expect(pixels(zoom, 0.02)).toBeCloseTo(free.x, 6);
  });

  it("is neither closer than a street nor farther than the surroundings, and close without a place", () => {
    expect(ownView(me, [me], free).zoom).toBe(16);
    expect(ownView(me, [[25, 47]], free).zoom).toBe(surroundingsOf(me).zoom);
    expect(ownView(me, [], free).zoom).toBe(14);
  });
});
