import { VectorTile } from "@mapbox/vector-tile";
import { fromVectorTileJs } from "@maplibre/vt-pbf";
import type { Page } from "@playwright/test";
import { PbfReader } from "pbf";
import { type Language, languageOf } from "#domain/text/language.ts";
import { testAdministrator } from "#tests/support/accounts/add-account.ts";
import type { Stage } from "./screenshot-stage.ts";

/** Picture: a page, its visitor, and the visitor's actions before it is taken. */
export interface Scene {
  readonly name: string;
  /** Its path, which may depend on the stage. */
  readonly path: string | ((stage: Stage) => string);
  readonly as: "visitor" | "user" | "sender" | "moderator" | "administrator";
  /** Whether it is for the manifest alone, that is for people who install the application. */
  readonly isForManifest?: boolean;
  /** The server's database is down: taken last. */
  readonly isDatabaseDown?: boolean;
  /** Position of the device, longitude and latitude; absent where it shares none. */
  readonly position?: readonly [longitude: number, latitude: number];
  /** Its name among the pictures of the guide, which are taken of a phone in each language. */
  readonly guide?: string;
  /** The only device with a difference. */
  readonly device?: "phone" | "desk";
  /** Before the page is opened. */
  readonly arrange?: (page: Page) => Promise<unknown>;
  readonly prepare?: (page: Page) => Promise<void>;
}

