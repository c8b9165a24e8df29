import type { BrowserContext, Page } from "@playwright/test";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import type { WalkingRoute } from "#domain/walking/directions.ts";
import {
  accountsPorts,
  test as accountsTest,
  expect,
  goodPassword,
  signInOnForm,
  signInUnseen,
} from "#tests/e2e/support/accounts-test.ts";
import { expectAccessible } from "#tests/e2e/support/expect-accessible.ts";
import { holdScripts } from "#tests/e2e/support/hold-scripts.ts";
import { expectMapIdle, still } from "#tests/e2e/support/map-view.ts";

const directionsCall = "**/api/v1/geo/directions?*";

/** Three hundred metres east, at the corner two hundred north. */
const start: Coordinates = [19.05, 47.5];
const corner: Coordinates = [19.054, 47.5];
const end: Coordinates = [19.054, 47.5018];
/** A little beside the end of the route. */
const place: Coordinates = [19.0541, 47.5019];

const words = {
  hu: ["Indulj el a Fő utcán.", "Fordulj balra a Kis közbe.", "Megérkeztél."],
  de: ["Starten Sie auf der Hauptstraße.", "Biegen Sie links ab.", "Sie sind da."],
} as const;

const routeIn = (language: keyof typeof words): WalkingRoute => ({
  kind: "route",
  geometry: { type: "LineString", coordinates: [start, corner, end] },
  distance: 502,
  duration: 360,
  steps: [301, 201, 0].map((distance, index) => ({
    instruction: words[language][index],
    distance,
  })),
});

const geolocationOf = ([longitude, latitude]: Coordinates) => ({
  longitude,
  latitude,
  accuracy: 5,
});

interface Fixtures {
  /** Opens the page with a chosen place at the end of the route; returns its id. */
  openPlace: (waitUntil?: "load" | "commit") => Promise<number>;
  /** Answers in the server's place as a router would, and collects the queries. */
  asked: URLSearchParams[];
}

const test = accountsTest.extend<Fixtures>({
  openPlace: async ({ page, addPlace }, use) => {
    await use(async (waitUntil) => {
      const [longitude, latitude] = place;
      const id = await addPlace({ city: "Budapest", longitude, latitude });
      await page.goto(`/?place=${id}`, { waitUntil });
      return id;
    });
  },
  asked: async ({ page }, use) => {
    const asked: URLSearchParams[] = [];
    await page.route(directionsCall, async (route) => {
      const question = new URL(route.request().url()).searchParams;
      asked.push(question);
      const language = question.get("lang") === "de" ? "de" : "hu";
      await route.fulfill({ json: routeIn(language), headers: { "X-Geo-Level": "local" } });
    });
    await use(asked);
  },
});

test.use({
  ...still,
  geolocation: geolocationOf(start),
  permissions: ["geolocation"],
});

test.beforeEach(async ({ page, email, createAccount, baseURL }) => {
  await createAccount(email);
  await signInUnseen(page, email, baseURL);
});

const startButton = (page: Page) => page.getByRole("button", { name: "Vezess ide" });
const endButton = (page: Page) => page.getByRole("button", { name: "Navigáció vége" });
const heading = (page: Page) => page.getByRole("heading", { level: 2 });
const step = (page: Page, index: number) => page.getByRole("listitem").nth(index);
/** The page's live region, which screen readers announce. */
const said = (page: Page) => page.locator("[aria-live=polite].sr-only");

const walkTo = (context: BrowserContext, position: Coordinates) =>
  context.setGeolocation(geolocationOf(position));

test("a press while the page's scripts are on their way begins the walk, once", async ({
  page,
  openPlace,
  asked,
}) => {
  const release = await holdScripts(page);
  await openPlace("commit");
  await startButton(page).click();
  await expect(startButton(page)).toHaveCSS("opacity", "0.55");
  expect(asked).toHaveLength(0);
  release();
  await expect(heading(page)).toHaveText(words.hu[0]);
  await endButton(page).click();
  await expect(startButton(page)).toBeFocused();
  await expect(startButton(page)).toHaveCSS("opacity", "1");
  expect(asked).toHaveLength(1);
});

