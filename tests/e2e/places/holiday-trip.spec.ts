import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { connectDatabase } from "#server/database/connect.ts";
import { startEmbeddedPostgres } from "#server/database/embedded/embedded-postgres.ts";
import { migrate } from "#server/database/migrate.ts";
import { signInUnseen } from "#tests/e2e/support/accounts-test.ts";
import { sidewaysPixels } from "#tests/e2e/support/layout.ts";
import { withoutWebGl2 } from "#tests/e2e/support/map-view.ts";
import { test as base, expect } from "#tests/e2e/support/test.ts";
import { untilHydrated } from "#tests/e2e/support/until-hydrated.ts";
import {
  addPerson,
  addTestAdministrator,
  testAdministrator,
} from "#tests/support/accounts/add-account.ts";
import { addPlaces } from "#tests/support/database/add-places.ts";
import { findFreePort, ServerProcess } from "#tests/support/server-process.ts";
import { silentLog } from "#tests/support/services/stand-ins.ts";
import { clockEnvironment, testNow } from "#tests/support/test-clock.ts";

/*
 * What the product is for on a public holiday, from a parent's question to the administrator's last word, on a
 * server whose clock says that it is one.
 */

const password = "Mosdo-2026!";
const contributor = { email: "bea@mosdo.example", password };
const moderator = { email: "misi@mosdo.example", password };

const hourMs = 3_600_000;

/** Noon in Hungary on the next 20 August, the holiday of Saint Stephen. */
const holidayNoon = ((now: Date) => {
  const noonOf = (year: number) => new Date(Date.UTC(year, 7, 20, 10));
  const thisYear = noonOf(now.getUTCFullYear());
  return thisYear > now ? thisYear : noonOf(now.getUTCFullYear() + 1);
})(testNow());

interface Town {
  readonly origin: string;
  /** Ids of the places: open on the holiday, closed on it, without a changing table. */
  readonly open: number;
  readonly shut: number;
  readonly plain: number;
  /** Sets the server's clock; it goes on from there. */
  setClock(now: Date): void;
}

/** A server with three places of one town, and a contributor, a moderator and the administrator. */
async function startTown(resources: AsyncDisposableStack): Promise<Town> {
  const dataDirectory = mkdtempSync(join(tmpdir(), "mosdo-trip-"));
  chmodSync(dataDirectory, 0o755);
  resources.defer(() => rmSync(dataDirectory, { recursive: true, force: true }));
  const postgres = resources.use(await startEmbeddedPostgres({ dataDirectory, log: silentLog }));
  const database = connectDatabase(postgres.connection, { log: silentLog });
  resources.defer(() => database.destroy());
  await migrate(database);
  await addTestAdministrator(database);
  await addPerson(database, contributor);
  const moderatorId = await addPerson(database, moderator);
  await database
    .updateTable("account")
    .set({ moderator_since: testNow() })
    .where("id", "=", moderatorId)
    .execute();
  const changing = { changing_table: "yes" } as const;
  const at = { city: "Tihany", longitude: 17.889, latitude: 46.914 };
  const [open, shut, plain] = await addPlaces(database, [
    {
      ...at,
      address: "Kossuth utca 1.",
      opening_hours: "08:00-20:00; PH 10:00-18:00",
      facts: changing,
    },
    {
      ...at,
      address: "Kossuth utca 2.",
      latitude: 46.915,
      opening_hours: "08:00-20:00; PH off",
      facts: changing,
    },
    {
      ...at,
      address: "Kossuth utca 3.",
      latitude: 46.916,
      opening_hours: "24/7",
      facts: { changing_table: "no" },
    },
  ]);
  const shiftFile = join(dataDirectory, "clock-shift");
  const setClock = (now: Date) =>
    writeFileSync(shiftFile, String(now.getTime() - testNow().getTime()));
  setClock(holidayNoon);
  const server = new ServerProcess(await findFreePort(), {
    ...clockEnvironment(shiftFile),
    DATA_DIR: dataDirectory,
    ADMIN_USER_ID: testAdministrator.id,
    SAMPLE_PLACES: "off",
    GEO_PROVIDER: "embedded",
    LOG_LEVEL: "warn",
  });
  resources.defer(async () => void (await server.stop()));
  await server.readyAfterMs();
  return { origin: server.origin, open, shut, plain, setClock };
}

const test = base.extend<{ town: Town }>({
  // A server for each trip: a clock that was set forward is noticed after a minute, and set back as slowly.
  town: [
    // biome-ignore lint/correctness/noEmptyPattern: a fixture names what it needs by destructuring
    async ({}, use) => {
      await using resources = new AsyncDisposableStack();
      await use(await startTown(resources));
    },
    { timeout: 180_000 },
  ],
  baseURL: async ({ town }, use) => use(town.origin),
});

