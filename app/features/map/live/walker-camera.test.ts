import type { Map as MapLibreMap } from "maplibre-gl";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { markerPixels } from "#app/features/map/sheet-layout.ts";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import type { Guidance } from "./route.ts";
import { WalkerCamera } from "./walker-camera.ts";

/** Width of the controls at the map's right edge, in CSS pixels. */
const controlsPixels = 56;
/** Height of a wordmark above folded credits, in CSS pixels. */
const creditsPixels = 80;

const noticeBottom = 197;

beforeEach(() => {
  const notice = { getBoundingClientRect: () => ({ top: 140, bottom: noticeBottom }) };
  vi.stubGlobal("document", { querySelectorAll: () => [notice] });
  vi.stubGlobal("innerHeight", 667);
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

const fitBounds = vi.fn();
const easeTo = vi.fn();
const fold = vi.fn();
const corner = { clientWidth: 300, clientHeight: creditsPixels };
const container = {
  clientHeight: 667,
  querySelector: () => ({ classList: { remove: fold } }),
  querySelectorAll: () => [corner],
};
const map = {
  ...{ on: vi.fn(), fitBounds, easeTo },
  getZoom: () => 16,
  getBearing: () => easeTo.mock.lastCall?.[0].bearing ?? 0,
  getContainer: () => container,
} as unknown as MapLibreMap;
const coordinates: Coordinates[] = [
  [19.05, 47.5],
  [19.054, 47.5],
  [19.054, 47.5018],
];
const guidance: Guidance = {
  route: { kind: "route", geometry: { type: "LineString", coordinates } },
  position: coordinates[0],
  heading: null,
  raisesSheet: false,
};
const newCamera = (bottom = 172) =>
  new WalkerCamera(map, {
    covered: () => ({ top: 200, bottom }),
    onFollowingChange: () => {},
  });

it("shows the whole route with its end clear of a notice, controls, credits and the sheet", () => {
  newCamera().follow(guidance);
  const [[bounds, { padding }]] = fitBounds.mock.calls;
  expect(bounds).toEqual([
    [19.05, 47.5],
    [19.054, 47.5018],
  ]);
  expect(padding.right).toBeGreaterThanOrEqual(controlsPixels + markerPixels.width / 2);
  expect(padding.left).toBeGreaterThanOrEqual(markerPixels.width / 2);
  expect(padding.bottom).toBe(172 + creditsPixels);
  expect(fold).toHaveBeenCalledOnce();
  expect(padding.top).toBe(noticeBottom + markerPixels.height);
});

it("has height for the whole route, however much is covered", () => {
  newCamera(334).follow(guidance);
  const [[, { padding }]] = fitBounds.mock.calls;
  expect(padding).toMatchObject({
    top: 667 - 334 - creditsPixels - 80,
    bottom: 334 + creditsPixels,
  });
});

it("turns as the walker goes, north up on request, and in the end", () => {
  const camera = newCamera();
  const follow = (longitude: number, heading: number | null) =>
    camera.follow({ ...guidance, position: [longitude, 47.5], heading });
  const bearing = () => easeTo.mock.lastCall?.[0].bearing;
  follow(19.05, null);
  expect(easeTo).not.toHaveBeenCalled();
  follow(19.051, 90);
  expect(bearing()).toBe(90);
  // Above the row of controls.
  expect(easeTo.mock.lastCall?.[0].offset).toEqual([0, (200 - 172 - 100) / 2]);
  camera.setNorthUp(true);
  expect(bearing()).toBe(0);
  follow(19.052, 80);
  expect(bearing()).toBe(0);
  camera.setNorthUp(false);
  expect(bearing()).toBe(80);
  camera.follow(null);
  expect(bearing()).toBe(0);
});
