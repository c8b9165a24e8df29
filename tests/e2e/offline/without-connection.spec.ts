import type { BrowserContext, Locator, Page } from "@playwright/test";
import type { Place } from "#domain/place/place.ts";
import { placesPerPage } from "#domain/validation/page-sizes.ts";
import { removal } from "#server/http/files/static-files.ts";
import { LonePage } from "#tests/e2e/support/lone-page.ts";
import { expectMapIdle, still, withoutWebGl2 } from "#tests/e2e/support/map-view.ts";
import { expect, test, withClockOfRun } from "#tests/e2e/support/test.ts";
import { untilHydrated } from "#tests/e2e/support/until-hydrated.ts";
import { Line } from "#tests/support/peers/line.ts";

/*
 * The product behind a line that can be cut: what takes a real service worker, which loads the shell once a test.
 * What the worker answers, and after which time, is tested in `app/worker/worker.test.ts`. Each test has a line of its
 * own to the server with sample places, to which no other file writes. Their clock is the browser's, which reaches at
 * once what the product does some seconds after a page's start.
 */

/** Origin of the server itself. */
let server: string;
/** Between the browser and the server; another machine reaches the server itself. */
let line: Line;

test.use({
  ...still,
  serviceWorkers: "allow",
  expectedErrors: [
    /ERR_EMPTY_RESPONSE|ERR_CONNECTION|ERR_FAILED|foreign request: http:\/\/localhost:|50[23]|Error: broken/,
  ],
});
test.describe.configure({ mode: "default" });

/** End of waiting for a worker, which loads some hundred files. */
const patient = { timeout: 240_000 };

test.beforeEach(async ({ page, baseURL }) => {
  server = baseURL ?? "";
  line = await Line.lay(Number(new URL(server).port));
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

async function untilSaved(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state), patient)
    .toBe("activated");
  const countSets = () =>
    page.evaluate(async () => (await (await caches.open("mosdo-places")).keys()).length);
  await expect.poll(countSets, patient).toBeGreaterThan(0);
}

/**
 * Waits until the page says that it has no connection. What leads elsewhere goes then, and the rest moves: between
 * the button's down and up, that would lose a press.
 */
async function untilOffline(page: Page): Promise<void> {
  await page.clock.fastForward(10_000);
  await expect(notice(page)).toBeVisible();
}

/** The page tries every few seconds whether it has a connection. */
async function reconnect(page: Page): Promise<void> {
  line.state = "passing";
  await page.clock.fastForward(10_000);
}

/** What the list shows of the area of {@link view}. */
const around = "sort=near&near=19.05,47.5&bbox=19,47.45,19.1,47.55";

function idsOf({ places }: { places: readonly { id: number }[] }): number[] {
  return places.map(({ id }) => id);
}

/** Registers an account and opens its session in the page's browser. */
async function signIn(context: BrowserContext, email: string): Promise<void> {
  const password = "Kapcsolat-nelkul-47";
  const form = { email, password, confirmation: password, terms: "1" };
  const registered = await context.request.post(`${line.origin}/register`, {
    form,
    headers: { Origin: line.origin },
    maxRedirects: 0,
  });
  expect(registered.status()).toBe(302);
}

const countedOf = (page: Page) => page.getByRole("heading", { name: /^\d+ mosdó ezen a részen$/ });

/** The live map's own view, which it notes when it stands still (`app/place/last-view.ts`). */
const lastView = (page: Page) => page.evaluate(() => sessionStorage.getItem("mosdo:map-view"));
const forgetLastView = (page: Page) =>
  page.evaluate(() => sessionStorage.removeItem("mosdo:map-view"));

