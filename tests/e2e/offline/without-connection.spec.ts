import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BrowserContext, Page } from "@playwright/test";
import { placeSetPath } from "#app/network/saved-places-store.ts";
import { placeZoom } from "#domain/map/initial-view.ts";
import { areasAround } from "#domain/offline/saved-areas.ts";
import type { NearestPlaces } from "#domain/place/nearest-places.ts";
import { placesPerPage } from "#domain/validation/page-sizes.ts";
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from "#server/database/embedded/embedded-postgres.ts";
import { bar } from "#tests/e2e/support/bar.ts";
import { LonePage } from "#tests/e2e/support/lone-page.ts";
import { expectMapIdle, smallAndStill, withoutWebGl2 } from "#tests/e2e/support/map-view.ts";
import { expect, test, withClockOfRun } from "#tests/e2e/support/test.ts";
import { untilHydrated } from "#tests/e2e/support/until-hydrated.ts";
import { Line } from "#tests/support/peers/line.ts";
import { findFreePort, ServerProcess } from "#tests/support/server-process.ts";
import { silentLog } from "#tests/support/services/stand-ins.ts";

/*
 * The product behind a line that can be cut, that keeps silent, or whose gateway has lost the server. All tests
 * share one server, and each has a line of its own. Their clock is the browser's, which reaches at once what the
 * product does some seconds after a page's start.
 */

let folder: string;
let port: number;
let postgres: EmbeddedPostgres;
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

/** Starts the server anew, with other settings. */
async function restartServer(settings: Record<string, string>): Promise<void> {
  await server.stop();
  server = await startServer(settings);
}

test.use({
  ...smallAndStill,
  serviceWorkers: "allow",
  expectedErrors: [
    /ERR_EMPTY_RESPONSE|ERR_CONNECTION|ERR_FAILED|foreign request: http:\/\/localhost:|50[23]|Error: broken/,
  ],
});
test.describe.configure({ mode: "default", timeout: 180_000 });

/** Generous end of waiting for what takes a worker, a line or a server some seconds. */
const patient = { timeout: 90_000 };

test.beforeAll(async () => {
  // A server of its own, on a machine that may be busy.
  test.setTimeout(300_000);
  folder = mkdtempSync(join(tmpdir(), "mosdo-e2e-offline-"));
  port = await findFreePort();
  // It outlives the server's starts, which join it.
  postgres = await startEmbeddedPostgres({ dataDirectory: folder, log: silentLog });
  server = await startServer();
});
test.afterAll(async () => {
  await server?.stop();
  await postgres?.[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});
test.beforeEach(async ({ page }) => {
  line = await Line.lay(port);
  line.instead.set("/worker.js", withClockOfRun);
  await page.clock.install();
});
test.afterEach(async ({ page }) => {
  await page.goto("about:blank");
  await line[Symbol.asyncDispose]();
});

const view = "19.05,47.5,13";

/** The list around the middle of {@link view}, which names that point as the live map does. */
const nearList = "/places?sort=near&near=19.05,47.5";

/** Opens a page, and waits until the browser keeps the shell and the places around. */
async function openAndKeep(page: Page, path = nearList): Promise<void> {
  await page.goto(line.origin + path);
  await untilHydrated(page);
  // The worker comes six seconds after the start.
  await page.clock.fastForward(6_000);
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state), patient)
    .toBe("activated");
  await expect.poll(() => savedPlaces(page), patient).toBeGreaterThan(0);
}