test("guides along the route, step by step, to the place", async ({
  page,
  context,
  openPlace,
  asked,
  isMobile,
}) => {
  await page.clock.install();
  await page.addInitScript(() => {
    const locks = { held: 0 };
    const request = async () => {
      locks.held++;
      return { release: async () => locks.held-- };
    };
    Object.defineProperty(navigator, "wakeLock", { value: { request } });
    Object.assign(window, { locks });
  });
  const heldLocks = () => page.evaluate(() => (window as { locks?: { held: number } }).locks?.held);
  const id = await openPlace();
  await startButton(page).click();
  await expect(heading(page)).toHaveText(words.hu[0]);
  await expect(heading(page)).toBeFocused();
  await expect(page.getByText(/^Még 500\sm, 6\sperc, érkezés \d\d:\d\d$/)).toBeVisible();
  await expect(said(page)).toHaveText(`Útvonal: 500 m, 6 perc, 3 szakasz. ${words.hu[0]}`);
  await expect(page.getByRole("listitem")).toHaveCount(3);
  await expect(step(page, 0)).toHaveAttribute("aria-current", "step");
  await expect(step(page, 0)).toContainText("300 m");
  expect(await heldLocks()).toBe(1);
  await expectAccessible(page);

  // Just before the corner, seven metres beside the route.
  await walkTo(context, [19.0539, 47.50006]);
  await expect(heading(page)).toHaveText(words.hu[1]);
  await expect(step(page, 1)).toHaveAttribute("aria-current", "step");
  await expect(said(page)).toHaveText(words.hu[1]);
  await expect(page.getByText(/^Még 210\sm, /)).toBeVisible();

  // One key does not end it, nor does the list of steps.
  await page.keyboard.press("Escape");
  if (isMobile) await page.getByRole("button", { name: "Adatlap kinyitása" }).click();
  await page.getByText("Útvonal 3 szakaszban").click();
  await expect(step(page, 0)).toBeHidden();
  await expect(endButton(page)).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`place=${id}\\b`));

  // A hundred metres off the route, another one is loaded when ten seconds have passed.
  await walkTo(context, [19.0526, 47.501]);
  await expect(said(page)).toHaveText(/^Letértél az útvonalról/);
  expect(asked).toHaveLength(1);
  await page.clock.fastForward(10_000);
  await expect.poll(() => asked.length).toBe(2);
  expect(asked[1].get("from")).toBe("19.0526,47.501");

  await walkTo(context, [19.054, 47.5017]);
  await expect(heading(page)).toHaveText(/^Megérkeztél: .+, Budapest/);
  await expect(said(page)).toHaveText(/^Megérkeztél: .+, Budapest/);
  await expect.poll(heldLocks).toBe(0);
  await endButton(page).click();
  await expect(startButton(page)).toBeFocused();
  await expect(page).toHaveURL(new RegExp(`place=${id}\\b`));
});

