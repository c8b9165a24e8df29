import { createHash } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { languages, localeEntries, setLocales } from "#domain/text/language.ts";
import { legalPageNames } from "#domain/text/legal-text.ts";
import { plainSite } from "#tests/support/services/stand-ins.ts";
import {
  dataLicenceOf,
  defaultContentFolder,
  type LegalConfig,
  markdownToHtml,
  readLegalTexts,
  showLegalPage,
  termsVersionOf,
} from "./legal-texts.ts";

let contentDirectory: string;
beforeEach(() => {
  contentDirectory = mkdtempSync(join(tmpdir(), "mosdo-content-"));
});
afterEach(() => rmSync(contentDirectory, { recursive: true }));

const settings = (own: Partial<LegalConfig> = {}): LegalConfig => ({
  site: plainSite,
  contentDirectory,
  publicUrl: null,
  contactEmail: null,
  google: null,
  openId: null,
  smtpUrl: null,
  geoProvider: "embedded",
  photonUrl: null,
  valhallaUrl: null,
  visitorReports: true,
  browserErrors: true,
  webVitals: true,
  offline: true,
  retention: { reportDays: 365, auditDays: 730, accountDays: 90, logDays: 30 },
  backupDirectory: null,
  logDirectory: null,
  dataLicence: null,
  mapOrigins: [],
  ...own,
});
const unset = {
  operator: "the operator",
  address: "no address",
  contact: "no contact",
  authority: "the authority",
  enforcement: "the body",
};
const options = { name: "privacy", language: "en", siteName: "Toilets", unset } as const;
const privacyOf = (own: Partial<LegalConfig> = {}) => {
  const config = settings(own);
  return showLegalPage(config, readLegalTexts(config), options).html;
};