const announced = {
  changing: "Pelenkázó",
  openNow: "Most nyitva",
  list: "Az összes mosdó listája",
  open: /Nyitva\s*18:00-ig/,
  shut: /Zárva\s*holnap 0?8:00-kor nyit/,
  report: "Hiba bejelentése",
  reason: "Most nem működik vagy zárva van",
  send: "Küldés",
  thanks: "Köszönjük!",
  outOfOrder: "Nem működik",
  since: /Nem működik\s*jelezték \d+ \S+ ezelőtt/,
  usual: "Mint máskor",
  comments: "Megjegyzés",
  comment: "a kikötőnél",
  propose: "Javaslat elküldése",
  waits: "A javaslatod elbírálásra vár.",
  accept: /^A kijelöltek elfogadása/,
  decided: "A javaslatról döntöttél.",
  hours: "Nyitvatartás",
  proposed: "Javaslat elfogadva",
  takeBack: "Visszavonás",
  takenBack: "A változást visszavontad.",
  kind: "Változás visszavonva",
} as const;

// A report's end is tested in `server/feedback/closures.integration.test.ts` and `domain/place/shown-opening.test.ts`.
test("a holiday: who needs a changing table now is led to the open place, and who mends, decides and reports is heard", {
  tag: "@full",
}, async ({ page, town }) => {
  await page.clock.install({ time: holidayNoon });
  await page.addInitScript(withoutWebGl2);
  const opened = async (path: string) => {
    await page.goto(path);
    await untilHydrated(page);
    expect(await sidewaysPixels(page)).toBe(0);
  };
  const onMap = (id: number) => page.locator(`[data-place="${id}"]`);
  const onList = (id: number) => page.locator(`#place-${id}`);
  const map = "/?view=17.889,46.915,14";

  // A parent, on the holiday.
  await opened(map);
  for (const id of [town.open, town.shut, town.plain]) await expect(onMap(id)).toBeAttached();
  await page.getByRole("button", { name: "További" }).click();
  await page.getByRole("button", { name: announced.changing }).click();
  await page.getByRole("button", { name: announced.openNow }).click();
  await expect(onMap(town.open)).toBeAttached();
  for (const id of [town.shut, town.plain]) await expect(onMap(id)).toHaveCount(0);
  // On a phone the list lies behind the window's edge.
  await page.locator("[data-sheet-handle] button").click();
  await page.getByRole("link", { name: announced.list }).click();
  await expect(page).toHaveURL("/places?open=1&changing_table=1");
  await expect(onList(town.open)).toContainText(announced.open);
  for (const id of [town.shut, town.plain]) await expect(onList(id)).toHaveCount(0);
  await opened(`/?place=${town.shut}`);
  const status = page.getByRole("article").getByRole("status").first();
  await expect(status).toHaveText(announced.shut);

  // A visitor without an account, at the locked door of the open one.
  await opened(`/?place=${town.open}`);
  await expect(status).toHaveText(announced.open);
  await page.getByRole("link", { name: announced.report }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(announced.reason).check();
  await dialog.getByRole("button", { name: announced.send, exact: true }).click();
  await expect(dialog.getByText(announced.thanks)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(status).toHaveText(announced.outOfOrder);
  await expect(async () => {
    await page.goto(map);
    await expect(onMap(town.open)).toContainText(announced.since, { timeout: 1_000 });
  }).toPass();
  await page.goto("/places");
  await expect(onList(town.open)).toContainText(announced.since);
  await page.goto("/places?open=1&changing_table=1");
  await expect(onList(town.open)).toHaveCount(0);

  // A day and a minute later.
  const nextDay = new Date(holidayNoon.getTime() + 24 * hourMs + 120_000);
  town.setClock(nextDay);
  await page.clock.setSystemTime(nextDay);

  await become(page, contributor.email, town.origin);
  await opened(`/places/${town.shut}/edit`);
  await page.getByRole("radio", { name: announced.usual }).check();
  await page.getByLabel(announced.comments, { exact: false }).first().fill(announced.comment);
  await page.getByRole("button", { name: announced.propose }).click();
  await expect(page.getByRole("status").filter({ hasText: announced.waits })).toBeVisible();

  await become(page, moderator.email, town.origin);
  await opened("/moderation?part=proposals");
  const card = page.getByRole("listitem").filter({ hasText: announced.comment });
  await expect(card).not.toContainText(contributor.email);
  await card.getByRole("checkbox", { name: announced.comments }).uncheck();
  await card.getByRole("button", { name: announced.accept }).click();
  await expect(page.getByRole("status").filter({ hasText: announced.decided })).toBeVisible();
  const place = async () => (await page.request.get(`/api/v1/places/${town.shut}`)).json();
  const everyDay = Array<string>(7).fill("08:00-20:00");
  expect(await place()).toMatchObject({ opening_times: everyDay, comments: "" });

  await become(page, testAdministrator.email, town.origin);
  await opened(`/places/${town.shut}/history`);
  const line = page.getByRole("listitem").filter({ hasText: announced.proposed });
  await expect(line).toContainText(contributor.email);
  await line.locator("summary").first().click();
  await line.getByRole("button", { name: announced.takeBack }).click();
  await expect(page.getByRole("status").filter({ hasText: announced.takenBack })).toBeVisible();
  await expect(page.getByRole("main").getByRole("listitem").first()).toContainText(announced.kind);
  expect(await place()).toMatchObject({ opening_hours: "08:00-20:00; PH off" });
});

/** Signs the browser in as somebody else, by the plain form. */
async function become(page: Page, email: string, origin: string): Promise<void> {
  await page.context().clearCookies();
  await signInUnseen(page, email, origin);
}