const notice = (page: Page) => page.locator(".contact-notice", { hasText: "Nincs kapcsolat" });

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
async function placesAround(): Promise<readonly Place[]> {
  return (await (await fetch(`${server}/api/v1/places?${around}`)).json()).places;
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

test.describe("without a connection", () => {
  test("places are kept of who stays, every page and the live map say what there is, and what is written goes out once, as its author's", async ({
    page,
    context,
  }) => {
    const withPictures = await page.addInitScript(withoutWebGl2);
    await context.grantPermissions(["geolocation"]);
    await context.setGeolocation({ longitude: 19.05, latitude: 47.5 });
    const [first, second] = await placesAround();

    await test.step("a visitor who looks in at a place loads nothing to keep, one who stays does", async () => {
      // By the page's clock, which need not be this process's.
      await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);
      await page.goto(`${line.origin}/places/${first.id}`);
      const isLate = (call: string) => /worker\.js|save-while-reading|\/set\?/.test(call);
      expect(line.seen.filter(isLate)).toEqual([]);
      await page.clock.runFor(7_900);
      expect(line.seen.filter(isLate)).toEqual([]);
      await page.clock.resume();
      await page.clock.fastForward(2_000);
      await untilSaved(page);
    });

    await test.step("the live map and its list are those of before, and a filter filters", async () => {
      const before = await (await fetch(`${server}/api/v1/places?${around}`)).json();
      const language = { headers: { "Accept-Language": "hu" } };
      const shell = await (await fetch(server, language)).text();
      const countedInShell = /\d+ mosdó ezen a részen/.exec(shell)?.[0];
      expect(countedInShell).toBeDefined();
      await forgetLastView(page);
      await withPictures.dispose();
      const noting = await page.addInitScript(noteHeadings);
      line.cut();
      await page.goto(`${line.origin}/?view=${view}`);
      await untilHydrated(page);
      await expect(page).toHaveURL(/view=19\.05/);
      await expect(notice(page)).toContainText("A mosdók adatai ekkoriak");
      await expectMapIdle(page);
      expect(await lastView(page)).toBe(view);
      await expect(countedOf(page)).toBeVisible();
      const shown = await page.evaluate(async (search) => {
        const response = await fetch(`/api/v1/places?${search}`);
        return { list: await response.json(), keptAt: response.headers.get("Kept-At") };
      }, around);
      expect(shown.keptAt).toBe(shown.list.as_of);
      expect(shown.list.total).toBe(before.total);
      expect(idsOf(shown.list)).toEqual(idsOf(before));
      // Never that of the day on which the shell was kept.
      const seen = await page.evaluate(() => [
        ...(window as unknown as { seenHeadings: Set<string> }).seenHeadings,
      ]);
      expect(seen.length).toBeGreaterThan(0);
      expect(seen).not.toContain(countedInShell);
      const counted = async () => Number.parseInt((await countedOf(page).textContent()) ?? "", 10);
      const all = await counted();
      await page.getByRole("button", { name: "Akadálymentes" }).click();
      await expect.poll(counted).toBeLessThan(all);
      line.state = "passing";
      await noting.dispose();
      await page.addInitScript(withoutWebGl2);
    });

    let passed = 0;
    await test.step("a way is kept on demand", async () => {
      const ends = "from=19.03,47.49&from_name=Buda&to=19.08,47.52&to_name=Pest";
      await page.goto(`${line.origin}/way?${ends}&detour=2000`);
      await page.getByRole("button", { name: "Megőrzés internet nélkülre" }).click();
      await expect(page.getByRole("button", { name: "Megőrizve" })).toBeVisible();
      await expect(page.locator("ol [data-place]").first()).toBeVisible();
      passed = await page.locator("ol [data-place]").count();
    });

    await test.step("a region around the last view is kept on demand", async () => {
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
      await expect(page.getByText(/^Amit kértél: \d+ mosdó/)).toBeVisible();
      await expect(all).toBeHidden();
      await expect(region).toBeHidden();
      await reconnect(page);
      await expect(region).toBeVisible();
      line.cut();
    });

    await test.step("the list, the nearest place and a place are there", async () => {
      await page.goto(line.origin + nearList);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Mosdók listája");
      await expect(page).toHaveURL(/\/places\?sort=near/);
      const articles = page.getByRole("main").getByRole("article");
      await expect(articles).toHaveCount(placesPerPage);
      await expect(notice(page)).toContainText("A mosdók adatai ekkoriak");
      await page.goto(`${line.origin}/places/${first.id}`);
      await expect(page.getByRole("heading", { name: first.address })).toBeVisible();
      await expect(page).toHaveURL(`${line.origin}/?place=${first.id}`);
    });

    await test.step("a saved way is there with its places", async () => {
      await page.goto(`${line.origin}/offline`);
      await page.getByRole("link", { name: "Buda – Pest" }).click();
      await expect(page.getByRole("button", { name: "Megőrizve" })).toBeVisible();
      await expect(page.locator("ol [data-place]")).toHaveCount(passed);
      await page.reload();
      await expect(page.locator("ol [data-place]")).toHaveCount(passed);
    });

    await test.step("a page that needs a connection says so at its address", async () => {
      await page.goto(`${line.origin}/guide`);
      const message = page.getByRole("status").filter({ hasText: needsConnection });
      await expect(message).toBeVisible();
      await expect(page).toHaveURL(`${line.origin}/guide`);
      await expect(message.getByRole("link", { name: "Térkép" })).toHaveAttribute("href", "/");
      await expect(message.getByRole("link", { name: "Mosdók" })).toHaveAttribute(
        "href",
        "/places",
      );
    });

    await test.step("it opens by itself once there is one", async () => {
      await reconnect(page);
      await expect(page.getByRole("heading", { level: 1, name: "Útmutató" })).toBeVisible();
      await expect(page).toHaveURL(`${line.origin}/guide`);
    });

    const dialog = page.getByRole("dialog");
    const queued = page.locator("section").filter({
      has: page.getByRole("heading", { name: "Elküldésre vár" }),
    });
    const waits = (within: Page | Locator) =>
      within.getByText("Megőriztük, és elküldjük, amint lesz.").first();

    await test.step("a confirmation, an observation and a report wait in the panel and on the page about it", async () => {
      await page.goto(`${line.origin}/?place=${first.id}`);
      await untilHydrated(page);
      line.cut();
      await page.getByRole("button", { name: "Minden stimmel" }).click();
      await expect(waits(page)).toBeVisible();
      await untilOffline(page);
      await page.getByRole("button", { name: "Zárva", exact: true }).click();
      await expect(page.getByRole("button", { name: "Zárva", exact: true })).toBeHidden();
      await page.getByRole("link", { name: "Hiba bejelentése" }).click();
      await dialog.getByRole("radio", { name: "Rossz a nyitvatartás" }).check();
      await dialog.getByRole("textbox").fill("Csak este hatig.");
      await dialog.getByRole("button", { name: "Küldés" }).click();
      await expect(waits(dialog)).toBeVisible();

      await page.goto(`${line.origin}/offline`);
      await expect(queued.getByRole("listitem")).toHaveCount(3);
      await expectHeadingBelowNotice(page);
      // Who opens the place again sees that it waits.
      await page.goto(`${line.origin}/?place=${first.id}`);
      await expect(waits(page)).toBeVisible();
    });

    await test.step("all go out once there is a connection, and the panel says thanks", async () => {
      const before = line.seen.length;
      line.state = "passing";
      await expect(page.getByRole("status").filter({ hasText: "Köszönjük!" })).toBeVisible();
      await expect(waits(page)).toBeHidden();
      await expect(page.getByRole("button", { name: "Minden stimmel" })).toHaveAttribute(
        "aria-pressed",
        "true",
      );
      const written = Array(3).fill(`POST /places/${first.id}/report`);
      const calls = () => line.seen.slice(before);
      const posts = () => calls().filter((call) => call.startsWith("POST /places/"));
      await expect.poll(posts).toEqual(written);
      // A page that is left before the answer comes sends it again.
      const left = () => page.evaluate(() => localStorage.getItem("mosdo:queue") ?? "[]");
      await expect.poll(left).toBe("[]");
      // What the server knows of the place now.
      await expect
        .poll(() => calls().slice(calls().indexOf(written[0])))
        .toContain(`GET /api/v1/places/${first.id}`);
      await page.goto(`${line.origin}/offline`);
      await untilHydrated(page);
      await expect(page.getByText(/^Amerre a térképen jártál: \d+ mosdó/).first()).toBeVisible();
      await expect(queued).toBeHidden();
      expect(posts()).toEqual(written);
      const place = await (await fetch(`${server}/api/v1/places/${first.id}`)).json();
      expect(place.visitor_confirmations).toBe(1);
      expect(place.observed).toEqual({ open: 0, closed: 1 });
    });

    await test.step("nothing of an account is kept", async () => {
      await signIn(context, "szerzo@mosdo.example");
      await page.goto(`${line.origin}/account`);
      await untilHydrated(page);
      // In the closed menu of a phone.
      await expect(page.getByText("szerzo@mosdo.example").first()).toBeAttached();
      // Some seconds after the start the page notes whose it is, by a digest.
      await page.clock.fastForward(6_000);
      await page.waitForFunction(() => localStorage.getItem("mosdo:author") !== null);
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
      expect(saved.filter((text) => /szerzo@mosdo\.example|\/account\n/.test(text))).toEqual([]);
      // A page that starts without a connection is nobody's.
      line.cut();
      await page.goto(`${line.origin}/places`);
      await untilHydrated(page);
      await expect(page.locator('header a[href^="/login"]').first()).toBeAttached();
    });

    await test.step("a review that is begun without an account goes out as its author's", async () => {
      // The shell knows no account.
      await page.goto(`${line.origin}/?place=${second.id}`);
      await untilOffline(page);
      const write = page.getByRole("link", { name: "Vélemény írása" });
      await write.click();
      await expect(dialog.getByText("Most nem látjuk, írtál-e már véleményt")).toBeVisible();
      await dialog.getByRole("radio", { name: "4 csillag" }).check();
      await dialog.getByRole("textbox").fill("Térerő nélkül írtam.");
      await dialog.getByRole("button", { name: "Vélemény mentése" }).click();
      await expect(waits(dialog)).toBeVisible();

      const before = line.seen.length;
      line.state = "passing";
      const reviews = async () => {
        const response = await fetch(`${server}/api/v1/places/${second.id}/reviews`);
        return (await response.json()).reviews.map(({ text }: { text: string }) => text);
      };
      await expect.poll(reviews).toContain("Térerő nélkül írtam.");
      const posts = line.seen.slice(before).filter((call) => call.startsWith("POST /places/"));
      expect(posts).toEqual([`POST /places/${second.id}/review`]);
    });
  });
});