/** Every page, and its dialogs. Nothing here depends on texts, which differ in each language. */
export const scenes: readonly Scene[] = [
  { name: "map", path: "/", as: "visitor", prepare: waitForMap },
  {
    name: "map-town",
    path: "/?view=19.07,47.51,10.6",
    as: "visitor",
    guide: "map",
    prepare: waitForMap,
  },
  { name: "map-place", path: "/?place=1", as: "visitor", prepare: waitForMap },
  {
    name: "map-menu",
    path: "/",
    as: "visitor",
    prepare: async (page) => {
      await waitForMap(page);
      await page.locator("[popovertarget=map-menu]").click();
      await page.locator("#map-menu").waitFor();
    },
  },
  {
    name: "map-walk",
    path: "/",
    as: "visitor",
    prepare: async (page) => {
      await waitForMap(page);
      await page.locator("[data-map-walk]").focus();
      await page.keyboard.press("Enter");
      await page.locator("[data-walk] button:focus").waitFor();
      for (let step = 0; step < 3; step++) await page.keyboard.press("ArrowDown");
    },
  },
  {
    name: "map-shortcuts",
    path: "/",
    as: "visitor",
    prepare: async (page) => {
      await waitForMap(page);
      await page.keyboard.press("?");
      await page.locator("dialog[open] dl").first().waitFor();
    },
  },
  {
    name: "map-pictures",
    path: "/?place=1&view=19.05,47.5,13",
    as: "visitor",
    arrange: withoutWebGl2,
    prepare: waitForMap,
  },
  { name: "places", path: "/places", as: "visitor" },
  { name: "data", path: "/data", as: "visitor" },
  { name: "embed", path: "/embed?view=20.37,47.9,10", as: "visitor", prepare: waitForMap },
  { name: "embed-place", path: "/embed?place=1", as: "visitor", prepare: waitForMap },
  { name: "for-your-website", path: "/for-your-website?town=Eger", as: "visitor" },
  { name: "guide", path: "/guide", as: "visitor" },
  { name: "your-list", path: "/your-list", as: "visitor" },
  { name: "privacy", path: "/privacy", as: "visitor" },
  { name: "accessibility", path: "/accessibility", as: "visitor" },
  { name: "imprint", path: "/imprint", as: "visitor" },
  { name: "terms", path: "/terms", as: "visitor" },
  { name: "birthday", path: "/birthday", as: "visitor" },
  { name: "login", path: "/login", as: "visitor" },
  { name: "register", path: "/register", as: "visitor" },
  { name: "forgot-password", path: "/forgotpassword", as: "visitor" },
  { name: "reset-refused", path: "/mail?mode=resetPassword&oobCode=used", as: "visitor" },
  { name: "not-found", path: "/nowhere", as: "visitor" },
  { name: "account", path: "/account", as: "user" },
  { name: "accept-terms", path: "/account/terms", as: "user" },
  { name: "contributions", path: "/account/contributions", as: "sender" },
  { name: "account-mails", path: "/account#mails", as: "administrator" },
  {
    name: "second-factor",
    path: "/account/second-factor",
    as: "administrator",
    prepare: setUpSecondFactor,
  },
  { name: "add-by-address", path: "/places?add=1", as: "user", prepare: findAddress },
  { name: "place-page", path: "/places/1", as: "visitor" },
  { name: "sign", path: "/places/1/sign", as: "visitor" },
  {
    name: "offline",
    path: "/?view=19.052,47.497,12",
    as: "visitor",
    guide: "offline",
    prepare: async (page) => {
      await page.waitForResponse(/\/places\/set\?/, { timeout: 60_000 });
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
      await page.goto("/offline", { waitUntil: "networkidle" });
    },
  },
  { name: "towns", path: "/towns", as: "visitor" },
  { name: "town", path: "/towns/Budapest", as: "visitor" },
  {
    name: "add-on-map",
    path: "/places?add=1",
    as: "user",
    guide: "add",
    prepare: async (page) => {
      await page.getByRole("tab").last().click();
      await page.locator("[data-pin-state=idle]").waitFor();
    },
  },
  {
    name: "add-facts",
    path: "/places?add=1",
    as: "user",
    prepare: async (page) => {
      await findAddress(page);
      const folded = page.locator("details:has([name='facts.changing_table']) > summary");
      await folded.click();
      await page.locator("label:has([name='facts.changing_table'][value=yes])").click();
      await page.locator("label:has([name='facts.paper'][value=no])").click();
      await folded.evaluate((summary) => summary.scrollIntoView());
    },
  },
  {
    name: "add-hours",
    path: "/places?add=1",
    as: "user",
    prepare: async (page) => {
      await chooseHours(page, "week");
      await page.locator("[name=from_weekdays_0]").fill("08:00");
      await page.locator("[name=to_weekdays_0]").fill("12:00");
      await page.locator("fieldset:has(> * [name=from_weekdays_0]) button").last().click();
      await page.locator("[name=from_weekdays_1]").fill("11:00");
      await page.locator("[name=to_weekdays_1]").fill("18:00");
      await page.locator("[name=closed_weekend]").check();
      await page.locator("[name=holidays][value=own]").check();
      await page.locator("[name=season]").check();
      await page.locator("form:has([name=hours]) [type=submit]").click();
      await page
        .locator("[name=hours]")
        .first()
        .evaluate((input) => input.scrollIntoView());
    },
  },
  {
    name: "add-hours-text",
    path: "/places?add=1",
    as: "user",
    prepare: async (page) => {
      await chooseHours(page, "text");
      await page
        .locator("[name=opening_hours]")
        .fill("Apr-Oct: Mo-Fr 08:00-12:00,13:00-18:00; PH off");
      await page.locator("[aria-live=polite] caption").waitFor();
    },
  },
  {
    name: "add-hours-fault",
    path: "/places?add=1",
    as: "user",
    prepare: async (page) => {
      await chooseHours(page, "text");
      await page.locator("[name=opening_hours]").fill("Mo-Fr 08:00-12:00, Sa 9-1; PH zárva");
      await page.locator("mark").waitFor();
    },
  },
  {
    name: "place-facts",
    path: ({ placeIds }) => `/?place=${placeIds.upstairs}`,
    as: "visitor",
    guide: "place",
    prepare: waitForMap,
  },
  {
    name: "closed-for-now",
    path: ({ placeIds }) => `/?place=${placeIds.broken}`,
    as: "visitor",
    prepare: waitForMap,
  },
  {
    name: "hours-text",
    path: ({ placeIds }) => `/?place=${placeIds.seasonal}`,
    as: "visitor",
    prepare: async (page) => {
      await waitForMap(page);
      const sheet = page.locator("[data-sheet-handle] button");
      if (await sheet.isVisible()) await sheet.click();
      const week = page.locator("article summary").first();
      await week.click();
      await week.evaluate((summary) => summary.scrollIntoView());
    },
  },
  {
    name: "more-filters",
    path: "/places?accessible=1&changing_table=1",
    as: "visitor",
    guide: "filters",
  },
  {
    name: "review",
    path: "/?place=1",
    as: "user",
    prepare: async (page) => {
      await page.locator('article a[href="/places/1/review"]').click();
      await page.getByRole("dialog").getByRole("radio").nth(3).check({ force: true });
    },
  },
  {
    name: "report",
    path: "/?place=1",
    as: "user",
    prepare: async (page) => {
      await page.locator('article a[href^="/places/1/report"]').click();
      await page.getByRole("dialog").getByRole("radio").nth(1).check();
    },
  },
  { name: "report-page", path: "/places/1/report", as: "user" },
  {
    name: "edit",
    path: ({ placeIds }) => `/places/${placeIds.upstairs}/edit`,
    as: "user",
  },
  {
    name: "edit-done",
    path: ({ placeIds }) => `/places/${placeIds.upstairs}/edit?done=proposed`,
    as: "sender",
  },
  {
    name: "edit-conflict",
    path: ({ placeIds }) => `/places/${placeIds.downstairs}/edit`,
    as: "administrator",
    prepare: async (page) => {
      const [comments, price] = [page.locator("[name=comments]"), page.locator("[name=price]")];
      const commentText = await comments.inputValue();
      // Each picture has its own conflicting changes.
      await page.evaluate(
        ([path, text]) =>
          fetch(path, {
            method: "PATCH",
            headers: { "Content-Type": "application/json", "If-Match": "*" },
            body: JSON.stringify({
              comments: text,
              fee: "costs",
              price: 100 + text.length,
              facts: { shower: text.length % 2 ? "yes" : "no" },
            }),
          }),
        [page.url().replace("/places/", "/api/v1/places/").replace("/edit", ""), `${commentText}.`],
      );
      await page.locator("[name=fee][value=costs]").check();
      await price.fill("500");
      await comments.fill("az aluljáróban, a metró bejáratánál");
      await page.locator("form:has([name=version]) [type=submit]").click();
      await page.locator("#edit-conflict").waitFor();
    },
  },
  {
    name: "history",
    path: ({ placeIds }) => `/places/${placeIds.downstairs}/history`,
    as: "administrator",
    prepare: async (page) => {
      await page.locator("details:has([name=field]) > summary").first().click();
    },
  },
  { name: "proposals", path: "/moderation?part=proposals", as: "administrator" },
  { name: "moderation", path: "/moderation", as: "administrator" },
  { name: "lists", path: "/moderation/lists", as: "administrator" },
  { name: "list-columns", path: "/moderation/lists", as: "administrator", prepare: readList },
  {
    name: "list-rows",
    path: "/moderation/lists",
    as: "administrator",
    prepare: async (page) => {
      await readList(page);
      await page.locator("section[aria-labelledby=rows] summary").first().click();
      await page.locator("#rows").evaluate((title) => title.scrollIntoView());
    },
  },
  { name: "operation", path: "/status", as: "administrator" },
  { name: "reports", path: "/moderation?part=reports", as: "administrator" },
  {
    name: "closed-places",
    path: "/moderation?part=closed",
    as: "administrator",
    prepare: async (page) => {
      await page.getByRole("checkbox").first().check();
    },
  },
  {
    name: "settle",
    path: "/moderation?part=reports",
    as: "administrator",
    prepare: async (page) => {
      await page.locator("article form:has([value=reports]) summary").first().click();
    },
  },
  {
    name: "close-from-report",
    path: "/moderation?part=reports",
    as: "administrator",
    prepare: async (page) => {
      await page.locator("button[value=open]").first().scrollIntoViewIfNeeded();
    },
  },
  {
    name: "decline",
    path: "/moderation",
    as: "administrator",
    prepare: async (page) => {
      await page.locator("article form:has([value=delete]) summary").first().click();
    },
  },
  { name: "corrections", path: "/moderation?part=corrections", as: "administrator" },
  {
    name: "remove-sent",
    path: ({ sender }) => `/moderation?part=accounts&email=${sender.email}`,
    as: "administrator",
    prepare: async (page) => {
      await page.locator("form:has([value=remove-sent]) summary").click();
    },
  },
  { name: "reported-reviews", path: "/moderation?part=reviews", as: "moderator" },
  {
    name: "report-review",
    path: ({ reviewId }) => `/places/1/reviews/${reviewId}/report`,
    as: "visitor",
  },
  {
    name: "moderators",
    path: ({ newcomer }) => `/moderation?part=accounts&email=${newcomer.email}`,
    as: "administrator",
    prepare: async (page) => {
      await page.locator("form:has([value=appoint]) summary").click();
    },
  },
  { name: "moderation-by-moderator", path: "/moderation?part=reports", as: "moderator" },
  {
    name: "position",
    path: ({ placeIds }) => `/places/${placeIds.approximate}/position`,
    as: "administrator",
    prepare: async (page) => {
      await page.locator("[data-pin-state=idle]").waitFor({ timeout: 30_000 });
    },
  },
  {
    name: "clusters-waiting",
    path: "/?view=19.05,47.49,7",
    as: "administrator",
    prepare: waitForMap,
  },
  {
    name: "confirm-email",
    path: ({ confirmationPath }) => confirmationPath,
    as: "visitor",
  },
  { name: "api-docs", path: "/api/docs", as: "visitor" },
  { name: "open-now", path: "/?view=19.05,47.49,11&open=1", as: "visitor", prepare: waitForMap },
  {
    name: "one-point",
    path: ({ placeIds }) => `/?place=${placeIds.upstairs}`,
    as: "visitor",
    prepare: waitForMap,
  },
  {
    name: "guided",
    path: ({ placeIds }) => `/?place=${placeIds.upstairs}`,
    as: "user",
    guide: "way",
    position: [19.0493, 47.4975],
    arrange: mockDirections,
    prepare: async (page) => {
      await waitForMap(page);
      await page.locator(`.map-sheet button:has(use[href$="#navigate"])`).click();
      await page.locator(".map-page[data-guiding]").waitFor();
      // The map is idle until it begins to draw the line.
      await page.waitForTimeout(1_000);
      await waitForMap(page);
    },
  },
  {
    name: "language-notice",
    path: "/places",
    as: "visitor",
    arrange: (page) => page.route("**/locales/en/**", (route) => route.abort()),
    prepare: async (page) => {
      const menu = page.locator("button[popovertarget]:visible").first();
      if (await menu.isVisible()) await menu.click();
      await page.locator("nav summary:visible").first().click();
      await page.locator("a[lang=en]:visible").first().click();
      await page
        .locator("body > [role=alert], body > * [role=alert]")
        .first()
        .waitFor({ timeout: 40_000 });
    },
  },
  {
    name: "places-kept",
    path: "/places",
    as: "visitor",
    prepare: async (page) => {
      await page.route("**/places.data*", (route) => route.abort());
      await page.locator("label:has(input[name=free])").click();
      await page.locator("main [role=status]").first().waitFor({ timeout: 30_000 });
    },
  },
  { name: "places-from-memory", path: "/places", as: "visitor", isDatabaseDown: true },
  { name: "away-map", path: "/", as: "user", isDatabaseDown: true, prepare: waitForMap },
  { name: "unavailable", path: "/account", as: "user", isDatabaseDown: true },
  {
    name: "map",
    path: "/?open=1&unknown=1&view=19.045,47.5,10.95",
    as: "visitor",
    isForManifest: true,
    arrange: withoutLabels,
    prepare: async (page) => {
      await waitForMap(page);
      await nameNoTown(page);
    },
  },
];