function writeOwn(file: string, text: string): void {
  const path = join(contentDirectory, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

describe("the texts that come with the product", () => {
  test.each(
    languages.flatMap((language) => legalPageNames.map((name) => [language, name] as const)),
  )(
    "have a title, and leave no sign or gap, with and without settings: %s %s",
    (language, name) => {
      for (const config of [
        settings(),
        settings({
          site: { ...plainSite, operator: "Town", address: "Street 1", enforcementBody: "Body" },
          contactEmail: "a_b@town.example",
          google: { clientId: "a", clientSecret: "b", discoveryUrl: null },
          smtpUrl: "smtp://mail",
          geoProvider: "mapbox",
          mapOrigins: ["https://api.mapbox.com"],
          backupDirectory: "/b",
        }),
      ]) {
        const page = showLegalPage(config, readLegalTexts(config), { ...options, name, language });
        expect(page.title).toMatch(/^\p{L}/u);
        expect(page.html).not.toMatch(/undefined|null|[{}]|NaN/);
        expect(page.html).toContain("<h1>");
      }
    },
  );

  test("are English in a language without them, and no part of the terms' version", () => {
    const version = termsVersionOf(readLegalTexts(settings()), settings());
    const usual = localeEntries;
    setLocales([...usual, { locale: "qaa", name: "Qaa" }]);
    try {
      const texts = readLegalTexts(settings());
      expect(texts.qaa.privacy).toEqual(texts.en.privacy);
      const page = showLegalPage(settings(), texts, { ...options, name: "terms", language: "qaa" });
      expect(page.textLanguage).toBe("en");
      expect(termsVersionOf(texts, settings())).toBe(version);
    } finally {
      setLocales(usual);
    }
  });

  test.each(legalPageNames)("are of one version in each language: %s", (name) => {
    const texts = readLegalTexts(settings());
    expect(new Set(languages.map((language) => texts[language][name].date)).size).toBe(1);
  });
});

describe("the privacy notice", () => {
  test("names no provider where none is used", () => {
    const html = privacyOf();
    expect(html).toContain("we ask no other server");
    expect(html).not.toMatch(/photon|valhalla|openfreemap|mapbox|google/i);
  });

  test("names exactly the hosts that get something", () => {
    const mapOrigins = ["https://tiles.openfreemap.org"];
    const html = privacyOf({ geoProvider: "auto", mapOrigins });
    expect(html).toContain("tiles.openfreemap.org");
    expect(html).toContain("photon.komoot.io");
    expect(html).toContain("valhalla1.openstreetmap.de");
    expect(html).not.toContain("we ask no other server");
    expect(html).toMatch(
      /For a way we ask valhalla1\.openstreetmap\.de only where its beginning or end/,
    );
    expect(privacyOf({ geoProvider: "open" })).not.toContain("For a way we ask");
    expect(privacyOf({ geoProvider: "embedded" })).not.toContain("For a way we ask");
    const own = privacyOf({
      geoProvider: "open",
      photonUrl: "https://search.town.example/a?key=1",
    });
    expect(own).toContain("search.town.example");
    expect(own).not.toMatch(/photon\.komoot|key=1/);
  });

  test("mentions Mapbox, Google and the mail server only where they are used", () => {
    expect(privacyOf({ geoProvider: "mapbox" })).toContain("api.mapbox.com");
    const google = { clientId: "a", clientSecret: "b", discoveryUrl: null };
    expect(privacyOf({ google })).toContain("Sign-in with Google");
    expect(privacyOf({ smtpUrl: "smtp://user:hidden@mail.example" })).toContain("The mail server");
    expect(privacyOf({ smtpUrl: "smtp://user:hidden@mail.example" })).not.toContain("hidden");
  });

  test("contains the retention days, and that data is retained where they are off", () => {
    expect(privacyOf()).toMatch(/after 365 days.*After 730 days/s);
    expect(privacyOf()).toContain("after 90 days");
    const retention = { reportDays: null, auditDays: null, accountDays: null, logDays: null };
    const withRetention = privacyOf({ retention, logDirectory: "/srv/logs" });
    expect(withRetention).not.toMatch(/after \d+ days/i);
    expect(withRetention).toContain("Settled reports are kept");
  });

  test("mentions the log's days only where the server writes log files", () => {
    expect(privacyOf()).toContain("decides on the logs of server and proxy");
    const licenceText = privacyOf({ logDirectory: "/srv/logs" });
    expect(licenceText).toContain("The log of the server is removed after 30 days");
    expect(licenceText).toContain("decides on the logs of the proxy");
    expect(licenceText).not.toContain("server and proxy");
  });

  test.each(["visitorReports", "browserErrors", "webVitals", "offline"] as const)(
    "is shorter where %s is off",
    (name) => {
      expect(privacyOf({ [name]: false }).length).toBeLessThan(privacyOf().length);
    },
  );

  test("lists the missing settings, and has a general sentence in their place", () => {
    const config = settings();
    const { html, missing } = showLegalPage(config, readLegalTexts(config), options);
    expect(missing).toEqual(["SITE_OPERATOR", "SITE_ADDRESS", "CONTACT_EMAIL"]);
    expect(html).toContain("has not given its name here yet");
    expect(html).toContain("the authority");
  });
});

describe("the operator's own text", () => {
  test("goes before the product's, file by file", () => {
    writeOwn("en/privacy.md", "date: 2027-01-31\n\n# Ours\n\nBy {operator}, {date}.\n");
    const config = settings();
    const texts = readLegalTexts(config);
    expect(showLegalPage(config, texts, options)).toMatchObject({
      title: "Ours",
      html: "<h1>Ours</h1>\n<p>By the operator, January 31, 2027.</p>\n",
    });
    expect(showLegalPage(config, texts, { ...options, language: "de" }).title).toBe(
      "Datenschutzerklärung",
    );
  });

  test.each([
    ["# No day", "its first line must be a day such as 'date: 2026-11-23'"],
    ["date: 2026-11-23\n{nothing}", "it names {nothing}, which does not exist"],
    ["date: 2026-11-23\n{if mail}", "an {if} has no {end}"],
  ])("ends the start with a line that names the file: %j", (text, reason) => {
    writeOwn("hu/terms.md", text);
    expect(() => readLegalTexts(settings())).toThrow(
      `${join(contentDirectory, "hu/terms.md")} cannot be shown: ${reason}.`,
    );
  });

  test("may be a copy of all of the product's", () => {
    cpSync(defaultContentFolder, contentDirectory, { recursive: true });
    expect(() => readLegalTexts(settings())).not.toThrow();
  });
});

test.each([
  ["<script>alert(1)</script>", "&lt;script&gt;"],
  ["a <img src=x onerror=alert(1)> b", "&lt;img"],
  ["[a](javascript:alert(1))", "<p>a</p>"],
  ["[a](//evil.example)", "<p>a</p>"],
  ["[a](/places)", '<a href="/places">a</a>'],
  ["[a](mailto:a@b.example)", '<a href="mailto:a@b.example">a</a>'],
  ["![a](https://evil.example/a.png)", "<p>a</p>"],
])("makes of %s no more than %s", (markdown, html) => {
  expect(markdownToHtml(markdown)).toContain(html);
  expect(markdownToHtml(markdown)).not.toMatch(/<script|<img|javascript:/);
});

describe("the terms for contributors", () => {
  test.each(languages)(
    "name the operator's licence of what is added, else the ODbL alone (%s)",
    (language) => {
      const texts = readLegalTexts(settings());
      const licenceText = (dataLicence: string | null) => {
        const shown = { ...options, name: "terms", language } as const;
        return showLegalPage(settings({ dataLicence }), texts, shown).html;
      };
      expect(licenceText(null)).toContain("Open Database License 1.0");
      expect(licenceText(null)).not.toContain("CC BY 4.0");
      expect(licenceText("CC BY 4.0")).toContain("CC BY 4.0");
      // A whole with data of OpenStreetMap is under the ODbL, whatever the licence of its parts.
      expect(licenceText("CC BY 4.0")).toContain("Open Database License 1.0");
    },
  );
});

describe("the licence of the data", () => {
  test("is the operator's, else that of the product's own terms", () => {
    expect(dataLicenceOf(settings({ dataLicence: "CC BY 4.0" }))).toBe("CC BY 4.0");
    expect(dataLicenceOf(settings())).toBe("ODbL-1.0");
    for (const language of languages) {
      const { html } = showLegalPage(settings(), readLegalTexts(settings()), {
        ...options,
        name: "terms",
        language,
      });
      expect(html).toContain("opendatacommons.org/licenses/odbl/1-0/");
    }
  });

  test("is not known where the operator has other terms, in one language too", () => {
    writeOwn("de/terms.md", "date: 2031-01-02\n\n# Bedingungen\n\nUnsere");
    expect(dataLicenceOf(settings())).toBeNull();
    expect(dataLicenceOf(settings({ dataLicence: "CC0-1.0" }))).toBe("CC0-1.0");
  });

  test("leaves the version of the terms as it was where it is not named", () => {
    const texts = readLegalTexts(settings());
    const terms = JSON.stringify(
      ["hu", "en", "de"].map((language) => {
        const { date, body } = texts[language].terms;
        return { date, body };
      }),
    );
    const digest = createHash("sha256").update(terms).digest("hex").slice(0, 16);
    expect(termsVersionOf(texts, settings()).split(" ")[1]).toBe(digest);
  });
});

describe("the version of the terms", () => {
  const version = (dataLicence: string | null = null) =>
    termsVersionOf(readLegalTexts(settings()), { dataLicence });

  test("names their day, and stays with them", () => {
    expect(version()).toMatch(/^\d{4}-\d\d-\d\d [0-9a-f]{16}$/);
    expect(version()).toBe(version());
  });

  test("changes with the licence that they name", () => {
    const versions = [version(), version("CC BY 4.0"), version("CC0 1.0")];
    expect(new Set(versions).size).toBe(3);
  });

  test("changes with each text of the operator's own, in any language, and with its day", () => {
    const versions = [version()];
    for (const [language, text] of [
      ["en", "date: 2031-01-02\n\n# Terms\n\nOurs"],
      ["en", "date: 2031-01-02\n\n# Terms\n\nOurs."],
      ["en", "date: 2031-01-03\n\n# Terms\n\nOurs."],
      ["hu", "date: 2030-01-01\n\n# Feltételek\n\nMieink"],
    ] as const) {
      writeOwn(`${language}/terms.md`, text);
      versions.push(version());
    }
    expect(new Set(versions).size).toBe(5);
    expect(versions.slice(1).map((one) => one.slice(0, 10))).toEqual([
      "2031-01-02",
      "2031-01-02",
      "2031-01-03",
      "2031-01-03",
    ]);
  });

  test("does not change with another page", () => {
    const before = version();
    writeOwn("en/privacy.md", "date: 2031-01-02\n\n# Privacy\n\nOurs");
    expect(version()).toBe(before);
  });
});
