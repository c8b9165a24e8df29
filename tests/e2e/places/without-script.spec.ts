import { expect, test } from "#tests/e2e/support/test.ts";

// Chromium refuses even to preload a script that it may not run.
test.use({ javaScriptEnabled: false, expectedErrors: [/^failed request: .*\.js csp$/] });

test("filters, sorts and searches by forms, turns pages by links, opens the week and the reviews", async ({
  page,
}) => {
  await page.goto("/places");
  await expect(page.getByRole("article")).toHaveCount(10);
  await expect(page.getByRole("button", { name: "A közelemben" })).toBeHidden();
  await page.locator("label").filter({ hasText: "Nyilvános" }).click();
  await page.getByRole("combobox", { name: "Rendezés" }).selectOption("place-asc");
  await page.getByRole("button", { name: "Lista frissítése" }).click();
  await expect(page).toHaveURL("/places?sort=place-asc&public=1");
  await expect(page.getByRole("checkbox", { name: "Nyilvános" })).toBeChecked();
  await expect(page.getByRole("article").getByText("Nem nyilvános")).toHaveCount(0);
  await page.getByRole("link", { name: "2. oldal, " }).first().click();
  await expect(page).toHaveURL(/\/places\?page=2&after=\d+&sort=place-asc&public=1$/);
  await expect(page.getByRole("article")).not.toHaveCount(0);

  // Parameters that the form does not have are kept.
  await page.goto("/places?near=19.04,47.5&sort=distance&per_page=5");
  await page.locator("label").filter({ hasText: "Akadálymentes" }).click();
  await page.getByRole("button", { name: "Lista frissítése" }).click();
  await expect(page).toHaveURL("/places?sort=distance&accessible=1&per_page=5&near=19.04%2C47.5");

  await page.goto("/places?sort=rating-desc");
  const card = page.getByRole("article").filter({ hasText: "Vélemények" }).first();
  await card.getByText("Ma:").click();
  await expect(card.getByRole("rowheader")).toHaveCount(7);
  await card.getByText("Vélemények", { exact: false }).first().click();
  await card.getByRole("link", { name: "Vélemények megnyitása" }).click();
  await expect(page).toHaveURL(/\/places\?sort=rating-desc&reviews=\d+#place-\d+$/);
  await expect(page.getByRole("time").first()).toBeVisible();

  // An address orders the list, a place opens, and what is missing is said.
  const search = async (text: string) => {
    await page.getByRole("search").getByRole("textbox").fill(text);
    await page.getByRole("search").getByRole("button", { name: "Keresés" }).click();
  };
  await page.goto("/places?accessible=1&sort=rating-desc");
  await search("Szeged");
  await expect(page).toHaveURL(/\/places\?sort=near&accessible=1&near=20\.1\d*,46\.2\d*$/);
  await expect(page.getByRole("article").first()).toContainText("Szeged");

  await page.goto("/places");
  await search("qwertzuiop");
  await expect(page.getByText("Nincs ilyen hely a térképünkön.")).toBeVisible();
  await expect(page.getByRole("search").getByRole("textbox")).toHaveValue("qwertzuiop");
  await expect(page.getByRole("article")).toHaveCount(10);
  await search("Ba");
  await expect(page.getByText("Írj be legalább 3 betűt.")).toBeVisible();

  await search("keleti pu");
  await expect(page).toHaveURL(/\/\?place=\d+$/);
  await expect(page.getByRole("heading", { name: /Baross tér 1\./ })).toBeVisible();
  const ownMap = page.getByRole("link", { name: "Térképappban" });
  await expect(ownMap).toHaveAttribute("href", /^https:\/\/www\.openstreetmap\.org\//);
});
