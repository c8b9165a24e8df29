import type { BrowserContext, Page } from "@playwright/test";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import type { WalkingRoute } from "#domain/walking/directions.ts";
import {
  accountsPorts,
  test as accountsTest,
  expect,
  goodPassword,
  registerUnseen,
  signInOnForm,
} from "#tests/e2e/support/accounts-test.ts";
import { expectAccessible } from "#tests/e2e/support/expect-accessible.ts";
import { holdScripts } from "#tests/e2e/support/hold-scripts.ts";
import { expectMapIdle, routePixels, still } from "#tests/e2e/support/map-view.ts";

const directionsCall = "**/api/v1/geo/directions?*";

/** Three hundred metres east, at the corner two hundred north. */
const start: Coordinates = [19.05, 47.5];
const corner: Coordinates = [19.054, 47.5];
const end: Coordinates = [19.054, 47.5018];
/**
 * A place a little beside the end of the route. Each test has its own, four metres from the next: places on one point
 * name each other in their panels, which moves what stands below.
 */
const placeOf = (test: number): Coordinates => [19.0541 - test * 3e-5, 47.5019 + test * 3e-5];

const instructions = {
  hu: ["Indulj el a Fő utcán.", "Fordulj balra a Kis közbe.", "Megérkeztél."],
  de: ["Starten Sie auf der Hauptstraße.", "Biegen Sie links ab.", "Sie sind da."],
} as const;

const routeIn = (language: keyof typeof instructions): WalkingRoute => ({
  kind: "route",
  geometry: { type: "LineString", coordinates: [start, corner, end] },
  distance: 502,
  duration: 360,
  steps: [301, 201, 0].map((distance, index) => ({
    instruction: instructions[language][index],
    distance,
  })),
});

const geolocationOf = ([longitude, latitude]: Coordinates) => ({
  longitude,
  latitude,
  accuracy: 5,
});

interface Fixtures {
  /** Opens the page with the test's place chosen; returns its id. */
  openPlace: (test: number, waitUntil?: "load" | "commit") => Promise<number>;
  /** Answers in the server's place as a router would, and collects the queries. */
  requests: URLSearchParams[];
}

const test = accountsTest.extend<Fixtures>({
  openPlace: async ({ page, addPlace }, use) => {
    await use(async (test, waitUntil) => {
      const [longitude, latitude] = placeOf(test);
      const id = await addPlace({ city: "Budapest", longitude, latitude });
      await page.goto(`/?place=${id}`, { waitUntil });
      return id;
    });
  },
  requests: async ({ page }, use) => {
    const requests: URLSearchParams[] = [];
    await page.route(directionsCall, async (route) => {
      const request = new URL(route.request().url()).searchParams;
      requests.push(request);
      const language = request.get("lang") === "de" ? "de" : "hu";
      await route.fulfill({ json: routeIn(language), headers: { "X-Geo-Level": "local" } });
    });
    await use(requests);
  },
});

test.use({
  ...still,
  geolocation: geolocationOf(start),
  permissions: ["geolocation"],
});

test.beforeEach(async ({ page, email, baseURL }) => {
  await registerUnseen(page, email, baseURL);
});

const startButton = (page: Page) => page.getByRole("button", { name: "Vezess ide" });
const endButton = (page: Page) => page.getByRole("button", { name: "Navigáció vége" });
const heading = (page: Page) => page.getByRole("heading", { level: 2 });
const step = (page: Page, index: number) => page.getByRole("listitem").nth(index);
/** The page's live region, which screen readers announce. */
const announced = (page: Page) => page.locator("[aria-live=polite].sr-only");

const walkTo = (context: BrowserContext, position: Coordinates) =>
  context.setGeolocation(geolocationOf(position));

test("a press while the page's scripts are on their way begins the walk, once", {
  tag: "@phone",
}, async ({ page, openPlace, requests }) => {
  const release = await holdScripts(page);
  await openPlace(1, "commit");
  await startButton(page).click();
  await expect(startButton(page)).toHaveCSS("opacity", "0.55");
  expect(requests).toHaveLength(0);
  release();
  await expect(heading(page)).toHaveText(instructions.hu[0]);
  await endButton(page).click();
  await expect(startButton(page)).toBeFocused();
  await expect(startButton(page)).toHaveCSS("opacity", "1");
  expect(requests).toHaveLength(1);
});

