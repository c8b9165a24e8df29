import type { BrowserContext, Page } from "@playwright/test";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import type { WalkingRoute } from "#domain/walking/directions.ts";
import {
  test as accountsTest,
  expect,
  registerUnseen,
  signInOnForm,
} from "#tests/e2e/support/accounts-test.ts";
import { holdScripts } from "#tests/e2e/support/hold-scripts.ts";
import { layoutHeight } from "#tests/e2e/support/layout.ts";
import {
  expectMapIdle,
  openLiveMap,
  pressMiddle,
  routePixels,
  still,
} from "#tests/e2e/support/map-view.ts";

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
    turn: [0, -90][index],
    ...(index === 0 && { obstacle: "steps" }),
  })),
});

/** The heading at the start. */
const firstTurn = /^300\sm Fordulj balra a Kis közbe\.$/;

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

const walkTo = (context: BrowserContext, position: Coordinates) =>
  context.setGeolocation(geolocationOf(position));

test("a press while the page's scripts are on their way begins the walk, once", async ({
  page,
  openPlace,
  requests,
}) => {
  const release = await holdScripts(page);
  await openPlace(1, "commit");
  await startButton(page).click();
  await expect(startButton(page)).toHaveCSS("opacity", "0.55");
  expect(requests).toHaveLength(0);
  release();
  await expect(heading(page)).toHaveText(firstTurn);
  await endButton(page).click();
  await expect(startButton(page)).toBeFocused();
  await expect(startButton(page)).toHaveCSS("opacity", "1");
  expect(requests).toHaveLength(1);
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
    requests,
  }) => {
    const id = await openPlace(3);
    await expect(page.getByText(/^370\sm · kb\.\s/)).toBeVisible();
    await expect(startButton(page)).toHaveCount(0);
    await expect(otherMaps(page)).toBeVisible();
    await expect(page.getByRole("link", { name: "Térképappban" })).toBeVisible();
    await invitation(page).click();
    await signInOnForm(page, email);
    await expect(heading(page)).toHaveText(firstTurn);
    await expect(page).toHaveURL(`/?place=${id}`);
    expect(requests).toHaveLength(1);
    await endButton(page).click();
    await expect(startButton(page)).toBeFocused();
    await expect(otherMaps(page)).toBeVisible();
    await page.reload();
    await expect(startButton(page)).toBeVisible();
    expect(requests).toHaveLength(1);
  });
});

const onMap = test.extend({ withoutMap: undefined });

onMap.describe("on the live map", () => {
  onMap.setTimeout(600_000);

  onMap(
    "a marker of two places offers both; the way is drawn, and the map follows until it is moved",
    async ({ page, context, addPlace, email, requests }) => {
      const panel = page.getByRole("region", { name: "A kiválasztott mosdó" });
      const sheet = page.locator(".map-sheet");
      const title = panel.getByRole("heading", { level: 2 });

      await onMap.step(
        "a press on the marker offers both, and choosing the other shows it",
        async () => {
          const [longitude, latitude] = end;
          const square = `${email.split("@")[0].slice(-8)} tér`;
          const [a, b] = [`${square} 1. A`, `${square} 1. B`];
          const ids = [
            await addPlace({ longitude, latitude, address: a, comments: "a földszinten" }),
            await addPlace({ longitude, latitude, address: b, comments: "az emeleten" }),
          ];
          // Lists and tiles have them a second or two later.
          const near = `near=${end}&sort=distance&per_page=2`;
          const idsNear = async () => {
            const { places } = await (await page.request.get(`/api/v1/places?${near}`)).json();
            return places.map(({ id }: { id: number }) => id).toSorted();
          };
          await expect.poll(idsNear).toEqual(ids.toSorted());
          await openLiveMap(page, `/?view=${end},19`);
          await pressMiddle(page, 20);
          await expect(title).toBeFocused();
          await expect(page).toHaveURL(/place=\d+/);
          const isA = new URL(page.url()).searchParams.get("place") === String(ids[0]);
          const [shown, other] = isA ? [a, b] : [b, a];
          const offer = "Ugyanitt még 1 mosdó";
          await expect(title).toContainText(shown);
          await expect(panel.getByRole("status").filter({ hasText: offer })).toBeVisible();
          const others = panel.getByRole("list", { name: offer }).getByRole("link");
          await expect(others).toHaveCount(1);
          await expect(others).toContainText(other);
          await expect(others).toContainText(isA ? "(az emeleten)" : "(a földszinten)");
          // Within sight without scrolling, on a phone too.
          await expectMapIdle(page);
          await expect(panel.getByRole("heading", { name: offer })).toBeInViewport({ ratio: 1 });
          expect(await layoutHeight(others)).toBeGreaterThanOrEqual(44);
          await others.press("Enter");
          await expect(title).toContainText(other);
          await expect(title).toBeFocused();
          await expect(page).toHaveURL(new RegExp(`place=${isA ? ids[1] : ids[0]}\\b`));
        },
      );

      await onMap.step("the way is drawn, and the credits leave the map to it", async () => {
        expect(await routePixels(page)).toBe(0);
        const unfolded = page.locator(".maplibregl-compact-show");
        await startButton(page).click();
        await expect(unfolded).toHaveCount(0);
        await expect(heading(page)).toHaveText(firstTurn);
        await expect.poll(() => routePixels(page)).toBeGreaterThan(500);
        await expect(sheet).toHaveAttribute("data-snap", "half");
        await expect(page.getByRole("button", { name: /^Legközelebbi mosdó/ })).toBeHidden();
        // Another theme is another style: the route stays.
        await page.emulateMedia({ colorScheme: "dark" });
        await expect.poll(() => routePixels(page)).toBeGreaterThan(500);
        await page.emulateMedia({ colorScheme: "light" });
      });

      await onMap.step("the map follows until it is moved", async () => {
        const back = page.getByRole("button", { name: "Vissza hozzám" });
        await expect(back).toHaveCount(0);
        await page.getByRole("region", { name: /^Térkép/ }).press("ArrowRight");
        await back.click();
        await expect(back).toHaveCount(0);
        await walkTo(context, [corner[0], corner[1] + 1e-4]);
        await expect(heading(page)).toContainText("Cél:");
        // With the warning behind the walker, the map comes first.
        await expect(sheet).toHaveAttribute("data-snap", "peek");
        await walkTo(context, end);
        const question = page.getByRole("group", { name: "Nyitva van most?" });
        await question.getByRole("button", { name: "Nyitva" }).click();
        await expect(page.getByRole("status").filter({ hasText: "Köszönjük!" })).toBeVisible();
        await endButton(page).click();
        await expect.poll(() => routePixels(page)).toBe(0);
        expect(requests).toHaveLength(1);
        // One press on the marker, one way back: past both places.
        await page.keyboard.press("Escape");
        await expect(page).toHaveURL((url) => !url.searchParams.has("place"));
      });
    },
  );
});
