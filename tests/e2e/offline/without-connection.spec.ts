import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { placesPerPage } from "#domain/reading/page-sizes.ts";
import { bar } from "#tests/e2e/support/bar.ts";
import { expectMapIdle, smallAndStill } from "#tests/e2e/support/map-view.ts";
import { expect, test } from "#tests/e2e/support/test.ts";
import { untilHydrated } from "#tests/e2e/support/until-hydrated.ts";
import { Line } from "#tests/support/peers/line.ts";
import { findFreePort, ServerProcess } from "#tests/support/server-process.ts";

/*
 * The product behind a line that can be cut, that keeps silent, or whose gateway has lost the server.
 */

let folder: string;
let port: number;
let server: ServerProcess;
/** Between the browser and the server; another machine reaches the server itself. */
let line: Line;

async function startServer(settings: Record<string, string> = {}): Promise<ServerProcess> {
  const started = new ServerProcess(port, {
    DATA_DIR: folder,
    GEO_PROVIDER: "embedded",
    LOG_LEVEL: "warn",
    ...settings,
  });
  await started.readyAfterMs();
  return started;
}

test.use({
  ...smallAndStill,
  serviceWorkers: "allow",
  expectedFaults: [
    /ERR_EMPTY_RESPONSE|ERR_CONNECTION|ERR_FAILED|foreign request: http:\/\/localhost:|50[23]|Error: broken|Failed to fetch manifest patches/,
  ],
});
test.describe.configure({ mode: "default", timeout: 120_000 });

test.beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "mosdo-e2e-offline-"));
  port = await findFreePort();
  server = await startServer();
  line = await Line.lay(port);
});
test.afterEach(async ({ page }) => {
  await page.goto("about:blank");
  await line[Symbol.asyncDispose]();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

const view = "19.05,47.5,13";

/** Opens the map, and waits until the browser keeps the shell and the places around. */
async function openAndKeep(page: Page, address = `/?view=${view}`): Promise<void> {
  await page.goto(line.origin + address);
  await untilHydrated(page);
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state), { timeout: 60_000 })
    .toBe("activated");
  await expect.poll(() => keptPlaces(page), { timeout: 60_000 }).toBeGreaterThan(0);
}

/** Number of sets of places that the browser keeps. */
function keptPlaces(page: Page): Promise<number> {
  return page.evaluate(async () => (await (await caches.open("mosdo-places")).keys()).length);
}

/** What the list shows of the area of {@link view}. */
const around = "sort=near&near=19.05,47.5&bbox=19,47.45,19.1,47.55";

function idsOf({ places }: { places: readonly { id: number }[] }): number[] {
  return places.map(({ id }) => id);
}

/** Account of someone on another machine: its id and its session's cookie. */
interface Other {
  readonly id: string;
  readonly cookie: string;
}

async function registerElsewhere(): Promise<Other> {
  const password = "Kapcsolat-nelkul-47";
  const form = { email: "mas@mosdo.example", password, confirmation: password, terms: "1" };
  const registered = await fetch(`${server.origin}/register`, {
    method: "POST",
    body: new URLSearchParams(form),
    headers: { Origin: server.origin },
    redirect: "manual",
  });
  const cookie = registered.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  const session = await fetch(`${server.origin}/api/auth/get-session`, {
    headers: { Cookie: cookie },
  });
  return { id: (await session.json()).user.id, cookie };
}

/** Adds a place near the middle of the view, which is accepted at once. Returns its address. */
async function addPlaceElsewhere(cookie: string): Promise<string> {
  const address = "Kapcsolat tér 1.";
  const place = {
    country: "HU",
    city: "Budapest",
    address,
    comments: "",
    price: null,
    accessible: true,
    public: true,
    latitude: 47.5,
    longitude: 19.05,
    opening_times: Array<string>(7).fill("00:00-24:00"),
  };
  const response = await fetch(`${server.origin}/api/v1/places`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Cookie: cookie, Origin: server.origin },
    body: JSON.stringify(place),
  });
  expect(response.status).toBe(201);
  return address;
}

