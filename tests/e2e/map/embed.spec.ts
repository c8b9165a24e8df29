import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Frame, FrameLocator, Page } from "@playwright/test";
import { markerPixels } from "#app/features/map/sheet-layout.ts";
import { worldY } from "#domain/geography/web-mercator.ts";
import { accountsOrigin } from "#tests/e2e/support/accounts-test.ts";
import { expectAccessible } from "#tests/e2e/support/expect-accessible.ts";
import { lengthenCredits, onCredits, sidewaysPixels } from "#tests/e2e/support/layout.ts";
import {
  boxOf,
  expectMapIdle,
  fetchPlaces,
  holdBackLiveMap,
  smallDesktop,
  still,
  withoutWebGl2,
} from "#tests/e2e/support/map-view.ts";
import { PlainVisitor, readPage, textOf } from "#tests/e2e/support/plain-visitor.ts";
import { test as base, expect } from "#tests/e2e/support/test.ts";
import { untilHydrated } from "#tests/e2e/support/until-hydrated.ts";

/*
 * `/embed` on a page of another site: a server of the test's own, at another host (127.0.0.1), so that the
 * frame is a third party's for the browser.
 */

interface Fixtures {
  /** Opens a page of the other site with a frame of this address, and gathers what the frame tells it. */
  openHost: (path: string, attributes?: string) => Promise<FrameLocator>;
  hostOrigin: string;
}

const test = base.extend<Fixtures>({
  hostOrigin: async ({ page: _ }, use) => {
    const pageOfHost = `<!doctype html><html lang="hu"><title>Város</title><meta name="viewport" content="width=device-width"><h1>Város</h1>
      <script>window.heard = []; addEventListener("message", ({ data, origin }) => heard.push({ ...data, origin }))</script>`;
    const server = createServer((request, response) => {
      const query = new URL(request.url ?? "/", "http://host").searchParams;
      const frame = `<iframe src="${query.get("src")?.replaceAll("&", "&amp;")}" title="Térkép" ${query.get("attributes")}></iframe>`;
      response.setHeader("Content-Type", "text/html; charset=utf-8");
      response.end(pageOfHost + frame);
    }).listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    server.close();
    server.closeAllConnections();
  },
  openHost: async ({ page, baseURL, hostOrigin }, use) => {
    await use(async (path, attributes = 'width="100%" height="480"') => {
      const src = new URL(path, baseURL).href;
      await page.goto(`${hostOrigin}/?${new URLSearchParams({ src, attributes })}`);
      return page.frameLocator("iframe");
    });
  },
});

test.use({
  ...still,
  expectedErrors: [/foreign request: http:\/\/127\.0\.0\.1|favicon\.ico/],
});

const eger = "view=20.3747,47.9025,10";

interface Heard {
  readonly type: string;
  readonly version: number;
  readonly origin: string;
  readonly place?: { id: number; name: string; position: [number, number] } | null;
  readonly center?: [number, number];
  readonly zoom?: number;
  readonly height?: number;
}

const heard = (page: Page, type: string): Promise<Heard[]> =>
  page.evaluate(
    (wanted) =>
      (window as unknown as { heard: Heard[] }).heard.filter((message) => message.type === wanted),
    type,
  );

/** Sends a message of the other site's page to its frame. */
const post = (page: Page, message: object): Promise<void> =>
  page.evaluate((sent) => {
    document.querySelector("iframe")?.contentWindow?.postMessage(sent, "*");
  }, message);

