import type { Map as MapLibreMap } from "maplibre-gl";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { markerPixels } from "#app/features/map/sheet-layout.ts";
import type { Coordinates } from "#domain/geography/coordinates.ts";
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
});
afterEach(() => vi.unstubAllGlobals());

it("shows the whole route with its end clear of a notice, controls, credits and the sheet", () => {
  const fitBounds = vi.fn();
  const fold = vi.fn();
  const corner = { clientWidth: 300, clientHeight: creditsPixels };
  const container = {
    querySelector: () => ({ classList: { remove: fold } }),
    querySelectorAll: () => [corner],
  };
  const map = {
    on: vi.fn(),
    fitBounds,
    getContainer: () => container,
  } as unknown as MapLibreMap;
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
  expect(padding.bottom).toBe(172 + creditsPixels);
  expect(fold).toHaveBeenCalledOnce();
  expect(padding.top).toBe(noticeBottom + markerPixels.height);
});