const notice = (page: Page) => page.getByRole("status").filter({ hasText: "Nincs kapcsolat" });

/** The notice stands above the page's heading, on narrow phones too, where it has several lines. */
async function expectHeadingBelowNotice(page: Page): Promise<void> {
  const heading = page.getByRole("heading", { level: 1 });
  const usual = page.viewportSize();
  for (const width of [320, 360, 390]) {
    await page.setViewportSize({ width, height: 700 });
    const [top, bottom] = await Promise.all([
      heading.evaluate((element) => element.getBoundingClientRect().top),
      notice(page).evaluate((element) => element.getBoundingClientRect().bottom),
    ]);
    expect(top, `${width} px`).toBeGreaterThanOrEqual(bottom);
  }
  if (usual) await page.setViewportSize(usual);
}

test("the map, its list, a filter and a place work, and say from when they are", {
  tag: "@phone",
}, async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await openAndKeep(page);
  const before = await (await fetch(`${server.origin}/api/v1/places?${around}`)).json();
  line.cut();
  await page.goto(`${line.origin}/?view=${view}`);
  await untilHydrated(page);
  await expect(page).toHaveURL(/view=19\.05/);
  await expect(notice(page)).toContainText("A mosdók adatai ekkoriak");
  await expectMapIdle(page);
  const counted = page.getByRole("heading", { name: /^\d+ mosdó ezen a részen$/ });
  await expect(counted).toBeVisible();
  const shown = await page.evaluate(async (search) => {
    const response = await fetch(`/api/v1/places?${search}`);
    return { list: await response.json(), keptAt: response.headers.get("Kept-At") };
  }, around);
  expect(shown.keptAt).toBe(shown.list.as_of);
  expect(shown.list.total).toBe(before.total);
  expect(idsOf(shown.list)).toEqual(idsOf(before));

  const all = Number.parseInt((await counted.textContent()) ?? "", 10);
  await page.getByRole("button", { name: "Akadálymentes" }).click();
  await expect
    .poll(async () => Number.parseInt((await counted.textContent()) ?? "", 10))
    .toBeLessThan(all);

  const [first] = before.places;
  await page.goto(`${line.origin}/places/${first.id}`);
  await expect(page).toHaveURL(`${line.origin}/?place=${first.id}`);
  await expect(page.getByRole("heading", { name: first.address })).toBeVisible();
  await page.getByRole("link", { name: "Megosztás" }).click();
  await expect(page.getByRole("link", { name: "A link a vágólapon van" })).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(`${line.origin}/places/${first.id}`);
});

