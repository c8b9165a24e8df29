import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { languages } from "#domain/text/language.ts";
import { renderInLanguage, textOf } from "#tests/support/app/render-in-language.tsx";
import { schemaOrgErrors } from "#tests/support/schema-org.ts";
import { OpenDataPage } from "./data.tsx";

const openData = {
  origin: "https://mosdo.example",
  licence: "ODbL-1.0, https://opendatacommons.org/licenses/odbl/1-0/",
  isLicenceStated: true,
  hasSamples: false,
  sources: [{ title: "WC", attribution: "Stadt Wien", licence: "CC BY 4.0", link: "" }],
  attribution:
    "Contains data © OpenStreetMap contributors, https://www.openstreetmap.org/copyright",
  exported: "2026-06-01T10:00:00.000Z",
  count: 12,
  downloads: ["places.geojson", "places.csv", "places-bom.csv", "places.json"].map((name) => ({
    name,
    bytes: 1234,
  })),
};

function pageOf(language: (typeof languages)[number], given: Partial<typeof openData> = {}) {
  const file = readFileSync(`public/locales/${language}/found-pages.json`, "utf8");
  const page = { openData: { ...openData, ...given }, language, messages: JSON.parse(file) };
  return renderInLanguage(<OpenDataPage {...page} />, language);
}

it.each(languages)("names the licence of OpenStreetMap as links, in %s", (language) => {
  const page = pageOf(language);
  expect(textOf(page)).toContain("Stadt Wien (CC BY 4.0)");
  expect(page).toMatch(/<a href="https:\/\/opendatacommons[^>]*>ODbL-1\.0<\/a>/);
  expect(page).toMatch(
    /<a href="https:\/\/www\.openstreetmap\.org\/copyright"[^>]*>[^<]*© OpenStreetMap/,
  );
  const seen = page.replace(/<script.*?<\/script>/, "");
  expect(textOf(seen)).not.toMatch(/https:|Contains/);
});

it("names the operator's licence, with a link where it has a URL", () => {
  const own = { attribution: "" };
  const named = pageOf("en", { ...own, licence: "CC BY 4.0" });
  expect(textOf(named)).toContain("CC BY 4.0");
  expect(named).not.toContain("openstreetmap.org");
  const url = "https://creativecommons.org/licenses/by/4.0/";
  expect(pageOf("en", { ...own, licence: url })).toContain(`>${url}</a>`);
});

it("is a data set to a reader of schema.org, with its licence where that has a URL", async () => {
  const dataOf = (page: string) => {
    const [, text = ""] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(page) ?? [];
    return JSON.parse(text);
  };
  const data = dataOf(pageOf("hu"));
  expect(await schemaOrgErrors(data)).toEqual([]);
  expect(data.license).toBe("https://opendatacommons.org/licenses/odbl/1-0/");
  expect(data.distribution).toHaveLength(4);
  const unstated = dataOf(pageOf("hu", { isLicenceStated: false, licence: "not stated" }));
  expect(unstated).not.toHaveProperty("license");
  expect(await schemaOrgErrors(unstated)).toEqual([]);
});

it("says that samples are left out, where there are some", () => {
  const text = "Sample toilets do not count";
  expect(textOf(pageOf("en", { hasSamples: true, count: 0 }))).toContain(text);
  expect(textOf(pageOf("en"))).not.toContain(text);
});
