import type { APIRequestContext } from "@playwright/test";
import { expect, test as onAccounts } from "#tests/e2e/support/accounts-test.ts";
import { expectAccessible } from "#tests/e2e/support/expect-accessible.ts";
import { layoutHeight } from "#tests/e2e/support/layout.ts";
import {
  expectMapIdle,
  openLiveMap,
  pressMiddle,
  smallAndStill,
} from "#tests/e2e/support/map-view.ts";

/** The server for a test's own places, with the live map. */
const test = onAccounts.extend({
  // biome-ignore lint/correctness/noEmptyPattern: a fixture names what it needs by destructuring
  withoutMap: async ({}, use) => use(undefined),
});

test.use(smallAndStill);

const offer = "Ugyanitt még 1 mosdó";

/** A point in the far north of the Atlantic, where no other test has places. */
function lonelyPoint() {
  const part = () => Math.round(Math.random() * 1e6) / 1e6;
  return { longitude: -30 + part() * 5, latitude: 60 + part() * 2 };
}

/** Waits until lists and tiles have this number of places at a point. */
async function expectIndexed(
  request: APIRequestContext,
  { longitude, latitude }: ReturnType<typeof lonelyPoint>,
  count: number,
) {
  const bbox = [longitude - 0.001, latitude - 0.001, longitude + 0.001, latitude + 0.001];
  await expect
    .poll(async () => (await (await request.get(`/api/v1/places?bbox=${bbox}`)).json()).total)
    .toBe(count);
}

test("a press on the marker of two places offers both; choosing the other shows it", {
  tag: "@phone",
}, async ({ page, addPlace, email }) => {
  const at = lonelyPoint();
  const address = `${email} tér 1.`;
  const ids = [
    await addPlace({ ...at, address: `${address} A`, comments: "a földszinten" }),
    await addPlace({ ...at, address: `${address} B`, comments: "az emeleten" }),
  ];
  await expectIndexed(page.request, at, 2);
  await openLiveMap(page, `/?view=${at.longitude},${at.latitude},16`);
  await pressMiddle(page, 20);

  const panel = page.getByRole("region", { name: "A kiválasztott mosdó" });
  const title = panel.getByRole("heading", { level: 2 });
  await expect(title).toBeFocused();
  await expect(page).toHaveURL(/place=\d+/);
  const first = Number(new URL(page.url()).searchParams.get("place"));
  const isA = first === ids[0];
  const [shown, other] = isA ? ["A", "B"] : ["B", "A"];
  await expect(title).toContainText(`${address} ${shown}`);
  await expect(panel.getByRole("status").filter({ hasText: offer })).toBeVisible();
  const others = panel.getByRole("list", { name: offer }).getByRole("link");
  await expect(others).toHaveCount(1);
  await expect(others).toContainText(`${address} ${other}`);
  await expect(others).toContainText(isA ? "(az emeleten)" : "(a földszinten)");
  // In a box of their own, apart from the facts of the chosen place below them.
  await expect(panel.getByRole("list", { name: offer }).locator("..")).not.toHaveCSS(
    "background-color",
    "rgba(0, 0, 0, 0)",
  );
  // Within sight without scrolling, on a phone too.
  await expectMapIdle(page);
  await expect(panel.getByRole("heading", { name: offer })).toBeInViewport({ ratio: 1 });
  expect(await layoutHeight(others)).toBeGreaterThanOrEqual(44);
  await expectAccessible(page);

  await others.press("Enter");
  await expect(title).toContainText(`${address} ${other}`);
  await expect(title).toBeFocused();
  await expect(page).toHaveURL(new RegExp(`place=${isA ? ids[1] : ids[0]}\\b`));
  await expect(others).toContainText(`${address} ${shown}`);
  // One press, one way back: past both.
  await page.keyboard.press("Escape");
  await expect(title).toHaveCount(0);
  await expect(page).toHaveURL((url) => !url.searchParams.has("place"));
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false, expectedErrors: [/^failed request: .*\.js csp$/] });
  test("an address of one offers the other", { tag: "@phone" }, async ({
    page,
    addPlace,
    email,
  }) => {
    const at = lonelyPoint();
    const id = await addPlace({ ...at, address: `${email} köz 1.` });
    const other = await addPlace({ ...at, address: `${email} köz 2.` });
    await expectIndexed(page.request, at, 2);
    await page.goto(`/?place=${id}&free=1`);
    const link = page.getByRole("list", { name: offer }).getByRole("link");
    await expect(link).toContainText(`${email} köz 2.`);
    await link.click();
    await expect(page).toHaveURL(`/?place=${other}&free=1`);
    await expect(page.getByRole("heading", { level: 2 })).toContainText(`${email} köz 2.`);
  });
});
