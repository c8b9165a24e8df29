import type { Map as MapLibreMap } from "maplibre-gl";
import { expect, it, vi } from "vitest";
import { markerPixels } from "#app/features/map/sheet-layout.ts";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import { WalkerCamera } from "./walker-camera.ts";

/** Width of the controls at the map's right edge, in CSS pixels. */
const controlsPixels = 56;

it("shows the whole route with its end clear of search, filters, controls and the sheet", () => {
  const fitBounds = vi.fn();
  const map = { on: vi.fn(), fitBounds } as unknown as MapLibreMap;
  const camera = new WalkerCamera(map, {
    covered: () => ({ top: 200, bottom: 172 }),
    onFollowingChange: () => {},
  });
  const coordinates: Coordinates[] = [
    [19.05, 47.5],
    [19.054, 47.5],
    [19.054, 47.5018],
  ];
  camera.follow({
    route: {
      kind: "route",
      geometry: { type: "LineString", coordinates },
    },
    position: coordinates[0],
  });
  const [[bounds, { padding }]] = fitBounds.mock.calls;
  expect(bounds).toEqual([
    [19.05, 47.5],
    [19.054, 47.5018],
  ]);
  expect(padding.right).toBeGreaterThanOrEqual(controlsPixels + markerPixels.width / 2);
  expect(padding.left).toBeGreaterThanOrEqual(markerPixels.width / 2);
  expect(padding.bottom).toBeGreaterThan(172);
  expect(padding.top).toBe(200);
});
