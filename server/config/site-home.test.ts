import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { boundsOfView } from "#domain/map/bounds-of-view.ts";
import { createEmbeddedProvider } from "#server/geo/embedded/embedded-provider.ts";
import { findSiteHome, plainHome } from "./site-home.ts";

let directory: string;
let border: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), "mosdo-home-"));
  border = join(directory, "linz.geojson");
  const ring = [
    [14.24, 48.21],
    [14.41, 48.21],
    [14.41, 48.38],
    [14.24, 48.21],
  ];
  writeFileSync(border, JSON.stringify({ type: "Polygon", coordinates: [ring] }));
});
afterAll(() => rmSync(directory, { recursive: true }));

const { areaOf } = createEmbeddedProvider();
const nothing = { country: "HU", border: null, startView: null };
const view = { longitude: 14.3, latitude: 48.3, zoom: 11 };
const phone = { width: 360, height: 440 };

describe("findSiteHome", () => {
  it("is Hungary where nothing is set", () => {
    expect(findSiteHome(nothing, areaOf)).toEqual(plainHome);
  });

  it("opens above the border, all of it in a phone's window, and searches there", () => {
    const home = findSiteHome({ ...nothing, border }, areaOf);
    const shown = boundsOfView(home.startView ?? view, phone);
    expect(shown.west).toBeLessThan(14.24);
    expect(shown.east).toBeGreaterThan(14.41);
    expect(shown.south).toBeLessThan(48.21);
    expect(shown.north).toBeGreaterThan(48.38);
    expect(home.startView?.zoom).toBeGreaterThan(9);
    expect(home.middle?.[0]).toBeCloseTo(14.325, 3);
    expect(home.timeZone).toBe("Europe/Budapest");
  });

  it("opens with the configured view, and still searches in the border's middle", () => {
    const home = findSiteHome({ country: "AT", border, startView: view }, areaOf);
    expect(home.startView).toBe(view);
    expect(home.middle?.[0]).toBeCloseTo(14.325, 3);
    expect(findSiteHome({ ...nothing, startView: view }, areaOf).middle).toEqual([14.3, 48.3]);
  });

  it.each([
    ["AT", "Europe/Vienna", [9.5, 46.3, 17.2, 49.1]],
    ["SK", "Europe/Bratislava", [16.8, 47.7, 22.6, 49.7]],
    ["GB", "Europe/London", [-8.7, 49.8, 1.8, 60.9]],
    ["LI", "Europe/Vaduz", [9.4, 47, 9.7, 47.3]],
  ])(
    "opens above a country, and has its clock: %s",
    (country, timeZone, [west, south, east, north]) => {
      const home = findSiteHome({ ...nothing, country }, areaOf);
      expect(home).toMatchObject({ country, timeZone, border: null, middle: null });
      const { longitude = 0, latitude = 0 } = home.startView ?? {};
      expect(longitude).toBeGreaterThan(west);
      expect(longitude).toBeLessThan(east);
      expect(latitude).toBeGreaterThan(south);
      expect(latitude).toBeLessThan(north);
    },
  );

  it("shows the world for a country of which no town is known", () => {
    const home = findSiteHome({ ...nothing, country: "AQ" }, () => null);
    expect(home.startView?.zoom).toBe(1);
  });
});