/** Addresses that every town has, in the languages of the product. */
const commonAddresses: Readonly<Record<Language, readonly string[]>> = {
  hu: ["Fő utca 2.", "Piac tér 5.", "Iskola utca 8.", "Kert utca 11.", "Templom tér 3."],
  en: ["2 High Street", "5 Market Square", "8 School Lane", "11 Park Road", "3 Church Street"],
  de: ["Hauptstraße 2", "Marktplatz 5", "Schulgasse 8", "Gartenweg 11", "Kirchplatz 3"],
};

/** The map without names of towns and rivers. */
async function withoutLabels(page: Page): Promise<void> {
  await page.route("**/basemap/world/**", async (route) => {
    const response = await route.fetch();
    const { layers } = new VectorTile(new PbfReader(await response.body()));
    const { label: _, ...others } = layers;
    const { river } = others;
    if (river) {
      const named = river.feature.bind(river);
      river.feature = (at) => {
        const feature = named(at);
        const { width, rank } = feature.properties;
        return Object.assign(feature, { properties: { width, rank } });
      };
    }
    const body = Buffer.from(fromVectorTileJs({ layers: others }));
    await route.fulfill({ contentType: response.headers()["content-type"], body });
  });
}

/** Removes names of the town from the list: operators of any town show the picture. */
async function nameNoTown(page: Page): Promise<void> {
  const language = languageOf(await page.evaluate(() => document.documentElement.lang));
  await page.evaluate((addresses) => {
    const places = document.querySelectorAll("#nearby-places [data-place]");
    for (const [index, place] of [...places].entries()) {
      const own = place.querySelector(".font-bold");
      if (own !== null) own.textContent = addresses[index % addresses.length];
      for (const line of place.querySelectorAll(":scope > .text-muted")) {
        line.remove();
      }
    }
  }, commonAddresses[language] ?? commonAddresses.en);
}

