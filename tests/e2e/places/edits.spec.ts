import { randomInt } from "node:crypto";
import type { Page } from "@playwright/test";
import {
  accountsOrigin,
  expect,
  openAtEntry,
  pendingReports,
  registerUnseen,
  somewhere,
  test,
} from "#tests/e2e/support/accounts-test.ts";
import { expectAccessible } from "#tests/e2e/support/expect-accessible.ts";
import { sidewaysPixels } from "#tests/e2e/support/layout.ts";
import { untilHydrated } from "#tests/e2e/support/until-hydrated.ts";

const opened = async (page: Page, path: string) => {
  await page.goto(path);
  await untilHydrated(page);
};

const placeNow = async (page: Page, id: number) =>
  (await page.request.get(`/api/v1/places/${id}`)).json();

/** What somebody else does meanwhile, with the page's own session. */
const patch = async (page: Page, id: number, data: object) => {
  const headers = { Origin: accountsOrigin, "If-Match": "*" };
  const response = await page.request.patch(`/api/v1/places/${id}`, { data, headers });
  expect(response.ok()).toBe(true);
};

test("a proposal is accepted in part, told in the history, and taken back", {
  tag: "@phone",
}, async ({ page, addPlace, email, becomeAdministrator }) => {
  const id = await addPlace({
    ...somewhere(),
    ...{ city: "Tata", address: `Javaslat utca ${email}` },
    openingTimes: Array<string>(7).fill("08:00-18:00"),
  });
  await page.goto(`/places/${id}/edit`);
  await expect(page.getByRole("link", { name: "Bejelentkezés" }).last()).toHaveAttribute(
    "href",
    `/login?continueUrl=${encodeURIComponent(`/places/${id}/edit`)}`,
  );
  await registerUnseen(page, email);
  await opened(page, `/places/${id}/edit`);
  await expectAccessible(page);
  expect(await sidewaysPixels(page)).toBe(0);
  await page.getByRole("radio", { name: "Mindig nyitva" }).check();
  await page.getByLabel("Megjegyzés", { exact: false }).fill("az udvarban");
  await page.getByLabel("Miért? (nem kötelező)").fill("Ma jártam ott.");
  await page.getByRole("button", { name: "Javaslat elküldése" }).click();
  await expect(
    page.getByRole("status").filter({ hasText: "A javaslatod elbírálásra vár." }),
  ).toBeVisible();
  expect(await placeNow(page, id)).toMatchObject({ comments: "", version: 1 });

  // The proposal is found again, filled in.
  await opened(page, `/places/${id}/edit`);
  await expect(page.getByRole("radio", { name: "Mindig nyitva" })).toBeChecked();
  await expect(page.getByLabel("Miért? (nem kötelező)")).toHaveValue("Ma jártam ott.");

  await becomeAdministrator();
  const card = page
    .getByRole("listitem")
    .filter({ hasText: email })
    .filter({ hasText: "Ma jártam" });
  await openAtEntry(page, "proposals", card);
  await untilHydrated(page);
  await expect(card).toContainText("Minden nap: éjjel-nappal");
  await card.getByRole("checkbox", { name: "Megjegyzés" }).uncheck();
  await card.getByRole("button", { name: /^A kijelöltek elfogadása/ }).click();
  await expect(
    page.getByRole("status").filter({ hasText: "A javaslatról döntöttél." }),
  ).toBeVisible();
  await expect(card).toHaveCount(0);
  expect(await placeNow(page, id)).toMatchObject({
    comments: "",
    opening_times: Array<string>(7).fill("00:00-24:00"),
  });

  await opened(page, `/places/${id}/history?lang=de`);
  const line = page.getByRole("listitem").filter({ hasText: "Vorschlag angenommen" });
  await expect(line).toContainText("Öffnungszeiten");
  await expect(line).not.toContainText("Kommentar");
  await expect(line).toContainText(email);
  await expectAccessible(page);
  await line.locator("summary", { hasText: "Zurücknehmen" }).click();
  await line.getByRole("button", { name: "Zurücknehmen" }).click();
  await expect(
    page.getByRole("status").filter({ hasText: "Die Änderung ist zurückgenommen." }),
  ).toBeVisible();
  await expect(page.getByRole("main").getByRole("listitem").first()).toContainText(
    "Änderung zurückgenommen",
  );
  expect(await placeNow(page, id)).toMatchObject({
    opening_times: Array<string>(7).fill("08:00-18:00"),
  });
});

