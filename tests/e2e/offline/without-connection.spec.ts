import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { placeSetAddress } from "#app/network/kept-places-store.ts";
import { placeZoom } from "#domain/map/initial-view.ts";
import { areasAround } from "#domain/offline/kept-areas.ts";
import { placesPerPage } from "#domain/reading/page-sizes.ts";
import { bar } from "#tests/e2e/support/bar.ts";
import { LonePage } from "#tests/e2e/support/lone-page.ts";
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
    /ERR_EMPTY_RESPONSE|ERR_CONNECTION|ERR_FAILED|foreign request: http:\/\/localhost:|50[23]|Error: broken/,
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

const countedOf = (page: Page) => page.getByRole("heading", { name: /^\d+ mosdó ezen a részen$/ });

/** The live map's own view, which it notes when it stands still (`app/place/last-view.ts`). */
const lastView = (page: Page) => page.evaluate(() => sessionStorage.getItem("mosdo:map-view"));
const forgetLastView = (page: Page) =>
  page.evaluate(() => sessionStorage.removeItem("mosdo:map-view"));

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
  await expectMapIdle(page);
  const countedBefore = await countedOf(page).textContent();
  await forgetLastView(page);
  line.cut();
  await page.goto(`${line.origin}/?view=${view}`);
  await untilHydrated(page);
  await expect(page).toHaveURL(/view=19\.05/);
  await expect(notice(page)).toContainText("A mosdók adatai ekkoriak");
  await expectMapIdle(page);
  expect(await lastView(page)).toBe(view);
  const counted = countedOf(page);
  await expect(counted).toHaveText(countedBefore ?? "");
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

test("a chosen place is in the middle of the map, at the zoom of a place", {
  tag: "@phone",
}, async ({ page }) => {
  await openAndKeep(page);
  const [first] = (await (await fetch(`${server.origin}/api/v1/places?${around}`)).json()).places;
  await forgetLastView(page);
  line.cut();
  await page.goto(`${line.origin}/places/${first.id}`);
  await expect(page.getByRole("heading", { name: first.address })).toBeVisible();
  await expectMapIdle(page);
  const [longitude, latitude, zoom] = ((await lastView(page)) ?? "").split(",").map(Number);
  expect(zoom).toBe(placeZoom);
  expect(longitude).toBeCloseTo(first.longitude, 3);
  // A phone raises the place above the sheet.
  expect(Math.abs(latitude - first.latitude)).toBeLessThan(0.05);
});

test("the list of the day on which the shell was kept is never to be seen", {
  tag: "@phone",
}, async ({ page }) => {
  await openAndKeep(page);
  const shell = await (await fetch(server.origin, { headers: { "Accept-Language": "hu" } })).text();
  const countedInShell = /\d+ mosdó ezen a részen/.exec(shell)?.[0];
  expect(countedInShell).toBeDefined();
  line.cut();
  await page.addInitScript(() => {
    const seen = new Set<string>();
    Object.assign(window, { seenHeadings: seen });
    const look = () => {
      const heading = document.querySelector<HTMLElement>("#nearby-places h2");
      if (heading?.checkVisibility({ visibilityProperty: true })) seen.add(heading.innerText);
      requestAnimationFrame(look);
    };
    look();
  });
  await page.goto(`${line.origin}/?view=${view}`);
  await expect(countedOf(page)).toBeVisible();
  const seen = await page.evaluate(() => [
    ...(window as unknown as { seenHeadings: Set<string> }).seenHeadings,
  ]);
  expect(seen.length).toBeGreaterThan(0);
  expect(seen).not.toContain(countedInShell);
});

test("a page that needs a connection says so, and opens once there is one", {
  tag: "@phone",
}, async ({ page }) => {
  await openAndKeep(page);
  line.cut();
  for (const address of ["/towns/Budapest", "/login", "/guide"]) {
    await page.goto(line.origin + address);
    const said = page.getByRole("status").filter({ hasText: "Ehhez az oldalhoz kapcsolat kell." });
    await expect(said).toBeVisible();
    await expect(page).toHaveURL(line.origin + address);
    await expect(said.getByRole("link", { name: "Térkép" })).toHaveAttribute("href", "/");
    await expect(said.getByRole("link", { name: "Mosdók" })).toHaveAttribute("href", "/places");
  }
  // Reloading asks for the wanted page again, without a connection and with one.
  await page.reload();
  await expect(page.getByText("Ehhez az oldalhoz kapcsolat kell.")).toBeVisible();
  line.state = "passing";
  await expect(page.getByRole("heading", { level: 1, name: "Útmutató" })).toBeVisible({
    timeout: 30_000,
  });
  await expect(page).toHaveURL(`${line.origin}/guide`);
  // A visitor may be quicker than that.
  line.cut();
  await page.goto(`${line.origin}/login`);
  await expect(page.getByText("Ehhez az oldalhoz kapcsolat kell.")).toBeVisible();
  line.state = "passing";
  // Where the page opens by itself at the same moment, the browser gives one of the two up.
  await expect(() => page.reload()).toPass();
  await untilHydrated(page);
  await expect(page.getByRole("heading", { level: 1, name: "Bejelentkezés" })).toBeVisible();
});

