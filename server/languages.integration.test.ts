import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "#tests/support/test-server.ts";

/** An invented language, by a code for private use (ISO 639-2). */
const invented = "qaa";
const folder = mkdtempSync(join(tmpdir(), "mosdo-languages-"));
let server: TestServer;

beforeAll(async () => {
  const own = join(folder, "locales", invented);
  mkdirSync(own, { recursive: true });
  writeFileSync(join(own, "translation.json"), '{"app":{"title":"Zik"}}');
  writeFileSync(join(own, "language.json"), '{"state":"new"}');
  server = await startTestServer({
    places: [{ city: "Győr" }, { city: "Cuha" }, { city: "Csorna" }],
    settings: () => ({ DATA_DIR: folder }),
  });
});
afterAll(async () => {
  await server?.[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(server.origin + path, { headers });

test("a language of the operator's is in the menu, marked as new, and on pages", async () => {
  const response = await get(`/places?lang=${invented}`);
  expect(response.headers.get("Content-Language")).toBe(invented);
  expect(response.headers.get("Set-Cookie")).toContain(`i18next=${invented};`);
  const page = await response.text();
  expect(page).toContain(`<html lang="${invented}"`);
  expect(page).toMatch(/<title>[^<]*Zik/);
  expect(page).toContain(`rel="alternate" hrefLang="${invented}"`);
  expect(page).toMatch(new RegExp(`hrefLang="${invented}"[^>]*>Qaa ?<span[^>]*>new</span>`, "i"));
});

test("its files for browsers are whole, also those that it lacks", async () => {
  const page = await (await get(`/guide?lang=${invented}`)).text();
  const path = /\/locales\/qaa\/translation\.json\?v=[\w-]+/.exec(page)?.[0] ?? "";
  const messages = await (await get(path)).json();
  expect(messages).toMatchObject({ app: { title: "Zik" }, language: { label: "Language" } });
  expect((await get(`/locales/${invented}/keyboard.json`)).status).toBe(200);
  expect((await get("/locales/qab/keyboard.json")).status).toBe(404);
});

test("cities of a list are in the reader's alphabetical order, of which 'cs' is a letter in Hungarian", async () => {
  const citiesIn = async (language: string) => {
    const page = await (await get(`/places?sort=place-asc&lang=${language}`)).text();
    return ["Csorna", "Cuha", "Győr"].toSorted((a, b) => page.indexOf(a) - page.indexOf(b));
  };
  expect(await citiesIn("hu")).toEqual(["Cuha", "Csorna", "Győr"]);
  expect(await citiesIn("en")).toEqual(["Csorna", "Cuha", "Győr"]);
});

test("its guide and legal texts are the English ones, and say so", async () => {
  for (const path of ["/guide", "/privacy"]) {
    const page = await (await get(path, { "Accept-Language": invented })).text();
    expect(page).toContain('<article lang="en"');
  }
});

test("the API takes it, and no other that the product lacks", async () => {
  const search = (lang: string) => get(`/api/v1/geo/search?q=Wien&lang=${lang}`);
  expect((await search(invented)).status).toBe(200);
  expect((await search("fr")).status).toBe(422);
});

test("a page is cached for its locale: language, and the region of its formats", async () => {
  const langOf = async (accepted: string) =>
    (await (await get("/places", { "Accept-Language": accepted })).text()).match(
      /<html lang="([^"]*)"/,
    )?.[1];
  for (const accepted of ["en-US,en;q=0.9", "en-GB", "en", "en-AU", "hu-US", "en-US"]) {
    const expected = { "en-US": "en-US", "en-GB": "en-GB" }[accepted.slice(0, 5)];
    expect(await langOf(accepted)).toBe(expected ?? accepted.slice(0, 2));
  }
});