for (const { hasScript, tag } of [
  { hasScript: true, tag: "@phone" },
  { hasScript: false, tag: "@desktop" },
]) {
  test.describe(hasScript ? "with script" : "without script", { tag }, () => {
    test.use({
      javaScriptEnabled: hasScript,
      // biome-ignore lint/correctness/noEmptyPattern: a fixture names what it needs by destructuring
      expectedErrors: async ({}, use) => {
        await use([/status (of )?(401|409)/, /^failed request: .*\.js csp$/]);
      },
    });

    test("who saves later is shown the other's changes, field by field, and nothing is lost", async ({
      page,
      addPlace,
      becomeAdministrator,
      email,
    }) => {
      const id = await addPlace({ ...somewhere(), city: "Tata", address: `Közben utca ${email}` });
      await becomeAdministrator();
      await page.goto(`/places/${id}/edit`);
      if (hasScript) await untilHydrated(page);
      const comments = page.getByLabel("Megjegyzés", { exact: false });
      const county = page.locator("[name=county]");
      await comments.fill("amit én írok");
      await page
        .locator("summary")
        .filter({ hasText: /^\s*Cím\s*$/ })
        .click();
      await county.fill("Az én megyém");
      await page.locator("[name=fee][value=costs]").check();
      await patch(page, id, {
        comments: "amit más ír",
        county: "A más megyéje",
        postcode: "2890",
        facts: { shower: "yes" },
      });
      await page.getByRole("button", { name: "Mentés" }).click();
      const conflict = page.getByRole("region", { name: "Közben más is módosította ezt a mosdót" });
      await expect(conflict).toContainText("amit más ír");
      await expect(conflict).toContainText("2890");
      const mine = conflict.getByRole("radio", { name: "Amit én írtam: amit én írok" });
      const theirs = conflict.getByRole("radio", { name: "A másik módosítás: amit más ír" });
      await expect(mine).toBeChecked();
      await expect(theirs).toBeVisible();
      await expect(comments).toHaveValue("amit én írok");
      await expect(page.locator("[name=postcode]")).toHaveValue("2890");
      expect(await placeNow(page, id)).toMatchObject({ comments: "amit más ír" });

      // One field is left to the other. A further change meanwhile is shown as well.
      await conflict.getByRole("radio", { name: "A másik módosítás: A más megyéje" }).check();
      await patch(page, id, { city: "Tatabánya" });
      await mine.check();
      await page.getByRole("button", { name: "Mentés" }).click();
      await expect(conflict).toContainText("Tatabánya");
      await expect(comments).toHaveValue("amit én írok");
      await page.getByRole("button", { name: "Mentés" }).click();
      await expect(page.getByText("Köszönjük! Elmentettük.")).toBeVisible();
      expect(await placeNow(page, id)).toMatchObject({
        comments: "amit én írok",
        county: "A más megyéje",
        city: "Tatabánya",
        postcode: "2890",
        fee: "costs",
        facts: { shower: "yes" },
      });
    });
  });
}

test.describe("without script", { tag: "@phone" }, () => {
  test.use({ javaScriptEnabled: false });

  test("one's own proposal is withdrawn", async ({ page, addPlace, email, expectedErrors }) => {
    expectedErrors.push(/^failed request: .*\.js csp$/);
    const id = await addPlace({ ...somewhere(), city: "Tata", address: `Mégse utca ${email}` });
    await registerUnseen(page, email);
    await patch(page, id, { comments: "az udvarban", postcode: "2890" });
    await page.goto(`/places/${id}/edit`);
    const comments = page.getByLabel("Megjegyzés", { exact: false });
    await expect(comments).toHaveValue("az udvarban");
    await page.locator("summary").filter({ hasText: "Javaslat visszavonása" }).click();
    await page.getByRole("button", { name: "Igen, visszavonom" }).click();
    await expect(page.getByText("A javaslatodat visszavontad.")).toBeVisible();

    await page.goto("/account/contributions");
    const card = page.getByRole("listitem").filter({ hasText: "Mégse utca" });
    await expect(card).toContainText("Visszavontad");
    await expect(card).toContainText("Irányítószám · Megjegyzés");
    await card.getByRole("link", { name: "Mosdó módosítása" }).click();
    await expect(comments).toHaveValue("");
    await expect(page.getByText("Javaslat visszavonása")).toHaveCount(0);
  });
});