test("another site shows map and list by the address's filters; page and frame tell each other what is chosen", async ({
  page,
  context,
  request,
  openHost,
  baseURL,
}) => {
  test.setTimeout(600_000);
  // A browser that refuses a third party cookies and storage.
  await page.addInitScript(refuseStorage);
  const free = await fetchPlaces(request, "?free=1&bbox=20.2,47.8,20.5,48");
  const all = await fetchPlaces(request, "?bbox=20.2,47.8,20.5,48");
  expect(free.total).toBeGreaterThan(0);
  expect(free.total).toBeLessThan(all.total);
  const frame = await openHost(`/embed?free=1&${eger}&lang=hu`, tallHost);
  await expectMapIdle(frame);
  await expect.poll(() => heard(page, "mosdo:ready")).toHaveLength(1);
  const [ready] = await heard(page, "mosdo:ready");
  expect(ready).toMatchObject({ version: 1, origin: baseURL });

  const list = frame.getByRole("region", { name: "Mosdók a térképen látható részen" });
  const rows = list.locator("li:has(a[data-place])");
  await expect(rows.first()).toContainText("Ingyenes");
  for (const row of await rows.all()) await expect(row).toContainText("Ingyenes");
  expect(await sidewaysPixels(page)).toBe(0);
  // Neither bar, account nor menus; whose map it is, and whose data.
  await expect(frame.getByRole("navigation")).toHaveCount(0);
  await expect(frame.locator("form")).toHaveCount(0);
  await expect(frame.getByRole("link", { name: "Mosdókereső", exact: true })).toHaveAttribute(
    "target",
    "_blank",
  );
  await expect(frame.getByRole("link", { name: "© OpenStreetMap" }).first()).toBeVisible();

  // The visitor chooses: the page is told.
  const entries = await page.evaluate(() => history.length);
  const first = rows.first().getByRole("link");
  const id = Number(await first.getAttribute("data-place"));
  await first.click();
  const chosen = frame.getByRole("region", { name: "A kiválasztott mosdó" });
  await expect(chosen.getByRole("heading", { level: 2 })).toBeFocused();
  const whole = chosen.getByRole("link", { name: "Megnyitás itt: Mosdókereső" });
  await expect(whole).toHaveAttribute("href", `/places/${id}`);
  await expect(whole).toHaveAttribute("target", "_blank");
  await expect(chosen.getByRole("link", { name: "Térképappban" })).toBeVisible();
  await expect(whole).toHaveAttribute("rel", "noopener");
  await expect.poll(async () => (await heard(page, "mosdo:choice")).at(-1)?.place?.id).toBe(id);
  await chosen.getByRole("link", { name: "Vissza a listához" }).click();
  await expect.poll(async () => (await heard(page, "mosdo:choice")).at(-1)?.place).toBe(null);
  await expect(frame.locator(`[data-place="${id}"]`)).toBeFocused();
  // The way back of the other page stays its own.
  expect(await page.evaluate(() => history.length)).toBe(entries);

  // The page chooses, also a place far away: the frame shows it, and takes no focus.
  const other = (await fetchPlaces(request, "?bbox=18.9,47.4,19.2,47.6")).places[0];
  await page.evaluate(() => (document.activeElement as HTMLElement)?.blur());
  await post(page, { type: "mosdo:show", version: 1, place: other.id });
  await expect(chosen.getByRole("heading", { level: 2 })).toContainText(other.address);
  await expect
    .poll(async () => (await heard(page, "mosdo:choice")).at(-1)?.place)
    .toMatchObject({ id: other.id, position: other.coordinates });
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("BODY");
  await expect
    .poll(async () => (await heard(page, "mosdo:view")).at(-1)?.center?.[0] ?? 0)
    .toBeCloseTo(other.coordinates[0], 1);
  await post(page, { type: "mosdo:view", version: 1, center: [20.37, 47.9], zoom: 12 });
  await expect
    .poll(async () => (await heard(page, "mosdo:view")).at(-1))
    .toMatchObject({ zoom: 12, center: [expect.closeTo(20.37, 3), expect.closeTo(47.9, 3)] });
  const [{ height = 0 } = {}] = await heard(page, "mosdo:height");
  expect(height).toBeGreaterThan(320);

  // What is not a message of ours, or of a version to come, changes nothing.
  const views = (await heard(page, "mosdo:view")).length;
  for (const message of [
    { type: "mosdo:show", version: 2, place: null },
    { type: "mosdo:show", version: 1, place: "1" },
    { type: "mosdo:view", version: 1, center: [200, 0], zoom: 3 },
    { type: "mosdo:view", version: 1, center: [20, 47], zoom: 23 },
  ]) {
    await post(page, message);
  }
  await expect(chosen.getByRole("heading", { level: 2 })).toContainText(other.address);
  expect((await heard(page, "mosdo:view")).length).toBe(views);

  await test.step("a press on a marker chooses", async () => {
    await chosen.getByRole("link", { name: "Vissza a listához" }).click();
    await expect.poll(async () => (await heard(page, "mosdo:choice")).at(-1)?.place).toBe(null);
    const [place] = free.places;
    await post(page, { type: "mosdo:view", version: 1, center: place?.coordinates, zoom: 18 });
    await expect.poll(async () => (await heard(page, "mosdo:view")).at(-1)?.zoom).toBe(18);
    await expectMapIdle(frame);
    const box = await frame.locator(".maplibregl-canvas").boundingBox();
    if (!box) throw new Error("no map");
    // A drop stands above its place.
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2 - 12);
    await expect
      .poll(async () => (await heard(page, "mosdo:choice")).at(-1)?.place?.id)
      .toBe(place?.id);
  });

  await test.step("the page around scrolls over the map, which says what moves it", async () => {
    const views = (await heard(page, "mosdo:view")).length;
    const [x, y] = await middleOf(frame);
    await noteHint(page, "Ctrl");
    await page.mouse.move(x, y);
    await page.mouse.wheel(0, 60);
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(60);
    await hintSeen(page);
    await noteHint(page, "két ujj");
    await scrollByFinger(page, await middleOf(frame));
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(110);
    await hintSeen(page);
    expect(await heard(page, "mosdo:view")).toHaveLength(views);
    await page.mouse.move(...(await middleOf(frame)));
    await page.keyboard.down("Control");
    await page.mouse.wheel(0, 240);
    await page.keyboard.up("Control");
    await expect.poll(async () => (await heard(page, "mosdo:view")).length).toBeGreaterThan(views);
  });

  await test.step("nothing was asked of storage or cookies", async () => {
    const refused = await innerOf(page).evaluate(
      () => (window as unknown as { refused: string[] }).refused,
    );
    // The router looks for transitions of a page before, and takes the refusal.
    expect(refused.filter((name) => name !== "sessionStorage")).toEqual([]);
    expect(await context.cookies()).toEqual([]);
  });
});

