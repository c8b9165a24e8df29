import type { Page, Request } from "@playwright/test";
import { everyPage, inLanguage } from "#tests/e2e/support/every-page.ts";
import { expectAccessible } from "#tests/e2e/support/expect-accessible.ts";
import { holdLateWork } from "#tests/e2e/support/hold-late-work.ts";
import { lengthenTexts, sidewaysPixels } from "#tests/e2e/support/layout.ts";
import { holdBackLiveMap } from "#tests/e2e/support/map-view.ts";
import { tabThrough } from "#tests/e2e/support/tab-through.ts";
import { expect, test } from "#tests/e2e/support/test.ts";

/*
 * Each page is opened once, in English, and everything that holds for every page is checked there: its names, its way
 * by keyboard, axe, what visitors set so that they can read and press (docs/accessibility.md), room for the longer
 * words of other languages, and its content security policy. Window and media change on the loaded page. Pages share a
 * browser's cache. A check that fails does not end the test.
 *
 * Contrast is checked by `app/ui/contrast.test.ts`, and by axe in the dark theme on the pages that have most colours;
 * names in the other languages by `served-pages.spec.ts`.
 */

test.use({
  // A wrong address, one that does not exist, and what the policy refuses: it is reported, within a limit.
  expectedErrors: [/status (of )?(404|422|429)|Content Security Policy/],
  // Moving elements have no single colour to measure.
  contextOptions: { reducedMotion: "reduce" },
});

/** The map at sea, with an empty list. */
const map = "/?view=-35,35,10";

/** The map with a way through the sample places. */
const way = "/way?from=19.03,47.49&from_name=Buda&to=19.08,47.52&stretch=20";

/** The page that shows the map of another page in a frame. */
const framing = "/for-your-website";

/** The page without React. */
const described = "/api/docs";

/** A page that everyone may open, or the map without what is drawn in software. */
type PagePath = typeof map | typeof way | (typeof everyPage)[number];

const withMap: readonly PagePath[] = [map, way, framing];
/** Pages whose parts are those of one of the {@link others}, such as the texts of the law. */
const alike: readonly PagePath[] = [
  "/towns",
  "/data",
  "/privacy",
  "/imprint",
  "/accessibility",
  "/terms",
  "/register",
  "/forgotpassword",
  "/birthday",
  "/places?sort=nonsense",
];
const others = everyPage.filter((path) => path !== framing && !alike.includes(path));

/** Pages with all kinds of stops for the keyboard; the map's are in `tab-through.spec.ts`. */
const walked: readonly PagePath[] = [
  "/places?open=1&per_page=4&sort=distance&near=19.04,47.5",
  "/places/1",
];

/** Pages that axe checks in the dark theme too. */
const dark = walked;

const phone = { width: 390, height: 844 };
/** A window of 1280 pixels at 400 % (WCAG 1.4.10). */
const zoomed = { width: 320, height: 256 };

test.beforeEach(({ page }) => holdLateWork(page));

test("the pages with a map are as every page is, and the browser reports what their policy refuses", async ({
  page,
}) => {
  await holdBackLiveMap(page);
  const reports = reportsOf(page);
  await expectPages(page, withMap);
  await test.step("refuses what is not its own", () => expectRefusal(page, reports));
});

for (const [part, paths] of [
  ["first", others.slice(0, others.length / 2)],
  ["other", others.slice(others.length / 2)],
  ["remaining", alike],
] as const) {
  const tag = paths === alike ? "@full" : [];
  test(`the ${part} pages are as every page is`, { tag }, async ({ page }) => {
    test.slow();
    await expectPages(page, paths);
  });
}

async function expectPages(page: Page, paths: readonly PagePath[]): Promise<void> {
  await watchPolicy(page);
  for (const path of paths) {
    await test.step(path, async () => {
      await page.setViewportSize(phone);
      await open(page, inLanguage(path, "en"));
      await expectPage(page, path);
    });
  }
}

