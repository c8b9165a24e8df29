import type { Locator, Page } from "@playwright/test";
import { expect, goodPassword, test } from "#tests/e2e/support/accounts-test.ts";
import { tabKey } from "#tests/e2e/support/tab-through.ts";
import { desktop } from "#tests/e2e/support/test.ts";
import { untilHydrated } from "#tests/e2e/support/until-hydrated.ts";

/*
 * A visitor without a mouse, from signing in to a place that is reviewed: every control is reached with Tab, the
 * focus is seen at each stop, and it is somewhere in the page after each act (WCAG 2.2: 2.1.1, 2.1.2, 2.4.3, 2.4.7).
 */

/** More stops than lie between two controls that a visitor goes through one after the other. */
const mostStops = 150;

interface Focus {
  readonly at: string;
  /** Whether an outline of 2 pixels or more shows the focus, in the window; within a date the browser itself does. */
  readonly isSeen: boolean;
  /** Whether it is at a control. */
  readonly isThere: boolean;
}

/** The element that has the focus; null where none has it. */
function focusOf(page: Page, control?: Locator): Promise<Focus | null> {
  const find = (wanted: Element | null): Focus | null => {
    const stop = document.activeElement;
    if (!stop || stop === document.body || stop === document.documentElement) return null;
    // A box to tick may have its ring at its label, and a link of a whole card round the card.
    const shown = [stop, stop.parentElement, stop.closest("label")].filter((one) => one !== null);
    const styles = [
      ...shown.map((one) => getComputedStyle(one)),
      getComputedStyle(stop, "::after"),
    ];
    const hasRing =
      stop.matches("[type=date]") ||
      styles.some(
        ({ outlineStyle, outlineWidth }) =>
          outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2,
      );
    const { top, bottom } = stop.getBoundingClientRect();
    const isInWindow = bottom > 0 && top < innerHeight;
    return {
      at: stop.outerHTML.slice(0, 160),
      isSeen: hasRing && isInWindow,
      isThere: stop === wanted,
    };
  };
  return control ? control.evaluate(find) : page.evaluate(find, null);
}

/** Goes with Tab to a control, or with Shift and Tab; each stop on the way is seen to have the focus. */
async function goTo(page: Page, control: Locator, { isBack = false } = {}): Promise<void> {
  const pressTab = await tabKey(page);
  let focus = await focusOf(page, control);
  for (let press = 0; !focus?.isThere && press < mostStops; press++) {
    await pressTab(isBack);
    focus = await focusOf(page, control);
    // A stop may scroll into the window.
    if (focus && !focus.isSeen) {
      const seen = async () => (await focusOf(page))?.isSeen ?? true;
      await expect.poll(seen, { message: focus.at }).toBe(true);
    }
  }
  if (!focus?.isThere) throw new Error(`not reached: ${control}; the focus is at ${focus?.at}`);
}

/** After an act the focus is on something. */
async function expectFocusStays(page: Page, act: string): Promise<void> {
  await expect.poll(() => focusOf(page), { message: act }).not.toBeNull();
}

test.use(desktop);

