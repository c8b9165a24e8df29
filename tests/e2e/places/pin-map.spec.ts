import type { Page } from "@playwright/test";
import { test as accountsTest, expect, signInUnseen } from "#tests/e2e/support/accounts-test.ts";
import { expectAccessible } from "#tests/e2e/support/expect-accessible.ts";
import { lengthenCredits, onCredits } from "#tests/e2e/support/layout.ts";
import { loseContext, still } from "#tests/e2e/support/map-view.ts";

// With the map, which is tested here.
const test = accountsTest.extend({ withoutMap: undefined });

const here = { latitude: 47.4976, longitude: 19.0536 };

test.use({
  ...still,
  geolocation: here,
  permissions: ["geolocation"],
});
const map = (page: Page) => page.getByRole("group", { name: "A mosdó a térképen" });
const canvas = (page: Page) => map(page).getByRole("region", { name: /^Térkép/ });
const pin = (page: Page) => map(page).getByRole("button", { name: /^Jelölő: húzd/ });

/** The pin's position by the page's text: latitude, longitude. */
async function pinPlace(page: Page): Promise<number[]> {
  const text = await map(page).getByText("A jelölő helye:").innerText();
  const [, latitude, longitude] = /(-?[\d.]+), (-?[\d.]+)/.exec(text) ?? [];
  return [Number(latitude), Number(longitude)];
}

async function expectIdle(page: Page) {
  await expect(map(page).locator("[data-pin-state]")).toHaveAttribute("data-pin-state", "idle");
}

test("a pin is set under the cross-hair, at the visitor's position, by coordinates and by a press, dragged, and moved by arrow keys", async ({
  page,
  email,
  createAccount,
}) => {
  // Before the visitor's position.
  const last = { latitude: 47.4, longitude: 19 };
  await page.addInitScript(() => sessionStorage.setItem("mosdo:map-view", "19,47.4,11"));
  await createAccount(email);
  await signInUnseen(page, email);
  await page.goto("/places?add=1");
  await expect(map(page).getByText("Még nincs jelölő.")).toBeVisible();
  await expectIdle(page);

  await test.step("under the cross-hair, by keyboard, from the last view of this tab's map", async () => {
    await map(page).getByRole("button", { name: "Jelölő a kereszthez" }).click();
    const [latitude, longitude] = await pinPlace(page);
    expect(latitude).toBeCloseTo(last.latitude, 3);
    expect(longitude).toBeCloseTo(last.longitude, 3);
    await canvas(page).focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Shift+ArrowUp");
    await page.keyboard.press("Enter");
    await expect(pin(page)).toBeVisible();
    await expect.poll(async () => (await pinPlace(page))[0]).toBeGreaterThan(latitude);
    expect((await pinPlace(page))[1]).toBeGreaterThan(longitude);
  });

  await test.step("by coordinates", async () => {
    await map(page).getByText("Koordináták beírása").first().click();
    const typed = map(page).getByRole("textbox", { name: "Szélességi fok" });
    await typed.fill("46,2530101; 20,1414");
    await typed.press("Enter");
    await expect.poll(() => pinPlace(page)).toEqual([46.25301, 20.1414]);
    await expect(pin(page)).toBeInViewport();
  });

  await test.step("at the visitor's position", async () => {
    await map(page).getByRole("button", { name: "Ahol most vagyok" }).click();
    await expect.poll(() => pinPlace(page)).toEqual([here.latitude, here.longitude]);
    await expect(map(page).getByText(/lehet az eltérés/)).toHaveCount(0);
    await expect(pin(page)).toBeInViewport();
    await expectIdle(page);
  });

  await test.step("by a press, a drag and an arrow key", async () => {
    const box = await canvas(page).boundingBox();
    if (!box) throw new Error("there is no map");
    await canvas(page).click({ position: { x: box.width / 2 + 30, y: 80 } });
    const pressed = await pinPlace(page);
    // North-east of the visitor's position.
    expect(pressed[0]).toBeGreaterThan(here.latitude);
    expect(pressed[1]).toBeGreaterThan(here.longitude);
    for (const degrees of pressed) expect(degrees).toBe(Number(degrees.toFixed(6)));
    await expect(pin(page)).toBeInViewport();
    const at = await pin(page).boundingBox();
    if (!at) throw new Error("there is no pin");
    await page.mouse.move(at.x + at.width / 2, at.y + 12);
    await page.mouse.down();
    await page.mouse.move(at.x + at.width / 2 + 60, at.y + 30, { steps: 4 });
    await page.mouse.up();
    const dragged = await pinPlace(page);
    expect(dragged[0]).toBeLessThan(pressed[0]);
    expect(dragged[1]).toBeGreaterThan(pressed[1]);
    await pin(page).press("ArrowLeft");
    await expect.poll(() => pinPlace(page)).not.toEqual(dragged);
    await expectAccessible(page);
  });

  await test.step("and nothing lies on the map's credits", async () => {
    await lengthenCredits(page);
    await page.setViewportSize({ width: 320, height: 568 });
    await expect.poll(() => onCredits(page)).toEqual([]);
  });

  await test.step("by coordinates still where the map has stopped", async () => {
    await loseContext(page);
    await expect(map(page).getByText("A térkép leállt")).toBeVisible();
    await expect(map(page).getByText("Koordináták beírása").first()).toBeVisible();
  });
});
