import { holdBackLiveMap } from "#tests/e2e/support/map-view.ts";
import { expect, test } from "#tests/e2e/support/test.ts";
import { untilHydrated } from "#tests/e2e/support/until-hydrated.ts";

/*
 * What a screen reader is given of each page, in Hungarian: roles, names and states, in reading order. A change
 * of them shows as a difference in `trees.spec.ts-snapshots/`. Where the change is meant, and read, renew them:
 * `npx playwright test trees --project=desktop --update-snapshots`.
 *
 * Pages whose words change with the hour are here in a state without places.
 */
test.use({ expectedFaults: [/status (of )?(404|422)/] });

/** Pages that are there to be read, and load their application when it is used. */
const readPages = {
  sign: "/places/1/sign",
  guide: "/guide",
  privacy: "/privacy",
  imprint: "/imprint",
  accessibility: "/accessibility",
  terms: "/terms",
  "not-found": "/nowhere",
};

const usedPages = {
  map: "/?view=-35,35,10",
  places: "/places?free=1&bbox=-40,30,-30,40",
  "places-faulty": "/places?sort=nonsense",
  login: "/login",
  register: "/register",
  "forgot-password": "/forgotpassword",
  birthday: "/birthday",
};

for (const [name, address] of Object.entries({ ...readPages, ...usedPages })) {
  test(`reads as it did: ${address}`, { tag: "@desktop" }, async ({ page }) => {
    await holdBackLiveMap(page);
    await page.goto(address);
    if (name in usedPages) await untilHydrated(page);
    await expect(page.locator("body")).toMatchAriaSnapshot({ name: `${name}.aria.yml` });
  });
}