test.describe("for a visitor without a session", () => {
  test.beforeEach(({ context }) => context.clearCookies());

  const otherMaps = (page: Page) => page.getByText("Megnyitás másik térképen");
  const invitation = (page: Page) =>
    page.getByRole("link", { name: "Jelentkezz be az útvonalért" });

  test("there are distance and direction, and signing in comes back with the walk begun", async ({
    page,
    email,
    openPlace,
    asked,
  }) => {
    const id = await openPlace();
    await expect(page.getByText("370 m északkeletre, légvonalban")).toBeVisible();
    await expect(startButton(page)).toHaveCount(0);
    await expect(otherMaps(page)).toHaveCount(0);
    await expectAccessible(page);
    await invitation(page).click();
    await signInOnForm(page, email);
    await expect(heading(page)).toHaveText(words.hu[0]);
    await expect(page).toHaveURL(`/?place=${id}`);
    expect(asked).toHaveLength(1);
    await endButton(page).click();
    await expect(startButton(page)).toBeFocused();
    await expect(otherMaps(page)).toBeVisible();
    await page.reload();
    await expect(startButton(page)).toBeVisible();
    expect(asked).toHaveLength(1);
  });

  test("registering on the way comes back too, in German", async ({
    page,
    email,
    addPlace,
    asked,
  }) => {
    const [longitude, latitude] = place;
    const id = await addPlace({ city: "Budapest", longitude, latitude });
    await page.goto(`/?place=${id}&lang=de`);
    await page.getByRole("link", { name: "Für den Weg anmelden" }).click();
    const main = page.getByRole("main");
    await main.getByRole("link", { name: "Registrieren" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Registrieren");
    await page.getByLabel("E-Mail-Adresse").fill(`neu-${email}`);
    await page.getByLabel("Passwort", { exact: true }).fill(goodPassword);
    await page.getByLabel("Passwort wiederholen").fill(goodPassword);
    await page.getByRole("checkbox", { name: "Ich nehme die Bedingungen" }).check();
    await page.getByRole("button", { name: "Registrieren" }).click();
    await expect(heading(page)).toHaveText(words.de[0]);
    await expect(page).toHaveURL(new RegExp(`/\\?place=${id}$`));
    expect(asked).toHaveLength(1);
  });

  test.describe("where the operator lets everyone be led", () => {
    test.use({ baseURL: `https://localhost:${accountsPorts.tls}`, ignoreHTTPSErrors: true });

    test("the walk begins at once, and other maps open the place", async ({
      page,
      openPlace,
      asked,
    }) => {
      await openPlace();
      await expect(invitation(page)).toHaveCount(0);
      await otherMaps(page).click();
      const links = page.getByRole("list", { name: "Megnyitás másik térképen" }).getByRole("link");
      await expect(links).toHaveText([
        "A készülék térképe",
        "Apple Térképek",
        "Google Térkép",
        "OpenStreetMap",
      ]);
      const addresses = await links.evaluateAll((all) =>
        all.map((link) => link.getAttribute("href")?.split("?", 1)[0]),
      );
      expect(addresses).toEqual([
        `geo:${place[1]},${place[0]}`,
        "https://maps.apple.com/",
        "https://www.google.com/maps/dir/",
        "https://www.openstreetmap.org/",
      ]);
      await expectAccessible(page);
      await startButton(page).click();
      await expect(heading(page)).toHaveText(words.hu[0]);
      expect(asked).toHaveLength(1);
    });

    test("the server answers with the way", { tag: "@desktop" }, async ({ page }) => {
      const answer = await page.request.get("/api/v1/geo/directions?from=19.05,47.5&to=19.06,47.5");
      expect(answer.status()).toBe(200);
    });
  });
});

test("uses the page's language, also when that changes on the way", { tag: "@phone" }, async ({
  page,
  openPlace,
  asked,
}) => {
  await openPlace();
  await startButton(page).click();
  await expect(heading(page)).toHaveText(words.hu[0]);
  await page.getByRole("button", { name: "Menü" }).click();
  const menu = page.getByRole("navigation", { name: "Menü" });
  await menu.getByText("Magyar").first().click();
  await menu.getByRole("link", { name: "Deutsch" }).click();
  await expect(heading(page)).toHaveText(words.de[0]);
  expect(asked.map((question) => question.get("lang"))).toEqual(["hu", "de"]);
  await expect(page.getByText(/^Noch 500\sm, 6\sMinuten, Ankunft/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Navigation beenden" })).toBeVisible();
  await expectAccessible(page);
});

test("says why there is no route, keeps the present one, and tries again", {
  tag: "@desktop",
}, async ({ page, context, openPlace, expectedFaults }) => {
  expectedFaults.push(/status (of )?503/);
  const straight = {
    kind: "straight",
    geometry: { type: "LineString", coordinates: [start, place] },
    distance: 370,
    bearing: 56,
    steps: [],
  };
  // The router's answers, one after the other.
  const answers = [
    { status: 404, json: { code: "error.notfound" } },
    { status: 503, json: {} },
    { json: straight, headers: { "X-Geo-Fallback": "1" } },
    { json: routeIn("hu") },
    { status: 401, json: { code: "error.signin" } },
  ];
  await page.route(directionsCall, (route) => route.fulfill(answers.shift()));
  const retry = page.getByRole("button", { name: "Próbáld újra" });
  await page.clock.install();
  await openPlace();
  await startButton(page).click();
  await expect(heading(page)).toHaveText("Most nem tudunk útvonalat adni");
  await expect(page.getByText("Nem találtunk ide gyalogutat.")).toBeVisible();
  await retry.click();
  await expect(page.getByText("Az útvonaltervező most nem válaszol.")).toBeVisible();
  await retry.click();
  await expect(page.getByText(/ezért csak az irányt tudjuk mutatni/)).toBeVisible();
  await retry.click();
  await expect(heading(page)).toHaveText(words.hu[0]);
  await expect(retry).toHaveCount(0);

  await page.clock.fastForward(10_000);
  await walkTo(context, [19.0526, 47.501]);
  await expect(page.getByText(/^Lejárt a bejelentkezésed.*korábbi útvonal látszik/)).toBeVisible();
  await expect(page.getByRole("link", { name: "Bejelentkezés" })).toBeVisible();
  await expect(page.getByRole("listitem")).toHaveCount(3);
});

test("without streets it draws a straight line, and says that it is not a route", {
  tag: "@phone",
}, async ({ page, context, openPlace }) => {
  await openPlace();
  await startButton(page).click();
  await expect(heading(page)).toHaveText("370 m északkeletre");
  await expect(page.getByText("Légvonalban: ez nem útvonal.", { exact: true })).toBeVisible();
  await expect(page.getByRole("listitem")).toHaveCount(0);
  await walkTo(context, corner);
  await expect(heading(page)).toHaveText("210 m északra");
});

test.describe("without the position", () => {
  test.use({ permissions: [] });

  test("the button asks for it first, and explains a refusal", { tag: "@phone" }, async ({
    page,
    context,
    openPlace,
    asked,
  }) => {
    await openPlace();
    await startButton(page).click();
    await expect(page.getByText(/Nem látjuk, hol vagy/)).toBeVisible();
    await expectAccessible(page);
    await context.grantPermissions(["geolocation"]);
    await startButton(page).click();
    await expect(heading(page)).toHaveText(words.hu[0]);
    expect(asked[0].get("from")).toBe("19.05,47.5");
  });

  test("a visitor who is not signed in is not offered guidance", async ({
    page,
    context,
    openPlace,
  }) => {
    await context.clearCookies();
    await openPlace();
    await expect(page.getByRole("link", { name: "Megosztás" })).toBeVisible();
    await expect(startButton(page)).toHaveCount(0);
  });
});

const onMap = test.extend({ withoutMap: undefined });

onMap.describe("on the live map", () => {
  // Drawing in software is slow on a busy machine.
  onMap.setTimeout(120_000);

  onMap(
    "the way is drawn, the map follows until it is moved",
    async ({ page, context, openPlace, asked }) => {
      await openPlace();
      await expectMapIdle(page);
      expect(await routePixels(page)).toBe(0);
      await startButton(page).click();
      await expect(heading(page)).toHaveText(words.hu[0]);
      await expect.poll(() => routePixels(page)).toBeGreaterThan(500);
      await expect(page.getByRole("button", { name: /^Legközelebbi nyitott/ })).toBeHidden();

      // Another theme is another style: the route stays.
      await page.emulateMedia({ colorScheme: "dark" });
      await expect.poll(() => routePixels(page)).toBeGreaterThan(500);
      await page.emulateMedia({ colorScheme: "light" });

      const back = page.getByRole("button", { name: "Vissza hozzám" });
      await expect(back).toHaveCount(0);
      const canvas = page.getByRole("region", { name: /^Térkép/ });
      await canvas.focus();
      await page.keyboard.press("ArrowRight");
      await back.click();
      await expect(back).toHaveCount(0);
      await walkTo(context, corner);
      await expect(heading(page)).toHaveText(words.hu[1]);
      await endButton(page).click();
      await expect.poll(() => routePixels(page)).toBe(0);
      expect(asked).toHaveLength(1);
    },
  );
});

/** Area of the route by its colour in either theme, in CSS pixels. */
async function routePixels(page: Page): Promise<number> {
  const picture = (await page.screenshot()).toString("base64");
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