test("the page about it keeps the region around the last view, and offers nothing without a connection", {
  tag: "@phone",
}, async ({ page }) => {
  await openAndKeep(page);
  await page.goto(`${line.origin}/offline`);
  const region = page.getByRole("button", { name: /^A környéke, 50 km-re minden irányban \(\d+/ });
  const all = page.getByRole("button", { name: /^Minden mosdó/ });
  await expect(all).toBeVisible();
  await region.click();
  await expect(page.getByText(/^Amit kértél: \d+ mosdó/)).toBeVisible();
  await expect(region).toContainText("Megvan.");
  line.cut();
  await page.reload();
  await expect(page.getByText("Most nem érjük el a szervert.")).toBeVisible();
  await expect(all).toBeHidden();
  await expect(region).toBeHidden();
  line.state = "passing";
  await expect(region).toBeVisible({ timeout: 30_000 });
});

for (const [address, kind] of [
  ["/places/ID", "a place"],
  ["/towns/Budapest", "a town"],
  ["/places?sort=near&near=19.05,47.5", "the list around a point"],
  ["/?place=ID", "a place on the map"],
] as const) {
  test(`who has opened ${kind} by a link finds its surroundings`, {
    tag: "@phone",
  }, async ({ page }) => {
    const list = await (await fetch(`${server.origin}/api/v1/places?${around}`)).json();
    const [{ id, address: street }] = list.places;
    await page.goto(line.origin + address.replace("ID", id));
    await expect.poll(() => keptPlaces(page), { timeout: 30_000 }).toBeGreaterThan(0);
    await page.evaluate(() => navigator.serviceWorker.ready);
    line.cut();
    await page.goto(`${line.origin}/places/${id}`);
    await expect(page.getByRole("heading", { name: street })).toBeVisible();
  });
}

test("the visitor who just looks in at a page that is there to be read loads nothing to keep", {
  tag: "@desktop",
}, async ({ page }) => {
  await page.goto(`${line.origin}/places/1`, { waitUntil: "networkidle" });
  const isLate = (call: string) => /worker\.js|keep-while-read|\/set\?/.test(call);
  expect(line.seen.filter(isLate)).toEqual([]);
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

test("where a cell has too many places for a set, smaller ones are kept", {
  tag: "@desktop",
}, async ({ page, expectedFaults }) => {
  expectedFaults.push(/status (of )?422/);
  const cells = areasAround([19.05, 47.5]);
  for (const cell of cells) line.refused.add(placeSetAddress(cell));
  await openAndKeep(page);
  const smaller = areasAround([19.05, 47.5], (area) => line.refused.has(placeSetAddress(area))).map(
    placeSetAddress,
  );
  const kept = () =>
    page.evaluate(async () => {
      const keys = await (await caches.open("mosdo-places")).keys();
      return keys.map(({ url }) => url.slice(location.origin.length)).sort();
    });
  await expect.poll(kept).toEqual(smaller.toSorted());
  expect(line.seen.filter((call) => line.refused.has(call.slice("GET ".length)))).toHaveLength(1);
  const before = await (await fetch(`${server.origin}/api/v1/places?${around}`)).json();
  line.cut();
  await page.goto(`${line.origin}/?view=${view}`);
  await untilHydrated(page);
  const shown = await page.evaluate(
    async (search) => (await fetch(`/api/v1/places?${search}`)).json(),
    around,
  );
  expect(idsOf(shown)).toEqual(idsOf(before));
});

test("nothing of an account or of staff is kept", { tag: "@desktop" }, async ({
  page,
  context,
}) => {
  const { id, cookie } = await registerElsewhere();
  await server.stop();
  server = await startServer({ ADMIN_USER_ID: id });
  for (const pair of cookie.split("; ")) {
    const [name, ...value] = pair.split("=");
    await context.addCookies([{ name, value: value.join("="), url: line.origin }]);
  }
  await openAndKeep(page);
  for (const address of ["/account", "/moderation", "/places", `/?view=${view}`]) {
    await page.goto(line.origin + address);
    await untilHydrated(page);
    await expect(page.getByText("Admin").first()).toBeAttached();
  }
  const kept = await page.evaluate(async () => {
    const texts: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const body = await (await cache.match(request))?.text();
        texts.push(`${request.url}\n${body}`);
      }
    }
    return [...texts, JSON.stringify(localStorage)];
  });
  expect(kept.length).toBeGreaterThan(50);
  const own = /mas@mosdo\.example|Kapcsolat-nelkul-47|\/account\n|\/moderation\n/;
  expect(kept.filter((text) => own.test(text) || text.includes(id))).toEqual([]);
  // A page that starts without a connection is nobody's.
  line.cut();
  await page.goto(`${line.origin}/places`);
  await untilHydrated(page);
  await expect(bar(page).getByRole("link", { name: "Bejelentkezés" })).toBeAttached();
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

test("a confirmation that has gone out by itself says thanks where it was given", {
  tag: "@phone",
}, async ({ page }) => {
  await openAndKeep(page);
  const [{ id }] = (await (await fetch(`${server.origin}/api/v1/places?${around}`)).json()).places;
  await page.goto(`${line.origin}/?place=${id}`);
  await untilHydrated(page);
  const confirm = page.getByRole("button", { name: "Minden stimmel" });
  const waits = page.getByText("Megőriztük, és elküldjük, amint lesz.");
  await expect(confirm).toBeVisible();
  line.cut();
  await confirm.click();
  await expect(waits).toBeVisible();
  // Who opens the place again sees that it waits.
  await page.reload();
  await expect(waits).toBeVisible();
  const before = line.seen.length;
  line.state = "passing";
  await expect(page.getByRole("status").filter({ hasText: "Köszönjük!" })).toBeVisible({
    timeout: 30_000,
  });
  await expect(waits).toBeHidden();
  await expect(confirm).toHaveAttribute("aria-pressed", "true");
  const calls = () => line.seen.slice(before);
  expect(calls()).toContain(`POST /api/v1/places/${id}/confirmations`);
  // What the server knows of the place now.
  await expect
    .poll(() => calls().slice(calls().indexOf(`POST /api/v1/places/${id}/confirmations`)))
    .toContain(`GET /api/v1/places/${id}`);
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

test(
  "a new version announces itself, comes when the visitor wants it, and never beside the old one",
  {
    tag: "@desktop",
  },
  // biome-ignore lint/correctness/noEmptyPattern: a fixture names what it needs by destructuring
  async ({}, { project }) => {
    await using page = await LonePage.open(project.use.launchOptions ?? {});
    await page.goto(`${line.origin}/?view=${view}&lang=hu`);
    await page.until(() => navigator.serviceWorker.controller?.state === "activated");
    const script = await (await fetch(`${server.origin}/worker.js`)).text();
    const version =
      /version:`([^`]+)`|version:"([^"]+)"/.exec(script)?.slice(1).find(Boolean) ?? "";
    expect(version).toMatch(/^[\w-]{12}$/);
    const renew = () =>
      page.ask(async () => {
        const { active, waiting } = await (await navigator.serviceWorker.ready).update();
        return { isActive: active !== null, isWaiting: waiting !== null };
      });
    const shells = () =>
      page.ask(async () => (await caches.keys()).filter((name) => name.includes("-shell-")).sort());
    const said = () => page.ask(() => document.body.innerText.includes("Új változat van"));

    // A worker of one version, and pages of another: the worker stays away.
    line.instead.set("/worker.js", (body) => body.replaceAll(version, "newer-version"));
    line.instead.set("/", (body) => body.replaceAll("/assets/entry.client-", "/assets/foreign-"));
    const before = line.seen.length;
    await renew();
    await expect
      .poll(() => line.seen.slice(before).filter((call) => call === "GET /").length)
      .toBe(3);
    await expect
      .poll(() => page.ask(async () => (await navigator.serviceWorker.ready).installing === null))
      .toBe(true);
    expect(await renew()).toEqual({ isActive: true, isWaiting: false });
    expect(await said()).toBe(false);

    // Both of the new version.
    line.instead.delete("/");
    await page.until(async () => {
      await (await navigator.serviceWorker.ready).update().catch(() => {});
      return document.body.innerText.includes("Új változat van");
    });
    expect(await shells()).toEqual([`mosdo-shell-${version}`, "mosdo-shell-newer-version"].sort());
    const began = await page.ask(() => performance.timeOrigin);
    await page.ask(() =>
      [...document.querySelectorAll("[role=status]")]
        .find(({ textContent }) => textContent?.includes("Új változat van"))
        ?.querySelector("button")
        ?.click(),
    );
    // The page loads again by itself, and has the new worker.
    await page.until((began) => performance.timeOrigin !== began, began);
    await page.until(() => navigator.serviceWorker.controller?.state === "activated");
    await page.until(() =>
      Object.keys(document.querySelector("h1") ?? {}).some((key) => key.startsWith("__reactFiber")),
    );
    expect(await page.ask(() => location.search)).toContain("view=19.05");
    expect(await said()).toBe(false);
    expect((await renew()).isWaiting).toBe(false);

    // It is the new one that opens pages without a connection.
    await page.until(async () => (await (await caches.open("mosdo-places")).keys()).length > 0);
    line.cut();
    await page.goto(`${line.origin}/places`);
    await page.until(
      () => location.pathname === "/places" && document.querySelector("article") !== null,
    );
  },
);

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
