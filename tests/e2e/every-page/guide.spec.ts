import { readFileSync } from "node:fs";
import type { Locator, Page } from "@playwright/test";
import {
  test as accountsTest,
  expect as expectOf,
  signInUnseen,
  somewhere,
} from "#tests/e2e/support/accounts-test.ts";
import { openMenu } from "#tests/e2e/support/bar.ts";
import { expectAccessible } from "#tests/e2e/support/expect-accessible.ts";
import { sidewaysPixels } from "#tests/e2e/support/layout.ts";
import { expect, test } from "#tests/e2e/support/test.ts";
import { openHydrated } from "#tests/e2e/support/until-hydrated.ts";
import { flattenWords } from "#tests/support/app/translation-keys.ts";

/*
 * Each control that the guide names is where a reader looks for it. The guide names them by the keys of their
 * words (`$t(key)`), which are the same in every language.
 */
const controls = {
  map: ["map.nearest.find", "map.position.find"],
  filters: ["filter.accessible", "filter.free", "filter.public", "filter.currentlyopen"],
  mapMenu: ["navigation.places", "navigation.offline"],
  skips: ["navigation.skip"],
  mapSkips: ["map.skip"],
  list: ["places.near.find", "filter.more"],
  listOfUser: ["addPlace.open"],
  panel: [
    "panel.share.action",
    "directions.start",
    "directions.elsewhere.action",
    "reviews.write",
    "upkeep.confirm",
    "upkeep.report.action",
    "edit.open",
    "history.title",
  ],
  panelOfClosed: ["upkeep.opened"],
  placePage: ["found.sign.link", "history.title", "edit.open", "upkeep.report.action"],
  foot: [
    "footer.towns",
    "footer.for-your-website",
    "footer.data",
    "footer.privacy",
    "footer.terms",
  ],
  offline: ["keeping.more"],
  account: [
    "account.title",
    "account.export.action",
    "account.password.submit",
    "account.devices.title",
    "account.delete.action",
    "secondFactor.account.link",
    "contributions.title",
  ],
};

/** What the guide explains, and nothing to press. */
const explained = /^status\./;

const files = ["translation", "found-pages", "account-pages", "offline-page", "guide"] as const;
const [translation, foundPages, accountPages, offlinePage, guide] = files.map((file) =>
  readFileSync(`public/locales/hu/${file}.json`, "utf8"),
);
const words = flattenWords(
  Object.assign(
    {},
    ...[translation, foundPages, accountPages, offlinePage].map((text) => JSON.parse(text)),
  ),
);

/** What has the name of a key, whatever one does with it. */
function named(page: Page, key: string): Locator {
  const name = words.get(key) ?? "no such key";
  const roles = ["button", "link", "checkbox", "heading"] as const;
  return roles
    .map((role) => page.getByRole(role, { name, exact: true }))
    .reduce((all, one) => all.or(one), page.locator("summary").filter({ hasText: name }))
    .filter({ visible: true })
    .first();
}

async function expectNamed(page: Page, keys: readonly string[]): Promise<void> {
  for (const key of keys) await expect(named(page, key), key).toBeVisible();
}

test("names nothing that is not looked for here", { tag: "@desktop" }, async () => {
  const names = new Set([...guide.matchAll(/\$t\(([\w.-]+)\)/g)].map(([, key]) => key));
  const known = new Set(Object.values(controls).flat());
  expect([...names].filter((key) => !known.has(key) && !explained.test(key))).toEqual([]);
  expect([...known].filter((key) => !names.has(key))).toEqual([]);
});

test("names what is on the map, in its menu and in the list", async ({ page }) => {
  await openHydrated(page, "/");
  await expectNamed(page, controls.map);
  await expectNamed(page, controls.filters);
  await openMenu(page);
  await expectNamed(page, controls.mapMenu);
  await page.goto("/places");
  await expectNamed(page, controls.list);
  await page.goto("/offline");
  await expectNamed(page, controls.offline);
});

test("names the links that the first Tab brings", { tag: "@desktop" }, async ({ page }) => {
  for (const [address, keys] of [
    ["/places", controls.skips],
    ["/", controls.mapSkips],
  ] as const) {
    await page.goto(address);
    await page.keyboard.press("Tab");
    const isThere = keys.map((key) =>
      page.getByRole("link", { name: words.get(key), exact: true }),
    );
    for (const link of isThere) {
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
});

test("names what stands at the end of the pages, and fits them", async ({ page }) => {
  await page.goto("/guide");
  await expectNamed(page, controls.foot);
  expect(await sidewaysPixels(page)).toBe(0);
  await expectAccessible(page);
  const pictures = page.getByRole("main").getByRole("img");
  expect(await pictures.count()).toBeGreaterThan(3);
  for (const picture of await pictures.all()) {
    await picture.scrollIntoViewIfNeeded();
    await expect.poll(() => picture.evaluate((it: HTMLImageElement) => it.naturalWidth)).toBe(390);
  }
});

accountsTest(
  "names what an account finds in a panel, on a place's page and on its own",
  async ({ page, email, addPlace, createAccount, baseURL }) => {
    const id = await addPlace({ ...somewhere(), city: "Zebegény" });
    await createAccount(email);
    await signInUnseen(page, email);
    await openHydrated(page, `/?place=${id}`);
    await expectNamed(page, controls.panel);
    await page.goto(`/places/${id}`);
    await expectNamed(page, controls.placePage);
    await page.goto("/places");
    await expectNamed(page, controls.listOfUser);
    await page.goto("/account");
    await expectNamed(page, controls.account);
    const answer = await page.request.post(`/api/v1/places/${id}/reports`, {
      data: { reason: "out-of-order" },
      headers: { Origin: baseURL ?? "" },
    });
    expectOf(answer.ok()).toBe(true);
    await openHydrated(page, `/?place=${id}`);
    await expectNamed(page, controls.panelOfClosed);
  },
);
