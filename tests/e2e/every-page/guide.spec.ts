import { readFileSync } from "node:fs";
import type { Locator, Page } from "@playwright/test";
import {
  test as accountsTest,
  expect as expectOf,
  signInUnseen,
  somewhere,
} from "#tests/e2e/support/accounts-test.ts";
import { openMenu } from "#tests/e2e/support/bar.ts";
import { sidewaysPixels } from "#tests/e2e/support/layout.ts";
import { openWithPicture } from "#tests/e2e/support/map-view.ts";
import { expect, test } from "#tests/e2e/support/test.ts";
import { openHydrated, untilHydrated } from "#tests/e2e/support/until-hydrated.ts";
import { guideControls as controls } from "#tests/support/app/guide-controls.ts";
import { flattenMessages } from "#tests/support/app/translation-keys.ts";

/*
 * Each control that the guide names is where a reader looks for it, in a wide window and on a phone: each page is
 * opened once, and its window changes. That the guide names no other control is in `guide-text.test.ts`.
 */

const full = { tag: "@full" };

const sizes = [
  { width: 1024, height: 640 },
  { width: 390, height: 844 },
];

const files = ["translation", "found-pages", "account-pages", "offline-page"] as const;
const messages = flattenMessages(
  Object.assign(
    {},
    ...files.map((file) => JSON.parse(readFileSync(`public/locales/hu/${file}.json`, "utf8"))),
  ),
);

/** What has the name of a key, whatever one does with it. */
function named(page: Page, key: string): Locator {
  const name = messages.get(key) ?? "no such key";
  const roles = ["button", "link", "checkbox", "heading"] as const;
  return roles
    .map((role) => page.getByRole(role, { name, exact: true }))
    .reduce((all, one) => all.or(one), page.locator("summary").filter({ hasText: name }))
    .filter({ visible: true })
    .first();
}

async function expectNamed(page: Page, keys: readonly string[]): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size);
    for (const key of keys) {
      await expect.soft(named(page, key), `${key}, ${size.width} px wide`).toBeVisible();
    }
  }
}

test(
  "names what is on the map, in its menu, in the list and at the end of the pages",
  full,
  async ({ page }) => {
    await openWithPicture(page);
    await untilHydrated(page);
    await expectStops(page, controls.mapSkips);
    // The button of the visitor's position comes with the live map: `map/position.spec.ts`.
    const { map, filters, mapMenu } = controls;
    await expectNamed(page, [...map.filter((key) => key !== "map.position.find"), ...filters]);
    await openMenu(page);
    await expectNamed(page, mapMenu);
    await page.keyboard.press("Escape");
    await page.goto("/places?per_page=1");
    await expectNamed(page, controls.list);
    await expectStops(page, controls.skips);
    await page.goto("/offline");
    await expectNamed(page, controls.offline);

    await test.step("names what stands at the end of the pages, and its pictures come", async () => {
      await page.goto("/guide");
      await expectNamed(page, controls.foot);
      for (const size of sizes) {
        await page.setViewportSize(size);
        expect(await sidewaysPixels(page)).toBe(0);
      }
      const pictures = page.getByRole("main").getByRole("img");
      expect(await pictures.count()).toBeGreaterThan(3);
      for (const picture of await pictures.all()) {
        await picture.scrollIntoViewIfNeeded();
        await expect
          .poll(() => picture.evaluate((it: HTMLImageElement) => it.naturalWidth))
          .toBe(390);
      }
    });
  },
);

/** Each link comes by Tab, and is seen then. */
async function expectStops(page: Page, keys: readonly string[]): Promise<void> {
  await page.keyboard.press("Tab");
  for (const key of keys) {
    const link = page.getByRole("link", { name: messages.get(key), exact: true });
    for (
      let stop = 0;
      stop < 12 && !(await link.evaluate((it) => it === document.activeElement));
      stop++
    ) {
      await page.keyboard.press("Tab");
    }
    await expect(link).toBeFocused();
    await expect(link).toBeInViewport();
  }
}

accountsTest(
  "names what an account finds in a panel, on a place's page and on its own",
  full,
  async ({ page, email, addPlace, createAccount, baseURL }) => {
    const id = await addPlace({ ...somewhere(), city: "Zebegény" });
    await createAccount(email);
    await signInUnseen(page, email);
    await openHydrated(page, `/?place=${id}`);
    await expectNamed(page, controls.panel);
    await page.goto(`/places/${id}`);
    await expectNamed(page, controls.placePage);
    await page.goto("/places?per_page=1");
    await expectNamed(page, controls.listOfUser);
    await page.goto("/account");
    await expectNamed(page, controls.account);
    const response = await page.request.post(`/api/v1/places/${id}/reports`, {
      data: { reason: "out-of-order" },
      headers: { Origin: baseURL ?? "" },
    });
    expectOf(response.ok()).toBe(true);
    await openHydrated(page, `/?place=${id}`);
    await expectNamed(page, controls.panelOfClosed);
  },
);
