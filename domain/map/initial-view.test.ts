import { describe, expect, it } from "vitest";
import {
  initialView,
  liveInitialView,
  placeZoom,
  startView,
  streetPlaceZoom,
} from "./initial-view.ts";

const named = { longitude: 20, latitude: 46, zoom: 9 };

describe("initialView", () => {
  it("is the start view, which finding the visitor's position may leave", () => {
    expect(initialView(null, null)).toEqual({ view: startView, isRaised: false, isNamed: false });
    const own = { longitude: 19.14, latitude: 47.48, zoom: 13 };
    expect(initialView(null, null, own)).toEqual({ view: own, isRaised: false, isNamed: false });
    expect(initialView(null, [19, 47], own).view.longitude).toBe(19);
  });

  it("is the chosen place, raised above the sheet", () => {
    const view = { longitude: 19, latitude: 47, zoom: placeZoom };
    expect(initialView(null, [19, 47])).toEqual({ view, isRaised: true, isNamed: true });
  });

  it("is the address's view as it is, whatever is chosen", () => {
    expect(initialView(named, [19, 47])).toEqual({ view: named, isRaised: false, isNamed: true });
  });
});

describe("liveInitialView", () => {
  const streets = { isDetailed: true };
  const settlements = { isDetailed: false };

  it("shows a chosen place among its streets, where the base map knows them", () => {
    const initial = initialView(null, [19, 47]);
    expect(liveInitialView(initial, streets)).toEqual({ ...initial.view, zoom: streetPlaceZoom });
    expect(liveInitialView(initial, settlements)).toEqual(initial.view);
  });

  it("leaves the start view and the address's as they are", () => {
    expect(liveInitialView(initialView(null, null), streets)).toEqual(startView);
    expect(liveInitialView(initialView(named, [19, 47]), streets)).toEqual(named);
  });
});