async function expectPage(page: Page, path: PagePath): Promise<void> {
  await test.step("has a title, a heading and a main part", async () => {
    await expectNamed(page);
    expect.soft(await page.locator("html").getAttribute("lang")).toBe("en");
  });
  if (walked.includes(path)) {
    await test.step("lets Tab through and out, and shows each stop", () => expectWay(page));
  }
  await test.step("has targets of 44 pixels", () => expectHighTargets(page));
  if (path !== framing) {
    await test.step("has its borders and its focus in forced colours", async () => {
      await page.emulateMedia({ forcedColors: "active" });
      await expectOutlines(page);
      await page.emulateMedia({ forcedColors: null });
    });
  }
  await test.step("cuts no word off with wider text spacing", () => expectRoomForSpacing(page));
  await openDetails(page);
  await test.step("has no barrier", () => expectAccessible(page, { isSoft: true }));
  if (dark.includes(path)) {
    await test.step("has no barrier in the dark theme", async () => {
      await page.emulateMedia({ colorScheme: "dark" });
      await expectAccessible(page, { only: "contrast", isSoft: true });
      await page.emulateMedia({ colorScheme: null });
    });
  }
  await test.step("has room for longer words, as of another language", async () => {
    await lengthenTexts(page);
    expect.soft(await cutOffTexts(page)).toEqual([]);
    expect.soft(await sidewaysPixels(page)).toBe(0);
  });
  await test.step("scrolls nothing sideways at 400 %, with these words too", async () => {
    await page.setViewportSize(zoomed);
    expect.soft(await sidewaysPixels(page)).toBe(0);
    if (path === described) await expectNothingWide(page);
  });
  await test.step("has nothing that its policy refuses", async () => {
    expect.soft(await page.evaluate(() => (window as unknown as Watched).refused)).toEqual([]);
  });
}

/** Opens a page, and waits until it works as for a visitor. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await untilServed(page);
}

/**
 * Waits until a page works as for a visitor. Static pages stay as the server sent them, until the
 * focus has come to a control of the application (docs/decisions/026).
 */
async function untilServed(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    if (!document.querySelector("script[type=module]")) return true;
    // As `untilHydrated` does; the heading of a legal text is not React's.
    return [document.querySelector("main"), ...document.forms].every(
      (element) => element && Object.keys(element).some((key) => key.startsWith("__reactFiber")),
    );
  });
}

/** Closed details are part of the page too. */
async function openDetails(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const details of document.querySelectorAll("main details"))
      details.setAttribute("open", "");
  });
}

async function expectNamed(page: Page): Promise<void> {
  expect.soft(await page.title()).toMatch(/\S/);
  await expect.soft(page.getByRole("heading", { level: 1 })).toHaveCount(1);
  await expect.soft(page.getByRole("main")).toHaveCount(1);
}

/** The Tab key goes through a page and out of it (2.1.2), and each stop is seen to have the focus (2.4.7). */
async function expectWay(page: Page): Promise<void> {
  const stops = await tabThrough(page);
  await untilServed(page);
  expect.soft(stops.length).toBeGreaterThan(5);
  expect.soft(stops.filter(({ isSeen }) => !isSeen).map(({ name }) => name)).toEqual([]);
}

async function expectHighTargets(page: Page): Promise<void> {
  const low = await page.evaluate(() => {
    const targets = "a[href], button, summary, select, input:not([type=hidden]), textarea";
    return [...document.querySelectorAll<HTMLElement>(targets)]
      .filter((element) => {
        // A link within a sentence is as high as its line (WCAG 2.5.8); a choice is pressed by its label.
        if (getComputedStyle(element).display === "inline") return false;
        if (!element.checkVisibility({ visibilityProperty: true })) return false;
        // A link that covers its card is pressed anywhere on it.
        if (getComputedStyle(element, "::after").position === "absolute") return false;
        const target = element.matches("[type=radio], [type=checkbox]")
          ? (element.closest("label") ?? element)
          : element;
        const { width, height } = target.getBoundingClientRect();
        return width > 1 && height < 43.5;
      })
      .map(({ outerHTML, offsetHeight }) => `${offsetHeight}: ${outerHTML.slice(0, 200)}`);
  });
  expect.soft(low).toEqual([]);
}

async function expectOutlines(page: Page): Promise<void> {
  const flat = await page.evaluate(() =>
    [
      ...document.querySelectorAll(
        "button:not(.text-link), summary, main input:not([type=hidden]), main select",
      ),
    ]
      .filter((element) => element.checkVisibility() && element.getBoundingClientRect().width > 1)
      .filter((element) => {
        const { borderTopStyle, borderTopWidth, appearance } = getComputedStyle(element);
        return appearance === "none" && (borderTopStyle === "none" || borderTopWidth === "0px");
      })
      .map(({ outerHTML }) => outerHTML.slice(0, 200)),
  );
  expect.soft(flat).toEqual([]);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  const outline = await page.evaluate(() => getComputedStyle(document.activeElement!).outlineStyle);
  expect.soft(outline).not.toBe("none");
  await untilServed(page);
}