test("signs in, searches, filters, chooses, confirms, reports, reviews, shares and is led, by keyboard alone", {
  tag: "@full",
}, async ({ page, email, createAccount, addPlace, context }) => {
  test.setTimeout(180_000);
  await context.grantPermissions(["geolocation", "clipboard-write"]);
  await context.setGeolocation({ longitude: 20.37, latitude: 47.9 });
  await createAccount(email);
  const address = `Billentyű köz ${email}`;
  await addPlace({ city: "Eger", address, longitude: 20.3751, latitude: 47.9 });
  await page.route("**/api/v1/geo/directions?*", (route) =>
    route.fulfill({ json: way, headers: { "X-Geo-Level": "local" } }),
  );

  await test.step("signs in", async () => {
    await page.goto("/login");
    await untilHydrated(page);
    await goTo(page, page.getByLabel("E-mail-cím"));
    await page.keyboard.type(email);
    await goTo(page, page.getByLabel("Jelszó", { exact: true }));
    await page.keyboard.type(goodPassword);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/$/);
    await expectFocusStays(page, "signing in");
  });

  const search = page.getByRole("search").locator("input:not([type=hidden])");
  await test.step("searches", async () => {
    await goTo(page, search);
    await page.keyboard.type("eger");
    await expect(page.getByRole("option", { name: /^Eger\b/ }).first()).toBeVisible();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/view=20\.3/);
    await expectFocusStays(page, "a search");
  });

  await test.step("filters, and takes it back", async () => {
    const chip = page.getByRole("button", { name: "Akadálymentes" });
    await goTo(page, chip);
    await page.keyboard.press("Space");
    await expect(chip).toHaveAttribute("aria-pressed", "true");
    await expect(chip).toBeFocused();
    await page.keyboard.press("Space");
    await expect(chip).toHaveAttribute("aria-pressed", "false");
    await expect(chip).toBeFocused();
  });

  const entry = page.getByRole("link", { name: new RegExp(email) });
  const title = page.getByRole("heading", { level: 2, name: new RegExp(email) });
  await test.step("chooses a place of the list", async () => {
    await goTo(page, entry);
    await page.keyboard.press("Enter");
    await expect(title).toBeFocused();
  });

  await test.step("confirms it", async () => {
    const confirm = page.getByRole("button", { name: "Minden stimmel" });
    await goTo(page, confirm);
    await page.keyboard.press("Enter");
    await expect(page.getByText("Köszönjük! Ma megerősítetted")).toBeVisible();
    await expectFocusStays(page, "a confirmation");
  });

  const dialog = page.getByRole("dialog");
  await test.step("reports a fault", async () => {
    const report = page.getByRole("link", { name: "Hiba bejelentése" });
    await goTo(page, report);
    await page.keyboard.press("Enter");
    await expect(dialog).toBeVisible();
    const send = dialog.getByRole("button", { name: "Küldés" });
    await goTo(page, dialog.getByRole("radio").first());
    await page.keyboard.press("ArrowDown");
    await goTo(page, send);
    await page.keyboard.press("Enter");
    // It takes a day, and the focus is where that is missing.
    await expect(dialog.getByLabel("Mikor nyit ki újra?")).toBeFocused();
    await goTo(page, dialog.getByRole("radio", { checked: true }), { isBack: true });
    for (let press = 0; press < 2; press++) await page.keyboard.press("ArrowDown");
    await expect(dialog.getByRole("radio", { name: "Rossz a nyitvatartás" })).toBeChecked();
    await goTo(page, dialog.locator("textarea"));
    await page.keyboard.type("Csak este hatig.");
    await goTo(page, send);
    await page.keyboard.press("Enter");
    await expect(dialog.getByText("Köszönjük!")).toBeVisible();
    await expectFocusStays(page, "a report");
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    await expect(report).toBeFocused();
  });

  await test.step("reviews it", async () => {
    const write = page.getByRole("link", { name: "Vélemény írása" });
    await goTo(page, write, { isBack: true });
    await page.keyboard.press("Enter");
    await goTo(page, dialog.getByRole("radio").first());
    for (let star = 1; star < 4; star++) await page.keyboard.press("ArrowRight");
    await goTo(page, dialog.locator("textarea"));
    await page.keyboard.type("Tiszta.");
    await goTo(page, dialog.getByRole("button", { name: "Vélemény mentése" }));
    await page.keyboard.press("Enter");
    await expect(dialog).toHaveCount(0);
    await expectFocusStays(page, "a review");
    await expect(page.getByText("4,00").first()).toBeVisible();
  });

  await test.step("shares it", async () => {
    await title.focus();
    await goTo(page, page.getByRole("link", { name: "Megosztás" }));
    await page.keyboard.press("Enter");
    await expect(page.getByRole("link", { name: "A link a vágólapon van" })).toBeFocused();
  });

  await test.step("is led there, and ends it", async () => {
    await title.focus();
    const begin = page.getByRole("button", { name: "Vezess ide" });
    await goTo(page, begin);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: /^370\sm Cél: / })).toBeVisible();
    await expectFocusStays(page, "the beginning of a walk");
    await goTo(page, page.getByRole("button", { name: "Navigáció vége" }));
    await page.keyboard.press("Enter");
    await expect(begin).toBeFocused();
  });

  await test.step("closes it, and is where it was", async () => {
    await page.keyboard.press("Escape");
    await expect(title).toHaveCount(0);
    await expect(entry).toBeFocused();
  });

  await test.step("goes to the list by the menu, and begins a place", async () => {
    const menu = page.getByRole("button", { name: "Menü" });
    await goTo(page, menu, { isBack: true });
    await page.keyboard.press("Enter");
    await goTo(page, page.locator("#map-menu").getByRole("link", { name: "Mosdók", exact: true }));
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/places$/);
    await expectFocusStays(page, "a change of the page");
    const main = page.getByRole("main");
    const add = main.getByRole("link", { name: "Mosdó felvétele" });
    await goTo(page, add);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "Új mosdó felvétele" })).toBeVisible();
    await expectFocusStays(page, "opening the form");
    await goTo(page, page.getByRole("tab", { name: "Térképen" }));
  });
});

/** As a router gives it. */
const way = {
  kind: "route",
  geometry: {
    type: "LineString",
    coordinates: [
      [20.37, 47.9],
      [20.375, 47.9],
    ],
  },
  distance: 373,
  duration: 270,
  steps: [
    { instruction: "Fő utca", distance: 373 },
    { instruction: "Megérkeztél.", distance: 0 },
  ],
};
