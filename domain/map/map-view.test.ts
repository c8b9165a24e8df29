import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { startView } from "./initial-view.ts";
import { formatMapView, maxZoom, parseMapView } from "./map-view.ts";

describe("parseMapView", () => {
  it("parses longitude, latitude and zoom", () => {
    expect(parseMapView("19.5,47.18,7")).toEqual(startView);
    expect(parseMapView("-73.98,40.75,14.25")).toEqual({
      longitude: -73.98,
      latitude: 40.75,
      zoom: 14.25,
    });
  });

  it("accepts zooms from 0 to 22", () => {
    expect(parseMapView("0,0,0")?.zoom).toBe(0);
    expect(parseMapView("0,0,22")?.zoom).toBe(22);
    expect(parseMapView("0,0,22.01")).toBeNull();
    expect(parseMapView("0,0,-0.01")).toBeNull();
  });

  it.each(["", "19.5,47.18", "19.5,47.18,7,0", "181,47,7", "19,91,7", "19,47,z7", "19,47,"])(
    "refuses %j",
    (text) => {
      expect(parseMapView(text)).toBeNull();
    },
  );
});

describe("formatMapView", () => {
  it("rounds degrees to 6 decimals and zoom to 2", () => {
    const view = { longitude: 19.12345678, latitude: 47.1, zoom: 7.456 };
    expect(formatMapView(view)).toBe("19.123457,47.1,7.46");
  });

  it("wraps a longitude from beyond the antimeridian", () => {
    expect(formatMapView({ longitude: 190, latitude: 0, zoom: 1 })).toBe("-170,0,1");
    expect(formatMapView({ longitude: -541, latitude: 0, zoom: 1 })).toBe("179,0,1");
    expect(formatMapView({ longitude: 180, latitude: 0, zoom: 1 })).toBe("180,0,1");
  });

  it("round-trips through parseMapView", () => {
    const view = fc.record({
      longitude: fc.double({ min: -720, max: 720, noNaN: true }),
      latitude: fc.double({ min: -90, max: 90, noNaN: true }),
      zoom: fc.double({ min: 0, max: maxZoom, noNaN: true }),
    });
    fc.assert(
      fc.property(view, (anyView) => {
        const text = formatMapView(anyView);
        const read = parseMapView(text);
        expect(read).not.toBeNull();
        expect(formatMapView(read!)).toBe(text);
      }),
    );
  });
});