test("a new version announces itself, comes when the visitor wants it, and never beside the old one; turned off, the worker goes with all that it kept", {
  tag: "@full",
}, async ({ launchOptions }) => {
  await using page = await LonePage.open(launchOptions);
  const isHydrated = () => {
    // A static page waits for its visitor.
    document.querySelector("header a")?.dispatchEvent(new Event("pointerover", { bubbles: true }));
    return Object.keys(document.querySelector("h1") ?? {}).some((key) =>
      key.startsWith("__reactFiber"),
    );
  };
  await page.goto(`${line.origin}${nearList}&lang=hu`);
  await page.until(isHydrated);
  await page.until(() => navigator.serviceWorker.controller?.state === "activated");
  const script = await (await fetch(`${server}/worker.js`)).text();
  const version = /version:`([^`]+)`|version:"([^"]+)"/.exec(script)?.slice(1).find(Boolean) ?? "";
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
    .toBe(1);
  await expect
    .poll(() => page.request(async () => (await navigator.serviceWorker.ready).installing === null))
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
  await page.until(isHydrated);
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

  // As an operator without offline use has it.
  line.instead.set("/worker.js", () => removal);
  line.state = "passing";
  await page.until(async () => {
    const registrations = await navigator.serviceWorker.getRegistrations();
    for (const registration of registrations) await registration.update().catch(() => {});
    return registrations.length === 0 && (await caches.keys()).length === 0;
  });
});