test("the list page and the nearest open toilet", { tag: "@desktop" }, async ({
  page,
  context,
}) => {
  await context.grantPermissions(["geolocation"]);
  await context.setGeolocation({ longitude: 19.05, latitude: 47.5 });
  await openAndKeep(page);
  const near = `near=19.05,47.5`;
  const before = await (await fetch(`${server.origin}/api/v1/places/nearest?${near}`)).json();
  line.cut();
  await page.goto(`${line.origin}/places?sort=near&near=19.05,47.5`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("mosdó");
  await expect(page).toHaveURL(/\/places\?sort=near/);
  await expect(page.getByRole("main").getByRole("article")).toHaveCount(placesPerPage);
  const answer = await page.evaluate(
    async (search) => (await fetch(`/api/v1/places/nearest?${search}`)).json(),
    near,
  );
  expect([answer.open?.id, answer.unknown?.id]).toEqual([before.open?.id, before.unknown?.id]);
  await page.goto(`${line.origin}/offline`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Kapcsolat nélkül");
  await expect(page.getByText(/^Amerre a térképen jártál: \d+ mosdó/).first()).toBeVisible();
  await page.goto(`${line.origin}/places?sort=near&near=19.05,47.5`);
  await expect(page.getByRole("main").getByRole("article")).toHaveCount(placesPerPage);
  // From the list back to the map, by the link that a visitor presses.
  await bar(page).getByRole("link", { name: "Mosdókereső" }).click();
  await expect(page).toHaveURL(`${line.origin}/`);
  await untilHydrated(page);
});

test("a place that was added elsewhere appears once there is a connection", {
  tag: "@desktop",
}, async ({ page }) => {
  const { id, cookie } = await registerElsewhere();
  await server.stop();
  server = await startServer({ ADMIN_USER_ID: id });
  await openAndKeep(page);
  line.cut();
  await page.goto(`${line.origin}/?view=${view}`);
  await expect(notice(page)).toBeVisible();
  const address = await addPlaceElsewhere(cookie);
  await expect(page.getByRole("main").getByText(address)).toBeHidden();
  line.state = "passing";
  await expect(notice(page)).toBeHidden({ timeout: 30_000 });
  await expect(page.getByRole("main").getByText(address)).toBeVisible({ timeout: 30_000 });
});

test("what is written without a connection waits where it can be seen, and goes out once", {
  tag: "@phone",
}, async ({ page }) => {
  await openAndKeep(page);
  const [{ id }] = (await (await fetch(`${server.origin}/api/v1/places?${around}`)).json()).places;
  await page.goto(`${line.origin}/?place=${id}`);
  await untilHydrated(page);
  const confirm = page.getByRole("button", { name: "Minden stimmel" });
  await expect(confirm).toBeVisible();
  line.cut();
  await confirm.click();
  await expect(page.getByText("Megőriztük, és elküldjük, amint lesz.")).toBeVisible();
  await page.getByRole("link", { name: "Hiba bejelentése" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: "Rossz a nyitvatartás" }).check();
  await dialog.getByRole("textbox").fill("Csak este hatig.");
  await dialog.getByRole("button", { name: "Küldés" }).click();
  await expect(dialog.getByText("Megőriztük, és elküldjük, amint lesz.")).toBeVisible();

  await page.goto(`${line.origin}/offline`);
  const waiting = page
    .getByRole("region")
    .or(page.locator("section"))
    .filter({
      has: page.getByRole("heading", { name: "Elküldésre vár" }),
    });
  await expect(waiting.getByRole("listitem")).toHaveCount(2);
  await expectHeadingBelowNotice(page);
  const before = line.seen.length;
  line.state = "passing";
  await expect(waiting).toBeHidden({ timeout: 30_000 });
  const posts = line.seen.slice(before).filter((call) => call.startsWith("POST /api/v1/places/"));
  expect(posts).toEqual([
    `POST /api/v1/places/${id}/confirmations`,
    `POST /api/v1/places/${id}/reports`,
  ]);
  const place = await (await fetch(`${server.origin}/api/v1/places/${id}`)).json();
  expect(place.visitor_confirmations).toBe(1);
});

test("a review that is begun without a connection goes out as its author's, once", {
  tag: "@phone",
}, async ({ page, context }) => {
  const { cookie } = await registerElsewhere();
  for (const pair of cookie.split("; ")) {
    const [name, ...value] = pair.split("=");
    await context.addCookies([{ name, value: value.join("="), url: line.origin }]);
  }
  await openAndKeep(page);
  const [{ id }] = (await (await fetch(`${server.origin}/api/v1/places?${around}`)).json()).places;
  line.cut();
  // The shell knows no account.
  await page.goto(`${line.origin}/?place=${id}`);
  const write = page.getByRole("link", { name: "Vélemény írása" });
  const dialog = page.getByRole("dialog");
  await write.click();
  await expect(dialog.getByText("Most nem látjuk, írtál-e már véleményt")).toBeVisible();
  await dialog.getByRole("radio", { name: "4 csillag" }).check();
  await dialog.getByRole("textbox").fill("Térerő nélkül írtam.");
  await dialog.getByRole("button", { name: "Vélemény mentése" }).click();
  await expect(dialog.getByText("Megőriztük, és elküldjük, amint lesz.")).toBeVisible();

  await page.goto(`${line.origin}/?place=${id}`);
  await write.click();
  await expect(dialog.getByRole("textbox")).toHaveValue("Térerő nélkül írtam.");
  await page.keyboard.press("Escape");
  const before = line.seen.length;
  line.state = "passing";
  const reviews = async () => {
    const answer = await fetch(`${server.origin}/api/v1/places/${id}/reviews`);
    return (await answer.json()).reviews.map(({ text }: { text: string }) => text);
  };
  await expect.poll(reviews, { timeout: 30_000 }).toContain("Térerő nélkül írtam.");
  const puts = line.seen.slice(before).filter((call) => call.startsWith("PUT "));
  expect(puts).toEqual([`PUT /api/v1/places/${id}/reviews/me`]);
});

for (const state of ["silent", "gateway"] as const) {
  test(`where the line is ${state}, the page comes within ten seconds`, {
    tag: "@desktop",
  }, async ({ page }) => {
    await openAndKeep(page);
    line.state = state;
    await page.goto(`${line.origin}/?view=${view}`, {
      timeout: 10_000,
      waitUntil: "domcontentloaded",
    });
    await untilHydrated(page);
    await expect(notice(page)).toContainText("A mosdók adatai ekkoriak", { timeout: 10_000 });
  });
}

test("a worker whose page does not start removes itself, and the product is there again", {
  tag: "@desktop",
}, async ({ page }) => {
  await openAndKeep(page);
  // Its scripts are broken: no page starts any more.
  await page.evaluate(async () => {
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        if (!request.url.endsWith(".js")) continue;
        const headers = { "Content-Type": "text/javascript" };
        await cache.put(request, new Response("throw new Error('broken')", { headers }));
      }
    }
  });
  for (let start = 0; start < 3; start++) {
    await page.goto(`${line.origin}/places`);
    await expect(untilHydrated(page, 1_000)).rejects.toThrow();
  }
  await page.goto(`${line.origin}/places`);
  await untilHydrated(page);
  expect(await page.evaluate(async () => (await caches.keys()).length)).toBe(0);
});