test("a small frame shows the chosen marker between the notice and the credits, and nothing lies on these", {
  tag: "@full",
}, async ({ page, request, openHost }) => {
  const [place] = (await fetchPlaces(request, "?per_page=1")).places;
  if (!place) throw new Error("no place");
  const frame = await openHost(
    `/embed?place=${place.id}`,
    'width="390" height="400" style="border:0"',
  );
  await expectMapIdle(frame);

  await test.step("a small frame shows the chosen marker between the notice and the credits", async () => {
    await expect(frame.locator("[data-map-notice]")).toBeVisible();
    const room = async () => {
      const view = (await heard(page, "mosdo:view")).at(-1);
      const [map, above, credits] = await Promise.all(
        ["[data-map-state]", "[data-map-notice]", ".maplibregl-ctrl-attrib"].map((part) =>
          boxOf(frame.locator(part)),
        ),
      );
      if (!view?.center || view.zoom === undefined) return null;
      const down = (worldY(place.latitude) - worldY(view.center[1])) * 512 * 2 ** view.zoom;
      const tip = map.y + map.height / 2 + down;
      return { above: tip - markerPixels.height - above.y - above.height, below: credits.y - tip };
    };
    // The marker's own margin counts for nothing.
    await expect.poll(async () => (await room())?.above ?? -99).toBeGreaterThan(-12);
    expect((await room())?.below).toBeGreaterThan(0);
  });

  await test.step("nothing lies on the credits, however long they are", async () => {
    const element = page.locator("iframe");
    for (const isLong of [false, true]) {
      if (isLong) await lengthenCredits(frame);
      for (const [width, height] of [
        [390, 400],
        [844, 390],
        [320, 568],
      ]) {
        await element.evaluate((node, size) => Object.assign(node, size), {
          width: String(width),
          height: String(height),
        });
        await expect.poll(() => onCredits(innerOf(page)), `${width} × ${height}`).toEqual([]);
      }
    }
  });
});

/** An init script for a browser that refuses a frame of another site cookies and storage, and notes what was asked. */
function refuseStorage(): void {
  if (location.pathname !== "/embed") return;
  const refuse = (name: string) => () => {
    (window as unknown as { refused: string[] }).refused.push(name);
    throw new DOMException("Access is denied for this document.", "SecurityError");
  };
  Object.assign(window, { refused: [] });
  for (const name of ["localStorage", "sessionStorage", "indexedDB", "caches"]) {
    Object.defineProperty(window, name, { get: refuse(name) });
  }
  Object.defineProperty(Document.prototype, "cookie", {
    get: refuse("cookie"),
    set: refuse("cookie"),
  });
}