async function waitForMap(page: Page): Promise<void> {
  await page.locator("[data-map-state=idle]").waitFor({ timeout: 30_000 });
}

/** A town's list, of which a column is not clear and which does not say when winter is. */
const townList = `Név;Cím;Szélesség;Hosszúság;Nyitvatartás;Ár;Akadálymentes;Szín
Piac;Piac tér 2.;46,4312;18,1234;H-P 6-18, Szo 6-13;200 Ft;igen;kék
Strand;Parti sétány 11.;46,4412;18,1334;0-24 (télen zárva);Ingyenes;igen;zöld
Temető;Kert utca 40.;46,4275;18,1101;napnyugtáig;Ingyenes;nem;kék
`;

async function readList(page: Page): Promise<void> {
  const file = { name: "mosdok.csv", mimeType: "text/csv", buffer: Buffer.from(townList) };
  await page.locator("input[type=file]").setInputFiles(file);
  await page.locator("form:has(input[type=file]) [type=submit]").click();
  await page.locator("#columns").waitFor();
}

/** The section with the QR code, before the second factor is on. */
async function setUpSecondFactor(page: Page): Promise<void> {
  await page.locator("input[name=currentPassword]").fill(testAdministrator.password);
  await page.locator("main form button[type=submit]").click();
  await page.locator("main svg[role=img]").waitFor();
}