test("a report is applied, told as it is stored, and not taken back over a later change", {
  tag: "@desktop",
}, async ({ page, addPlace, email, becomeAdministrator }) => {
  const at = somewhere();
  const address = `Bejelentett utca ${email.slice(5, 11)}`;
  const announced = {
    ...{ country: "HU", location: at, named: { city: "Tata", address, comments: "jobbra" } },
    ...{ price: { price: null, isKnown: false }, facts: {}, attributes: {} },
    opening: { times: Array<string>(7).fill("-"), text: null, isComplete: null },
  };
  const id = await addPlace({
    ...{ ...at, city: "Tata", address, osm_id: `node/${randomInt(1e9)}` },
    imported: JSON.stringify({ source: "hungary", fields: announced }),
  });
  await registerUnseen(page, email);
  const headers = { Origin: accountsOrigin };
  const data = { reason: "other", text: "Az udvarban van." };
  const sent = await page.request.post(`/api/v1/places/${id}/reports`, { data, headers });
  expect(sent.ok()).toBe(true);

  await becomeAdministrator();
  const card = page.getByRole("listitem").filter({ hasText: address });
  await openAtEntry(page, "reports", card);
  await untilHydrated(page);
  await card.getByRole("link", { name: /^Javítás/ }).click();
  await expect(page.getByRole("status").filter({ hasText: "Az udvarban van." })).toBeVisible();
  const comments = page.getByLabel("Megjegyzés", { exact: false });
  await comments.fill("  az udvarban, a ke\u0301k ajtó  ");
  await page.getByRole("button", { name: "Mentés" }).click();
  await expect(page.getByText("Köszönjük! Elmentettük.")).toBeVisible();
  await expect(page.getByRole("insertion")).toHaveText("az udvarban, a kék ajtó");
  await opened(page, `/places/${id}/edit`);
  await expect(comments).toHaveValue("az udvarban, a kék ajtó");
  expect((await pendingReports(page)).map(({ place }) => place.id)).not.toContain(id);

  await opened(page, `/places/${id}/history`);
  const imported = page.getByRole("region", { name: "Az OpenStreetMapen más áll" });
  await expect(imported).toContainText("OpenStreetMap: jobbra");
  await imported.locator("summary").click();
  await expect(imported.getByRole("textbox")).toHaveValue(
    /map:\ncomments: az udvarban, a kék ajtó\n\nMagyarul:\nMegjegyzés: az udvarban, a kék ajtó$/,
  );
  await expectAccessible(page);
  await page.locator("li summary").filter({ hasText: "Visszavonás" }).click();
  await patch(page, id, { comments: "mögötte" });
  await page.locator("li").getByRole("button", { name: "Visszavonás" }).click();
  const conflict = page.getByRole("alert").filter({ hasText: "Ezek azóta újra megváltoztak" });
  await expect(conflict.getByRole("deletion")).toHaveText("az udvarban, a kék ajtó");
  await expect(conflict.getByRole("insertion")).toHaveText("mögötte");
  expect(await placeNow(page, id)).toMatchObject({ comments: "mögötte" });
});

test("a correction is applied with its values filled in", { tag: "@desktop" }, async ({
  page,
  addPlace,
  email,
  becomeAdministrator,
}) => {
  const at = somewhere();
  const address = `Helyesbített utca ${email.slice(5, 11)}`;
  const id = await addPlace({ ...at, city: "Tata", address });
  await registerUnseen(page, email);
  const correction = {
    ...{ action: "edit", reason: "Átnevezték.", location: at },
    changes: { address: `${address} 7.` },
    placeName: `${address}, Tata`,
  };
  const headers = { Origin: accountsOrigin };
  const sent = await page.request.post("/api/v1/corrections", { data: correction, headers });
  expect(sent.ok()).toBe(true);
  await becomeAdministrator();
  const card = page.getByRole("listitem").filter({ hasText: address });
  const apply = card.getByRole("link", { name: /^Javítás/ });
  await openAtEntry(page, "corrections", apply);
  await untilHydrated(page);
  await apply.click();
  await expect(page.locator("[name=address_line1]")).toHaveValue(`${address} 7.`);
  await expect(page.getByRole("status").filter({ hasText: "Átnevezték." })).toBeVisible();
  await page.getByRole("button", { name: "Mentés" }).click();
  await page.getByRole("link", { name: "Vissza a moderáláshoz" }).click();
  await expect(page.getByRole("heading", { name: "Moderálás" })).toBeVisible();
  await expect(card).toHaveCount(0);
  expect(await placeNow(page, id)).toMatchObject({ address: `${address} 7.` });
});