/** A frame on a page that is higher than the window. */
const tallHost = 'width="100%" height="480" style="border:0;margin-bottom:2000px"';

/** The frame's own page. */
function innerOf(page: Page): Frame {
  const inner = page.frames().find((known) => known.url().includes("/embed"));
  if (!inner) throw new Error("the page has no frame");
  return inner;
}

/** The middle of the frame's map in the window. */
async function middleOf(frame: FrameLocator): Promise<[x: number, y: number]> {
  const box = await boxOf(frame.locator("[data-map-state]"));
  return [box.x + box.width / 2, box.y + box.height / 2];
}

/** Moves one finger up by a hundred pixels. */
async function scrollByFinger(page: Page, [x, y]: readonly [number, number]): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", movedPixels?: number) =>
    devtools.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: movedPixels === undefined ? [] : [{ x, y: y - movedPixels }],
    });
  await touch("touchStart", 0);
  for (let moved = 10; moved <= 100; moved += 10) await touch("touchMove", moved);
  await touch("touchEnd");
}

type Hinted = Window & { hint: Promise<void> };

/** Notes in the frame that a hint with these words is shown: it goes after a second, before a busy test looks at it. */
function noteHint(page: Page, words: string): Promise<void> {
  return innerOf(page).evaluate((text) => {
    const hints = ".maplibregl-cooperative-gesture-screen.maplibregl-show, [data-map-state] > p";
    const hint = new Promise<void>((resolve) => {
      new MutationObserver(() => {
        const shown = [...document.querySelectorAll(hints)];
        if (shown.some(({ textContent }) => textContent.includes(text))) resolve();
      }).observe(document, { subtree: true, childList: true, attributes: true });
    });
    Object.assign(window, { hint });
  }, words);
}

/** Waits for the hint that {@link noteHint} was told of. */
function hintSeen(page: Page): Promise<void> {
  return innerOf(page).evaluate(() => (window as unknown as Hinted).hint);
}

