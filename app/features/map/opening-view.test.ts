import { describe, expect, it } from "vitest";
import { startView } from "#domain/map-view.ts";
import { liveOpeningView, openingView, placeZoom, streetPlaceZoom } from "./opening-view.ts";

const named = { longitude: 20, latitude: 46, zoom: 9 };

describe("openingView", () => {
  it("is the start view, which finding one's position may leave", () => {
    expect(openingView(null, null)).toEqual({ view: startView, isRaised: false, isNamed: false });
  });

  it("is the chosen place, raised above the sheet", () => {
    const view = { longitude: 19, latitude: 47, zoom: placeZoom };
    expect(openingView(null, [19, 47])).toEqual({ view, isRaised: true, isNamed: true });
  });

  it("is the address's view as it is, whatever is chosen", () => {
    expect(openingView(named, [19, 47])).toEqual({ view: named, isRaised: false, isNamed: true });
  });
});

describe("liveOpeningView", () => {
  const streets = { isDetailed: true };
  const settlements = { isDetailed: false };

  it("shows a chosen place among its streets, where the base map knows them", () => {
    const opening = openingView(null, [19, 47]);
    expect(liveOpeningView(opening, streets)).toEqual({ ...opening.view, zoom: streetPlaceZoom });
    expect(liveOpeningView(opening, settlements)).toEqual(opening.view);
  });

  it("leaves the start view and the address's as they are", () => {
    expect(liveOpeningView(openingView(null, null), streets)).toEqual(startView);
    expect(liveOpeningView(openingView(named, [19, 47]), streets)).toEqual(named);
  });
});
