import type { APIRequestContext, FrameLocator, Locator, Page } from "@playwright/test";
import { worldY } from "#domain/geography/web-mercator.ts";
import type { Place, PlaceList } from "#domain/place/place.ts";
import { desktop, expect } from "./test.ts";

/**
 * For tests of the live map that look at no movement (`test.use(still)`): without flights and
 * fading, and on a screen with one pixel for four of the page's. The page's sizes stay as they are.
 * The map is drawn in software, so a test of it costs what its pixels and frames cost.
 */
export const still = {
  contextOptions: { reducedMotion: "reduce" as const },
  deviceScaleFactor: 0.5,
};

/** A wide window with half of the usual area, for tests that look at no movement. */
export const smallDesktop = { ...desktop, ...still, viewport: { width: 1024, height: 640 } };

/** End of waiting for a drawing, which in software is slow on a busy machine. */
const drawnMs = 240_000;

/** Opens the map page and waits until the live map stands still. */
export async function openLiveMap(page: Page, path = "/"): Promise<void> {
  await page.goto(path);
  await expectMapIdle(page);
}

/** Opens the map page; the live map takes the place of the picture without a jump. */
export async function openWithoutJump(page: Page, path: string): Promise<void> {
  await page.goto(path);
  const picture = page.getByRole("img", { name: "A térkép képe, rajta a mosdók" });
  const before = await boxOf(picture);
  await expectMapIdle(page);
  const map = await boxOf(page.getByRole("region", { name: /^Térkép: / }));
  expect(before.x + before.width / 2).toBeCloseTo(map.x + map.width / 2, 0);
  expect(before.y + before.height / 2).toBeCloseTo(map.y + map.height / 2, 0);
  await expect(picture).toHaveCount(0);
}

/** Waits until the live map, of the page or of a frame in it, has drawn everything and stands still. */
export async function expectMapIdle(page: Page | FrameLocator): Promise<void> {
  await expect(page.locator("[data-map-state]")).toHaveAttribute("data-map-state", "idle", {
    timeout: drawnMs,
  });
}

/** Box of an element in the window, in CSS pixels. */
export async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error(`${locator} is not on the page`);
  return box;
}

/**
 * Holds the live map's script back for good: everything but the live map works, and nothing is drawn in
 * software.
 */
export async function holdBackLiveMap(page: Page): Promise<void> {
  await page.route(/\/assets\/map-canvas-.*\.js$/, () => {});
}

/** Opens the page with the picture in the live map's place (`holdBackLiveMap`). */
export async function openWithPicture(page: Page, path = "/"): Promise<void> {
  await holdBackLiveMap(page);
  const hasScript = page.waitForRequest(/\/assets\/map-canvas-.*\.js$/);
  await page.goto(path);
  await hasScript;
}

/** Places from the API. */
export async function fetchPlaces(request: APIRequestContext, search: string): Promise<PlaceList> {
  const response = await request.get(`/api/v1/places${search}`);
  return response.json();
}

/** Every sample place. */
export async function allPlaces(request: APIRequestContext): Promise<readonly Place[]> {
  return (await fetchPlaces(request, "?per_page=100&sort=place-asc")).places;
}

/** A place without another within half a degree. */
export async function lonelyPlace(request: APIRequestContext): Promise<Place> {
  const places = await allPlaces(request);
  const isLonely = ({ id, longitude, latitude }: Place) =>
    places.every(
      (other) =>
        other.id === id ||
        Math.abs(other.longitude - longitude) + Math.abs(other.latitude - latitude) > 0.3,
    );
  const place = places.find((candidate) => candidate.accepted && isLonely(candidate));
  if (!place) throw new Error("the samples have no lonely place");
  return place;
}

/** Presses the live map, a number of pixels above its middle. */
export async function pressMiddle(page: Page, abovePixels = 0): Promise<void> {
  const box = await boxOf(page.locator("[data-map-state]"));
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2 - abovePixels);
}

/** The view in the address: longitude, latitude, zoom. */
export function viewOf(page: Page): number[] {
  const view = new URL(page.url()).searchParams.get("view");
  return view === null ? [] : view.split(",").map(Number);
}

/** Height of a point above the map's middle, in CSS pixels, by the view in the address. */
export function pixelsAboveMiddle(page: Page, latitude: number): number {
  const [, middleLatitude, zoom] = viewOf(page);
  const tilePixels = 512;
  return (worldY(middleLatitude) - worldY(latitude)) * tilePixels * 2 ** zoom;
}

/** Takes the live map's drawing context away; the returned function gives it back. */
export async function loseContext(page: Page): Promise<() => Promise<void>> {
  const canvas = page.locator(".maplibregl-canvas");
  const extension = await canvas.evaluateHandle((element: HTMLCanvasElement) =>
    element.getContext("webgl2")?.getExtension("WEBGL_lose_context"),
  );
  await extension.evaluate((lose) => lose?.loseContext());
  return () => extension.evaluate((lose) => lose?.restoreContext());
}

/** An init script for a browser that cannot draw the live map. */
export function withoutWebGl2(): void {
  const getContext = HTMLCanvasElement.prototype.getContext;
  Object.defineProperty(HTMLCanvasElement.prototype, "getContext", {
    value(this: HTMLCanvasElement, kind: string, ...rest: []) {
      return kind === "webgl2" ? null : Reflect.apply(getContext, this, [kind, ...rest]);
    },
  });
}

/** Area of the drawn route by its colour in either theme, in CSS pixels; in a part of the page where one is given. */
export async function routePixels(
  page: Page,
  clip?: { x: number; y: number; width: number; height: number },
): Promise<number> {
  const picture = (await page.screenshot({ clip })).toString("base64");
  return page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const drawing = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
    if (!drawing) throw new Error("there is no canvas to read pixels from");
    drawing.drawImage(bitmap, 0, 0);
    const { data } = drawing.getImageData(0, 0, bitmap.width, bitmap.height);
    const colours = [
      [0x2b, 0x5f, 0xc2],
      [0x8d, 0xb2, 0xff],
    ];
    let count = 0;
    for (let at = 0; at < data.length; at += 4) {
      if (colours.some((colour) => colour.every((part, i) => Math.abs(part - data[at + i]) < 6))) {
        count++;
      }
    }
    return count / devicePixelRatio ** 2;
  }, picture);
}