test("guides along the route, step by step and in the page's language, to the place", {
  tag: "@phone",
}, async ({ page, context, openPlace, requests }) => {
  const id = await openPlace(2);
  await startButton(page).click();
  await expect(heading(page)).toHaveText(instructions.hu[0]);
  await expect(page.getByText(/^Még 500\sm, 6\sperc, érkezés \d\d:\d\d$/)).toBeVisible();
  await expect(step(page, 0)).toHaveAttribute("aria-current", "step");
  await expect(page.getByRole("button", { name: "Akadálymentes" })).toBeVisible();

  // Just before the corner, seven metres beside the route.
  await walkTo(context, [19.0539, 47.50006]);
  await expect(heading(page)).toHaveText(instructions.hu[1]);
  await expect(announced(page)).toHaveText(instructions.hu[1]);

  // One key does not end it, nor does the list of steps.
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Adatlap kinyitása" }).click();
  await page.getByText("Útvonal 3 szakaszban").click();
  await expect(step(page, 0)).toBeHidden();
  await expect(endButton(page)).toBeVisible();

  await page.getByRole("button", { name: "Menü" }).click();
  const menu = page.getByRole("navigation", { name: "Menü" });
  await menu.getByText("Magyar").first().click();
  await menu.getByRole("link", { name: "Deutsch" }).click();
  await expect(heading(page)).toHaveText(instructions.de[1]);
  expect(requests.map((request) => request.get("lang"))).toEqual(["hu", "de"]);
  await expect(page.getByText(/^Noch 210\sm, /)).toBeVisible();
  await expectAccessible(page);

  await walkTo(context, [19.054, 47.5017]);
  await expect(heading(page)).toHaveText(/^Sie sind da: .+, Budapest/);
  await page.getByRole("button", { name: "Navigation beenden" }).click();
  await expect(page.getByRole("button", { name: "Route hierher" })).toBeFocused();
  await expect(page).toHaveURL(new RegExp(`place=${id}\\b`));
});

test.describe("for a visitor without a session", () => {
  test.beforeEach(({ context }) => context.clearCookies());

  const otherMaps = (page: Page) => page.getByText("Megnyitás másik térképen");
  const invitation = (page: Page) =>
    page.getByRole("link", { name: "Jelentkezz be az útvonalért" });

  test("there are distance and direction, and signing in comes back with the walk begun", {
    tag: "@phone",
  }, async ({ page, email, openPlace, requests }) => {
    const id = await openPlace(3);
    await expect(page.getByText("370 m északkeletre, légvonalban")).toBeVisible();
    await expect(startButton(page)).toHaveCount(0);
    await expect(otherMaps(page)).toHaveCount(0);
    await expectAccessible(page);
    await invitation(page).click();
    await signInOnForm(page, email);
    await expect(heading(page)).toHaveText(instructions.hu[0]);
    await expect(page).toHaveURL(`/?place=${id}`);
    expect(requests).toHaveLength(1);
    await endButton(page).click();
    await expect(startButton(page)).toBeFocused();
    await expect(otherMaps(page)).toBeVisible();
    await page.reload();
    await expect(startButton(page)).toBeVisible();
    expect(requests).toHaveLength(1);
  });

  test("registering on the way comes back too, in German", { tag: "@desktop" }, async ({
    page,
    email,
    addPlace,
    requests,
  }) => {
    const [longitude, latitude] = placeOf(5);
    const id = await addPlace({ city: "Budapest", longitude, latitude });
    await page.goto(`/?place=${id}&lang=de`);
    await page.getByRole("link", { name: "Für die Route anmelden" }).click();
    const main = page.getByRole("main");
    await main.getByRole("link", { name: "Registrieren" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Registrieren");
    await page.getByLabel("E-Mail-Adresse").fill(`neu-${email}`);
    await page.getByLabel("Passwort", { exact: true }).fill(goodPassword);
    await page.getByLabel("Passwort wiederholen").fill(goodPassword);
    await page.getByRole("checkbox", { name: "Ich nehme die Bedingungen" }).check();
    await page.getByRole("button", { name: "Registrieren" }).click();
    await expect(heading(page)).toHaveText(instructions.de[0]);
    await expect(page).toHaveURL(new RegExp(`/\\?place=${id}$`));
    expect(requests).toHaveLength(1);
  });

  test.describe("where the operator lets everyone be led", () => {
    test.use({ baseURL: `https://localhost:${accountsPorts.tls}`, ignoreHTTPSErrors: true });

    test("the walk begins at once, by the server's own answer; other maps open the place", {
      tag: "@desktop",
    }, async ({ page, context, openPlace }) => {
      await openPlace(0);
      await expect(invitation(page)).toHaveCount(0);
      await otherMaps(page).click();
      const links = page.getByRole("list", { name: "Megnyitás másik térképen" }).getByRole("link");
      await expect(links).toHaveCount(4);
      await expectAccessible(page);
      // Without streets, the server's way is a straight line.
      await startButton(page).click();
      await expect(heading(page)).toHaveText("370 m északkeletre");
      await walkTo(context, corner);
      await expect(heading(page)).toHaveText("210 m északra");
    });
  });
});

const onMap = test.extend({ withoutMap: undefined });

onMap.describe("on the live map", () => {
  // Drawing in software is slow on a busy machine.
  onMap.setTimeout(120_000);

  onMap(
    "the way is drawn, the map follows until it is moved",
    { tag: "@phone" },
    async ({ page, context, openPlace, requests }) => {
      await openPlace(4);
      await expectMapIdle(page);
      expect(await routePixels(page)).toBe(0);
      const unfolded = page.locator(".maplibregl-compact-show");
      await expect(unfolded).toBeVisible();
      await startButton(page).click();
      // The credits leave the map to the route.
      await expect(unfolded).toHaveCount(0);
      await expect(heading(page)).toHaveText(instructions.hu[0]);
      await expect.poll(() => routePixels(page)).toBeGreaterThan(500);
      await expect(page.getByRole("button", { name: /^Legközelebbi mosdó/ })).toBeHidden();

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
      await expect(heading(page)).toHaveText(instructions.hu[1]);
      await endButton(page).click();
      await expect.poll(() => routePixels(page)).toBe(0);
      expect(requests).toHaveLength(1);
    },
  );
});