async function expectRoomForSpacing(page: Page): Promise<void> {
  await page.evaluate(() => {
    // WCAG 1.4.12. A policy that allows no inline style allows a sheet of the page's own.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
       p { margin-bottom: 2em !important }`,
    );
    document.adoptedStyleSheets = [sheet];
  });
  expect.soft(await cutOffTexts(page)).toEqual([]);
  expect.soft(await sidewaysPixels(page)).toBe(0);
  await page.evaluate(() => {
    document.adoptedStyleSheets = [];
  });
}

/** Texts that are larger than their element, which hides the rest. */
function cutOffTexts(page: Page): Promise<(string | null)[]> {
  return page.evaluate(() => {
    const names = "h1, h2, h3, p, label, legend, button, summary, a, td, th, dd, dt";
    return [...document.querySelectorAll<HTMLElement>(names)]
      .filter((element) => {
        const { overflow, overflowX, display } = getComputedStyle(element);
        // What is for screen readers alone is cut off on purpose.
        if (overflow === "visible" || display === "inline" || element.clientWidth <= 1)
          return false;
        const isLower = element.scrollHeight > element.clientHeight + 1;
        // The credits of the map are a line that scrolls on a phone.
        const isCutOff = overflowX !== "auto" && element.scrollWidth > element.clientWidth + 1;
        return isLower || isCutOff;
      })
      .map(({ textContent }) => textContent);
  });
}

/** Nothing in the page scrolls sideways within itself. */
async function expectNothingWide(page: Page): Promise<void> {
  const wide = await page.locator("main *").evaluateAll((elements) =>
    elements
      .filter((element) => getComputedStyle(element).display !== "inline")
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map(({ outerHTML }) => outerHTML.slice(0, 80)),
  );
  expect.soft(wide).toEqual([]);
}

/** What the policy has refused in a page (`watchPolicy`). */
type Watched = Window & { readonly refused: string[]; readonly foreign?: boolean };

async function watchPolicy(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const refused: string[] = [];
    Object.assign(window, { refused });
    document.addEventListener("securitypolicyviolation", ({ effectiveDirective }) =>
      refused.push(effectiveDirective),
    );
  });
}

/** Reports that the browser sends of what the policy refuses. */
function reportsOf(page: Page): readonly Request[] {
  const requests: Request[] = [];
  page.on("request", (request) => {
    if (new URL(request.url()).pathname === "/api/v1/policy-reports") requests.push(request);
  });
  return requests;
}

/** Inline scripts and styles of others are refused, and the browser reports it. */
async function expectRefusal(page: Page, reports: readonly Request[]): Promise<void> {
  await page.evaluate(() => {
    const script = document.createElement("script");
    script.textContent = "window.foreign = true";
    const style = document.createElement("style");
    style.textContent = "body { display: none }";
    document.body.append(script, style);
    document.body.insertAdjacentHTML(
      "beforeend",
      '<img src="data:image/png,none" onerror="window.foreign = true">',
    );
  });
  const refused = () => page.evaluate(() => (window as unknown as Watched).refused);
  await expect
    .poll(refused)
    .toEqual(expect.arrayContaining(["script-src-elem", "style-src-elem", "script-src-attr"]));
  expect.soft(await page.evaluate(() => (window as unknown as Watched).foreign)).toBeUndefined();
  await expect.soft(page.locator("body")).not.toHaveCSS("display", "none");
  const reportOfScript = () =>
    reports.find((report) => report.postData()?.includes("script-src-elem"));
  await expect.poll(reportOfScript).toBeDefined();
  const report = reportOfScript();
  // The server has a limit on reports, which other tests may have used up.
  expect.soft([204, 429]).toContain((await report?.response())?.status());
  expect.soft(report?.headers()["content-type"]).toBe("application/csp-report");
  expect.soft(report?.postDataJSON()).toMatchObject({
    "csp-report": { "effective-directive": "script-src-elem", "blocked-uri": "inline" },
  });
}