/** Number of sets of places that the browser keeps. */
function savedPlaces(page: Page): Promise<number> {
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

async function registerElsewhere(email: string): Promise<Other> {
  const password = "Kapcsolat-nelkul-47";
  const form = { email, password, confirmation: password, terms: "1" };
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

/** Opens the session in the page's browser too. */
async function signIn(context: BrowserContext, { cookie }: Other): Promise<void> {
  for (const pair of cookie.split("; ")) {
    const [name, ...value] = pair.split("=");
    await context.addCookies([{ name, value: value.join("="), url: line.origin }]);
  }
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

const needsConnection = "Ehhez az oldalhoz kapcsolat kell.";

/** The places that the list of the area of {@link view} begins with. */
async function placesAround(): Promise<readonly { id: number; address: string }[]> {
  return (await (await fetch(`${server.origin}/api/v1/places?${around}`)).json()).places;
}

/** An init script that notes each heading of the map's list that can be seen. */
function noteHeadings(): void {
  const seen = new Set<string>();
  Object.assign(window, { seenHeadings: seen });
  const readPage = () => {
    const heading = document.querySelector<HTMLElement>("#nearby-places h2");
    if (heading?.checkVisibility({ visibilityProperty: true })) seen.add(heading.innerText);
    requestAnimationFrame(readPage);
  };
  readPage();
}

test.describe("without a connection", { tag: "@phone" }, () => {
  test("the map, its list, a filter and a place work, and say from when they are", async ({
    page,
    context,
  }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const listed = page.waitForResponse(/\/api\/v1\/places\?.*bbox=/);
    await openAndKeep(page, `/?view=${view}`);
    const before = await (await fetch(`${server.origin}/api/v1/places?${around}`)).json();
    await expectMapIdle(page);
    // Not the list with which the page came, which is of another area.
    const countedBefore = `${(await (await listed).json()).total} mosdó ezen a részen`;
    await expect(countedOf(page)).toHaveText(countedBefore);
    const language = { headers: { "Accept-Language": "hu" } };
    const shell = await (await fetch(server.origin, language)).text();
    const countedInShell = /\d+ mosdó ezen a részen/.exec(shell)?.[0];
    expect(countedInShell).toBeDefined();
    await forgetLastView(page);
    await page.addInitScript(noteHeadings);
    line.cut();

    await test.step("the map and its list are those of before", async () => {
      await page.goto(`${line.origin}/?view=${view}`);
      await untilHydrated(page);
      await expect(page).toHaveURL(/view=19\.05/);
      await expect(notice(page)).toContainText("A mosdók adatai ekkoriak");
      await expectMapIdle(page);
      expect(await lastView(page)).toBe(view);
      await expect(countedOf(page)).toHaveText(countedBefore);
      const shown = await page.evaluate(async (search) => {
        const response = await fetch(`/api/v1/places?${search}`);
        return { list: await response.json(), keptAt: response.headers.get("Kept-At") };
      }, around);
      expect(shown.keptAt).toBe(shown.list.as_of);
      expect(shown.list.total).toBe(before.total);
      expect(idsOf(shown.list)).toEqual(idsOf(before));
    });

    await test.step("the list of the day on which the shell was kept is never seen", async () => {
      const seen = await page.evaluate(() => [
        ...(window as unknown as { seenHeadings: Set<string> }).seenHeadings,
      ]);
      expect(seen.length).toBeGreaterThan(0);
      expect(seen).not.toContain(countedInShell);
    });

    await test.step("a filter filters", async () => {
      const counted = async () => Number.parseInt((await countedOf(page).textContent()) ?? "", 10);
      const all = await counted();
      await page.getByRole("button", { name: "Akadálymentes" }).click();
      await expect.poll(counted).toBeLessThan(all);
    });

    await test.step("a place is in the middle of the map, at the zoom of a place, and shared", async () => {
      const [first] = before.places;
      await forgetLastView(page);
      await page.goto(`${line.origin}/places/${first.id}`);
      await expect(page).toHaveURL(new RegExp(`^${line.origin}/\\?place=${first.id}\\b`));
      await expect(page.getByRole("heading", { name: first.address })).toBeVisible();
      await expectMapIdle(page);
      const [longitude, latitude, zoom] = ((await lastView(page)) ?? "").split(",").map(Number);
      expect(zoom).toBe(placeZoom);
      expect(longitude).toBeCloseTo(first.longitude, 3);
      // A phone raises the place above the sheet.
      expect(Math.abs(latitude - first.latitude)).toBeLessThan(0.05);
      await page.getByRole("link", { name: "Megosztás" }).click();
      await expect(page.getByRole("link", { name: "A link a vágólapon van" })).toBeVisible();
      const copied = await page.evaluate(() => navigator.clipboard.readText());
      expect(copied).toBe(`${line.origin}/places/${first.id}`);
    });
  });

  test("a page that needs it says so, and opens once there is one; a region is kept on demand", async ({
    page,
  }) => {
    await page.addInitScript(withoutWebGl2);
    await openAndKeep(page);

    await test.step("the page about it keeps the region around the last view", async () => {
      await page.goto(`${line.origin}/offline`);
      const name = /^A környéke, 50 km-re minden irányban \(\d+/;
      const region = page.getByRole("button", { name });
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
      await expect(region).toBeVisible(patient);
    });

    await test.step("a page that needs a connection says so at its address", async () => {
      line.cut();
      for (const path of ["/towns/Budapest", "/guide"]) {
        await page.goto(line.origin + path);
        const message = page.getByRole("status").filter({ hasText: needsConnection });
        await expect(message).toBeVisible();
        await expect(page).toHaveURL(line.origin + path);
        await expect(message.getByRole("link", { name: "Térkép" })).toHaveAttribute("href", "/");
        await expect(message.getByRole("link", { name: "Mosdók" })).toHaveAttribute(
          "href",
          "/places",
        );
      }
    });

    await test.step("it opens by itself once there is a connection, or when it is reloaded", async () => {
      // Reloading asks for the wanted page again, without a connection and with one.
      await page.reload();
      await expect(page.getByText(needsConnection)).toBeVisible();
      line.state = "passing";
      await expect(page.getByRole("heading", { level: 1, name: "Útmutató" })).toBeVisible(patient);
      await expect(page).toHaveURL(`${line.origin}/guide`);
      // A visitor may be quicker than that.
      line.cut();
      await page.goto(`${line.origin}/login`);
      await expect(page.getByText(needsConnection)).toBeVisible();
      line.state = "passing";
      // Where the page opens by itself at the same moment, the browser gives one of the two up.
      await expect(() => page.reload()).toPass();
      await untilHydrated(page);
      await expect(page.getByRole("heading", { level: 1, name: "Bejelentkezés" })).toBeVisible();
    });
  });

  test("the visitor who looks in at a place loads nothing to keep; who stays finds it again", async ({
    page,
  }) => {
    await page.addInitScript(withoutWebGl2);
    const [first] = await placesAround();
    // By the page's clock, which need not be this process's.
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);
    await page.goto(`${line.origin}/places/${first.id}`);
    const isLate = (call: string) => /worker\.js|save-while-reading|\/set\?/.test(call);
    expect(line.seen.filter(isLate)).toEqual([]);
    await page.clock.runFor(7_900);
    expect(line.seen.filter(isLate)).toEqual([]);
    await page.clock.resume();
    await page.clock.fastForward(2_000);
    await expect.poll(() => savedPlaces(page), patient).toBeGreaterThan(0);
    await page.evaluate(() => navigator.serviceWorker.ready);
    line.cut();
    await page.goto(`${line.origin}/places/${first.id}`);
    await expect(page.getByRole("heading", { name: first.address })).toBeVisible();
  });

  test("the list page and the nearest open toilet, also behind a gateway and a silent line", async ({
    page,
    context,
  }) => {
    await page.addInitScript(withoutWebGl2);
    await context.grantPermissions(["geolocation"]);
    await context.setGeolocation({ longitude: 19.05, latitude: 47.5 });
    await openAndKeep(page);
    const articles = page.getByRole("main").getByRole("article");
    const near = `near=19.05,47.5`;
    const before = await (await fetch(`${server.origin}/api/v1/places/nearest?${near}`)).json();
    line.cut();
    await page.goto(line.origin + nearList);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Mosdók listája");
    await expect(page).toHaveURL(/\/places\?sort=near/);
    await expect(articles).toHaveCount(placesPerPage);
    const response = await page.evaluate(
      async (search) => (await fetch(`/api/v1/places/nearest?${search}`)).json(),
      near,
    );
    const idsOf = ({ best, open, unknown }: NearestPlaces) => [best?.id, open?.id, unknown?.id];
    expect(idsOf(response)).toEqual(idsOf(before));
    await page.goto(`${line.origin}/offline`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Offline");
    await expect(page.getByText(/^Amerre a térképen jártál: \d+ mosdó/).first()).toBeVisible();
    for (const state of ["gateway", "silent"] as const) {
      await test.step(`where the line is ${state}`, async () => {
        line.state = state;
        await page.goto(line.origin + nearList, { waitUntil: "domcontentloaded" });
        await untilHydrated(page, patient.timeout);
        await expect(articles).toHaveCount(placesPerPage, patient);
        await expect(notice(page)).toContainText("A mosdók adatai ekkoriak", patient);
      });
    }
    // From the list back to the map, by the link that a visitor presses.
    line.cut();
    await bar(page).getByRole("link", { name: "Mosdókereső" }).click();
    await expect(page).toHaveURL(`${line.origin}/`);
    await untilHydrated(page);
  });

  test("where a cell has too many places for a set, smaller ones are kept", async ({
    page,
    expectedErrors,
  }) => {
    expectedErrors.push(/status (of )?422/);
    const cells = areasAround([19.05, 47.5]);
    for (const cell of cells) line.refused.add(placeSetPath(cell));
    await openAndKeep(page);
    const isRefused = (area: (typeof cells)[number]) => line.refused.has(placeSetPath(area));
    const smaller = areasAround([19.05, 47.5], isRefused).map(placeSetPath);
    const saved = () =>
      page.evaluate(async () => {
        const keys = await (await caches.open("mosdo-places")).keys();
        return keys.map(({ url }) => url.slice(location.origin.length)).sort();
      });
    await expect.poll(saved, patient).toEqual(smaller.toSorted());
    expect(line.seen.filter((call) => line.refused.has(call.slice("GET ".length)))).toHaveLength(1);
    const before = await (await fetch(`${server.origin}/api/v1/places?${around}`)).json();
    line.cut();
    await page.goto(line.origin + nearList);
    await untilHydrated(page);
    const shown = await page.evaluate(
      async (search) => (await fetch(`/api/v1/places?${search}`)).json(),
      around,
    );
    expect(idsOf(shown)).toEqual(idsOf(before));
  });

  test("what is written waits where it can be seen, goes out once, and is thanked for", async ({
    page,
  }) => {
    await page.addInitScript(withoutWebGl2);
    await openAndKeep(page);
    const [{ id }] = await placesAround();
    await page.goto(`${line.origin}/?place=${id}`);
    await untilHydrated(page);
    const confirm = page.getByRole("button", { name: "Minden stimmel" });
    const waits = page.getByText("Megőriztük, és elküldjük, amint lesz.").first();
    await expect(confirm).toBeVisible();
    line.cut();
    await confirm.click();
    await expect(waits).toBeVisible();
    await page.getByRole("link", { name: "Hiba bejelentése" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("radio", { name: "Rossz a nyitvatartás" }).check();
    await dialog.getByRole("textbox").fill("Csak este hatig.");
    await dialog.getByRole("button", { name: "Küldés" }).click();
    await expect(dialog.getByText("Megőriztük, és elküldjük, amint lesz.")).toBeVisible();

    await page.goto(`${line.origin}/offline`);
    const queued = page
      .getByRole("region")
      .or(page.locator("section"))
      .filter({
        has: page.getByRole("heading", { name: "Elküldésre vár" }),
      });
    await expect(queued.getByRole("listitem")).toHaveCount(2);
    // With the name of the place, which the browser keeps.
    await expect(queued.getByRole("link", { name: /^Bejelentés: .+, .+/ })).toBeVisible();
    await expectHeadingBelowNotice(page);

    // Who opens the place again sees that it waits.
    await page.goto(`${line.origin}/?place=${id}`);
    await expect(waits).toBeVisible();
    const before = line.seen.length;
    line.state = "passing";
    await expect(page.getByRole("status").filter({ hasText: "Köszönjük!" })).toBeVisible(patient);
    await expect(waits).toBeHidden();
    await expect(confirm).toHaveAttribute("aria-pressed", "true");
    const calls = () => line.seen.slice(before);
    const written = [
      `POST /api/v1/places/${id}/confirmations`,
      `POST /api/v1/places/${id}/reports`,
    ];
    const posts = () => calls().filter((call) => call.startsWith("POST /api/v1/places/"));
    await expect.poll(posts, patient).toEqual(written);
    // A page that is left before the answer comes sends it again.
    const left = () => page.evaluate(() => localStorage.getItem("mosdo:waiting") ?? "[]");
    await expect.poll(left, patient).toBe("[]");
    // What the server knows of the place now.
    await expect
      .poll(() => calls().slice(calls().indexOf(written[0])), patient)
      .toContain(`GET /api/v1/places/${id}`);
    await page.goto(`${line.origin}/offline`);
    await untilHydrated(page);
    await expect(page.getByText(/^Amerre a térképen jártál: \d+ mosdó/).first()).toBeVisible();
    await expect(queued).toBeHidden();
    expect(posts()).toEqual(written);
    const place = await (await fetch(`${server.origin}/api/v1/places/${id}`)).json();
    expect(place.visitor_confirmations).toBe(1);
  });

  test("a review that is begun without it goes out as its author's, once", async ({
    page,
    context,
  }) => {
    await page.addInitScript(withoutWebGl2);
    await signIn(context, await registerElsewhere("szerzo@mosdo.example"));
    await openAndKeep(page);
    const [{ id }] = await placesAround();
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
      const response = await fetch(`${server.origin}/api/v1/places/${id}/reviews`);
      return (await response.json()).reviews.map(({ text }: { text: string }) => text);
    };
    await expect.poll(reviews, patient).toContain("Térerő nélkül írtam.");
    const puts = line.seen.slice(before).filter((call) => call.startsWith("PUT "));
    expect(puts).toEqual([`PUT /api/v1/places/${id}/reviews/me`]);
  });

  test("nothing of an account or of staff is kept; a place added elsewhere appears later", async ({
    page,
    context,
  }) => {
    await page.addInitScript(withoutWebGl2);
    const other = await registerElsewhere("mas@mosdo.example");
    await restartServer({ ADMIN_USER_ID: other.id });
    await signIn(context, other);
    await openAndKeep(page);

    await test.step("nothing of the account is kept", async () => {
      for (const path of ["/account", "/moderation", "/places", `/?view=${view}`]) {
        await page.goto(line.origin + path);
        await untilHydrated(page);
        await expect(page.getByText("Admin").first()).toBeAttached();
      }
      const saved = await page.evaluate(async () => {
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
      expect(saved.length).toBeGreaterThan(50);
      const own = /mas@mosdo\.example|Kapcsolat-nelkul-47|\/account\n|\/moderation\n/;
      expect(saved.filter((text) => own.test(text) || text.includes(other.id))).toEqual([]);
      // A page that starts without a connection is nobody's.
      line.cut();
      await page.goto(`${line.origin}/places`);
      await untilHydrated(page);
      // In the closed menu of a phone.
      await expect(page.locator('header a[href^="/login"]').first()).toBeAttached();
    });

    await test.step("a place that was added elsewhere appears once there is a connection", async () => {
      await page.goto(`${line.origin}/?view=${view}`);
      await expect(notice(page)).toBeVisible();
      const address = await addPlaceElsewhere(other.cookie);
      await expect(page.getByRole("main").getByText(address)).toBeHidden();
      line.state = "passing";
      await expect(notice(page)).toBeHidden(patient);
      await expect(page.getByRole("main").getByText(address)).toBeVisible(patient);
    });
  });
});

test("a worker whose page does not start removes itself, and the product is there again", {
  tag: "@phone",
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
    const broken = page.waitForEvent("pageerror", ({ message }) => message === "broken");
    await page.goto(`${line.origin}/places`);
    await broken;
  }
  await page.goto(`${line.origin}/places`);
  await untilHydrated(page);
  expect(await page.evaluate(async () => (await caches.keys()).length)).toBe(0);
});

test(
  "a new version announces itself, comes when the visitor wants it, and never beside the old one",
  {
    tag: "@phone",
  },
  // biome-ignore lint/correctness/noEmptyPattern: a fixture names what it needs by destructuring
  async ({}, { project }) => {
    await using page = await LonePage.open(project.use.launchOptions ?? {});
    await page.goto(`${line.origin}${nearList}&lang=hu`);
    await page.until(() => navigator.serviceWorker.controller?.state === "activated");
    const script = await (await fetch(`${server.origin}/worker.js`)).text();
    const version =
      /version:`([^`]+)`|version:"([^"]+)"/.exec(script)?.slice(1).find(Boolean) ?? "";
    expect(version).toMatch(/^[\w-]{12}$/);
    const renew = () =>
      page.request(async () => {
        const { active, waiting } = await (await navigator.serviceWorker.ready).update();
        return { isActive: active !== null, isWaiting: waiting !== null };
      });
    const shells = () =>
      page.request(async () =>
        (await caches.keys()).filter((name) => name.includes("-shell-")).sort(),
      );
    const message = () => page.request(() => document.body.innerText.includes("Új változat van"));

    // A worker of one version, and pages of another: the worker stays away.
    line.instead.set("/worker.js", (body) =>
      withClockOfRun(body.replaceAll(version, "newer-version")),
    );
    line.instead.set("/", (body) => body.replaceAll("/assets/entry.client-", "/assets/foreign-"));
    const before = line.seen.length;
    await renew();
    await expect
      .poll(() => line.seen.slice(before).filter((call) => call === "GET /").length)
      .toBe(3);
    await expect
      .poll(() =>
        page.request(async () => (await navigator.serviceWorker.ready).installing === null),
      )
      .toBe(true);
    expect(await renew()).toEqual({ isActive: true, isWaiting: false });
    expect(await message()).toBe(false);

    // Both of the new version.
    line.instead.delete("/");
    await page.until(async () => {
      await (await navigator.serviceWorker.ready).update().catch(() => {});
      return document.body.innerText.includes("Új változat van");
    });
    expect(await shells()).toEqual([`mosdo-shell-${version}`, "mosdo-shell-newer-version"].sort());
    const began = await page.request(() => performance.timeOrigin);
    await page.request(() =>
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
    expect(await page.request(() => location.search)).toContain("near=19.05");
    expect(await message()).toBe(false);
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
  tag: "@phone",
}, async ({ page }) => {
  await openAndKeep(page);
  await restartServer({ OFFLINE: "off" });
  await page.goto(`${line.origin}/places`);
  await untilHydrated(page);
  await page.clock.fastForward(6_000);
  await expect.poll(() => page.evaluate(async () => (await caches.keys()).length), patient).toBe(0);
});