test("the page around scrolls over the pictures without WebGL, in a frame as small as there are", async ({
  page,
  openHost,
}) => {
  await page.addInitScript(withoutWebGl2);
  const frame = await openHost(`/embed?${eger}&lang=en`, tallHost);
  await expectMapIdle(frame);
  await noteHint(page, "Use two fingers");
  await scrollByFinger(page, await middleOf(frame));
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(50);
  await hintSeen(page);
  expect(await heard(page, "mosdo:view")).toEqual([]);
  await page.setViewportSize({ width: 320, height: 640 });
  await page.evaluate(() => {
    scrollTo(0, 0);
    const [element] = document.getElementsByTagName("iframe");
    Object.assign(element, { width: "320", height: "400" });
    element.style.marginLeft = "-8px";
  });
  await expect(frame.locator("a[data-place]").first()).toBeInViewport({ ratio: 1 });
  await expect(frame.getByRole("link", { name: "Zoom in" })).toBeInViewport({ ratio: 1 });
  expect(await innerOf(page).evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});

test("sets no cookie, and answers a session like everyone", async ({ request }) => {
  const session = { Cookie: "mosdo.session_token=a.b; i18next=de" };
  for (const _ of ["made", "kept"]) {
    const response = await request.get("/embed?lang=en", { headers: session });
    expect(response.status()).toBe(200);
    expect(response.headers()["set-cookie"]).toBe(undefined);
    expect(response.headers()["cache-control"]).toBe("public, no-cache");
    expect(response.headers()["content-security-policy"]).toContain("frame-ancestors *;");
    expect(response.headers()["x-frame-options"]).toBe(undefined);
    expect(await response.text()).toContain('<html lang="en"');
  }
  const own = await request.get("/embed", { headers: { ...session, "Accept-Language": "hu" } });
  expect(await own.text()).toContain('<html lang="hu"');
});

test("without script the frame has the list with links, the chosen place and a way back", async ({
  request,
}) => {
  const visitor = await new PlainVisitor(request).open(`/embed?free=1&${eger}`);
  const first = () => visitor.page.querySelector("a[data-place]")?.getAttribute("href") ?? "";
  expect(visitor.page.querySelector("img[alt*=térkép]")).not.toBeNull();
  await visitor.open(first());
  expect(visitor.main).toContain("Megnyitás itt: Mosdókereső");
  await visitor.follow("Vissza a listához");
  expect(first()).not.toBe("");
  await visitor.follow("Nagyítás");
  expect(visitor.url.search).toBe("?free=1&view=20.3747,47.9025,11");
});

test("open places come first where the address names no view", async ({ request }) => {
  const page = await readPage(request, "/embed?lang=en");
  const texts = [...page.querySelectorAll("li:has([data-place])")].map(textOf);
  expect(texts.length).toBeGreaterThan(10);
  const closed = texts.map((text) => /\bClosed\b/.test(text));
  expect(closed).toEqual(closed.toSorted());
});

test("the page for other sites makes its embed code by a form, and suggests towns", async ({
  request,
}) => {
  const visitor = new PlainVisitor(request);
  const written = (selector: string) =>
    (visitor.page.querySelector(selector) as unknown as HTMLInputElement).value;
  await visitor.open("/for-your-website");
  const towns = visitor.page.querySelector("[name=town]")?.getAttribute("list");
  expect(visitor.page.querySelector(`#${towns} option[value=Eger]`)).not.toBeNull();
  const button = "Előnézet és beágyazó kód";
  await visitor.press(button, { town: "eger", free: "1", language: "de", height: "600" });
  expect(written("textarea")).toMatch(
    /^<iframe src="http:\/\/localhost:\d+\/embed\?free=1&amp;view=20\.3[\d.]+,47\.[\d.]+,[\d.]+&amp;lang=de" title="Karte der öffentlichen Toiletten" width="100%" height="600" loading="lazy" /,
  );
  await visitor.press(button, { town: "Semmifalva", height: "20" });
  expect(visitor.main).toContain("Ilyen nevű településen nem ismerünk mosdót.");
  expect(visitor.main).toContain("Adj meg egy egész számot 320 és 1200 között.");
  expect(written("[name=town]")).toBe("Semmifalva");
});

test.describe("a frame that is refused", () => {
  test.use({
    expectedErrors: [
      /foreign request: http:\/\/(127\.0\.0\.1|localhost:\d+\/(embed|api\/v1\/policy-reports))|favicon|frame-ancestors|ERR_BLOCKED_BY_RESPONSE|chrome-error|status.*404/,
    ],
  });

  test("is that of any other page, and of a site that names another", async ({
    page,
    openHost,
  }) => {
    for (const path of ["/login", `${accountsOrigin}/embed`]) {
      const refused = page.waitForEvent("console", (message) =>
        /frame-ancestors/.test(message.text()),
      );
      const frame = await openHost(path);
      await refused;
      await expect(frame.locator("main"), path).toHaveCount(0);
    }
  });
});

test.describe("beside its preview", () => {
  test.use(smallDesktop);

  test("the page for other sites shows a preview, takes its view, and copies the embed code", async ({
    page,
    context,
  }) => {
    await page.addInitScript(withoutWebGl2);
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.goto("/for-your-website?town=Eger");
    const frame = page.frameLocator("iframe");
    await expectMapIdle(frame);
    const lines = page.getByLabel("Beágyazó kód");
    const before = await lines.inputValue();
    await frame.getByRole("link", { name: "Nagyítás" }).click();
    await page.getByRole("button", { name: "Az előnézetben látható térképrészlet legyen" }).click();
    await expect(lines).not.toHaveValue(before);
    await expect(page.getByLabel("Település", { exact: true })).toHaveValue("");
    await page.getByRole("button", { name: "Másolás" }).click();
    await expect(page.getByRole("button", { name: "Kimásolva" })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      await lines.inputValue(),
    );
  });
});

test("has no barrier", async ({ page }) => {
  // Axe does not look at what a canvas shows.
  await holdBackLiveMap(page);
  for (const path of [`/embed?${eger}&lang=de`, "/embed?place=1&lang=de"]) {
    await page.goto(path);
    await untilHydrated(page);
    await expect(page.getByRole("heading", { level: 1 })).toBeAttached();
    await expectAccessible(page);
  }
});
