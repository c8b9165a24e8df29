import { expect, goodPassword, test } from "#tests/e2e/support/accounts-test.ts";
import { untilHydrated } from "#tests/e2e/support/until-hydrated.ts";

/* Layout of the forms around signing in; what they say is tested beside their components. */

const message = "A két jelszó nem egyezik.";

test("nothing moves while a message goes and its field is changed", async ({ page, email }) => {
  const main = page.getByRole("main");
  const alert = main.getByRole("alert");
  await page.clock.install();
  await page.goto("/register");
  await untilHydrated(page);
  await page.getByLabel("E-mail-cím").fill(email);
  await page.getByLabel("Jelszó", { exact: true }).fill(goodPassword);
  const field = page.getByLabel("Jelszó még egyszer");
  await field.fill("Not-this-2");
  const button = main.getByRole("button", { name: "Regisztráció", exact: true });
  const error = main.getByRole("paragraph").filter({ hasText: message });
  const layout = async () => ({
    boxes: [await field.boundingBox(), await button.boundingBox()],
    height: await page.evaluate(() => document.documentElement.scrollHeight),
  });
  // The page's clock stands from here on.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);
  await button.click();
  await expect(alert).toContainText(message);
  // The alert's fading in moves nothing, but a phone's page may still scroll to the field.
  await page.evaluate(() => scrollTo(0, 0));
  const before = await layout();
  await page.clock.runFor(5_100);
  await expect(alert).toHaveCount(0);
  await expect(error).toBeVisible();
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await expect(field).toHaveAccessibleDescription(message);
  await expect(field).toHaveCSS("border-top-width", "2px");
  expect(await layout()).toEqual(before);

  await field.pressSequentially("x");
  await expect(error).toHaveCount(0);
  await expect(field).toHaveAccessibleDescription("");
  expect(await layout()).toEqual(before);
});

test.describe("an overloaded server", () => {
  test.use({ expectedErrors: [/register\.data/] });

  test("a form that an overloaded server refuses is sent again by itself", {
    tag: "@full",
  }, async ({ page, email }) => {
    await page.goto("/register");
    await untilHydrated(page);
    await page.getByLabel("E-mail-cím").fill(email);
    await page.getByLabel("Jelszó", { exact: true }).fill(goodPassword);
    await page.getByLabel("Jelszó még egyszer").fill(goodPassword);
    await page.getByRole("main").getByRole("checkbox").check();
    let refused = 0;
    await page.route("**/register.data*", (route) => {
      if (refused > 0) return route.continue();
      refused++;
      const contentType = "application/problem+json";
      return route.fulfill({ status: 503, contentType, body: '{"retry_after":1}' });
    });
    await page.getByRole("main").getByRole("button", { name: "Regisztráció", exact: true }).click();
    await expect(page).not.toHaveURL(/register/);
    expect(refused).toBe(1);
  });
});