/** Opens the add form at its step of opening hours. */
async function chooseHours(page: Page, kind: string) {
  await findAddress(page);
  await page.locator("details:has(> * [name=hours]) > summary").click();
  const choice = page.locator(`[name=hours][value=${kind}]`);
  await choice.check();
  await choice.evaluate((input) => input.closest("section")?.scrollIntoView());
}

async function findAddress(page: Page): Promise<void> {
  await page.locator("input[role=combobox]").fill("Szeged");
  await page.getByRole("listbox").getByRole("option").first().click();
  await page.locator("[data-pin-state=idle]").waitFor();
}

const instructionTexts: Readonly<Record<Language, readonly string[]>> = {
  hu: ["Indulj el, és menj 110 métert.", "Fordulj jobbra: Bajcsy-Zsilinszky út.", "Megérkeztél."],
  en: ["Set out and walk 110 metres.", "Turn right: Bajcsy-Zsilinszky Road.", "You have arrived."],
  de: [
    "Starten Sie und gehen Sie 110 Meter.",
    "Biegen Sie rechts ab: Bajcsy-Zsilinszky-Straße.",
    "Sie sind am Ziel.",
  ],
};

/** Route with a long instruction, in the form of a local router. */
async function mockDirections(page: Page): Promise<void> {
  await page.route("**/api/v1/geo/directions?*", (route) => {
    const language = languageOf(new URL(route.request().url()).searchParams.get("lang") ?? "");
    const instructions = instructionTexts[language] ?? instructionTexts.en;
    const coordinates = [
      [19.0493, 47.4975],
      [19.0493, 47.4985],
      [19.0533, 47.4985],
      [19.0533, 47.4975],
    ];
    return route.fulfill({
      headers: { "X-Geo-Level": "local" },
      json: {
        kind: "route",
        geometry: { type: "LineString", coordinates },
        distance: 520,
        duration: 370,
        steps: [111, 409, 0].map((distance, index) => ({
          instruction: instructions[index],
          distance,
          turn: [0, 90][index],
          street: index === 0 ? "Sas utca" : undefined,
        })),
      },
    });
  });
}

/** A browser that cannot draw the live map. */
async function withoutWebGl2(page: Page) {
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null;
  });
}