test("a new version announces itself, and comes when the visitor wants it", {
  tag: "@desktop",
}, async ({ page }) => {
  await openAndKeep(page);
  const script = await (await fetch(`${server.origin}/worker.js`)).text();
  const version = /version:`([^`]+)`|version:"([^"]+)"/.exec(script)?.slice(1).find(Boolean) ?? "";
  expect(version).toMatch(/^[\w-]{12}$/);
  line.instead.set("/worker.js", (body) => body.replaceAll(version, "newer-version"));
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
  const news = page.getByRole("status").filter({ hasText: "Új változat van" });
  await expect(news).toBeVisible({ timeout: 30_000 });
  const old = () => page.evaluate(async () => (await caches.keys()).sort());
  expect(await old()).toEqual(
    expect.arrayContaining([`mosdo-shell-${version}`, "mosdo-shell-newer-version"]),
  );
  await news.getByRole("button").click();
  // A debugger, as a test is, holds the worker back until the page has gone; without one, the page loads again.
  await page.goto("about:blank");
  // The worker may take over just then, and break off what is on its way.
  await expect(() => page.goto(`${line.origin}/places`, { timeout: 10_000 })).toPass();
  await untilHydrated(page);
  await expect(news).toBeHidden();
  expect(
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting),
  ).toBeNull();
});

test("turned off by the operator, it goes from browsers with all that it kept", {
  tag: "@desktop",
}, async ({ page }) => {
  await openAndKeep(page);
  await server.stop();
  server = await startServer({ OFFLINE: "off" });
  await page.goto(`${line.origin}/places`);
  await expect
    .poll(() => page.evaluate(async () => (await caches.keys()).length), { timeout: 30_000 })
    .toBe(0);
});
