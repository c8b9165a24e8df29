import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { isToiletSearch } from "#domain/address-search/toilet-search.ts";
import { intlLocale, languages, localeEntries, localeEntryOf } from "#domain/text/language.ts";
import { composeInstruction } from "#server/geo/walking/instructions.ts";
import { createAccountMails } from "#server/mail/account-mails.ts";
import {
  createServerI18n,
  messagesForBrowsers,
  openLocales,
  readTranslations,
  textsIn,
} from "./i18n.ts";

/** An invented language, by a code for private use (ISO 639-2). */
const language = "qaa";
let dataDirectory: string;

function write(file: string, content: string | object): void {
  const folder = join(dataDirectory, "locales", language);
  mkdirSync(folder, { recursive: true });
  const text = typeof content === "string" ? content : JSON.stringify(content);
  writeFileSync(join(folder, `${file}.json`), text);
}

beforeEach(() => {
  dataDirectory = mkdtempSync(join(tmpdir(), "locales-"));
});
afterEach(() => {
  openLocales(null);
  rmSync(dataDirectory, { recursive: true });
});

describe("a language in the operator's data folder", () => {
  it("is a language of the product, with the properties that its folder has", () => {
    const toilet = { names: "budzik", before: "lem" };
    write("language", { state: "new", toilet });
    openLocales(dataDirectory);
    expect(languages).toContain(language);
    const entry = { locale: language, name: "Qaa", state: "new", toilet };
    expect(localeEntryOf(language)).toEqual(entry);
    expect(isToiletSearch("lem budzik")).toBe(true);
    openLocales(null);
    expect(languages).not.toContain(language);
  });

  it("is in the order of names in their own languages, each with its regions", () => {
    for (const name of ["uk", "sk"])
      mkdirSync(join(dataDirectory, "locales", name, "x"), { recursive: true });
    openLocales(dataDirectory);
    const names = [
      ...["Deutsch", "English", "English (United Kingdom)", "English (United States)", "Magyar"],
      ...["Slovenčina", "Українська"],
    ];
    const found = localeEntries.map(({ name }) => name);
    expect(found.filter((name) => names.includes(name))).toEqual(names);
    expect(["en", "en-US", "hu"].map(intlLocale)).toEqual(["en-GB", "en-US", "hu"]);
  });

  it("has its own messages, and English where it lacks one, in all of its plural forms", () => {
    write("translation", { app: { title: "Zik" }, list: { count_other: "{{count}} ziki" } });
    openLocales(dataDirectory);
    const { t } = textsIn(language, null).i18n;
    expect(t("app.title")).toBe("Zik");
    expect(t("language.label")).toBe("Language");
    const { missing } = readTranslations()[language];
    expect(missing).toContain("translation.json: language.label");
    expect(missing).not.toContain("translation.json: app.title");
    expect(missing).toContain("landmark.json: landmark.castle");
    expect(missing).toContain("language.json: toilet");
    expect(missing).toContain("guide.json");
    expect(textsIn(language, null).guide.textLanguage).toBe("en");
  });

  it("is whole for browsers, and has the operator's name", () => {
    write("translation", { app: { description: "Zik zak" } });
    openLocales(dataDirectory);
    expect(messagesForBrowsers(language, "translation", "Wega")).toMatchObject({
      app: { title: "Wega", description: "Zik zak" },
      language: { label: "Language" },
    });
    expect(messagesForBrowsers(language, "keyboard", null)).not.toBeNull();
    // The file of the build has all of them.
    expect(messagesForBrowsers("de", "translation", null)).toBeNull();
  });

  it("has mails and walking instructions", async () => {
    write("mail", { mail: { reset: { subject: "Nuk wort" } } });
    write("walking", {
      walking: {
        left: { named: "Lefa{{street}}." },
        street: { onto: " ti {{name}}" },
        depart: { unnamed: "Va {{length}}{{distance}}." },
        length: { meter_other: "{{length}} mek" },
      },
    });
    openLocales(dataDirectory);
    const translations = readTranslations();
    const locale = createServerI18n(language, translations);
    const left = { kind: "left", streetNames: ["Fő utca"], lengthMeters: 50 } as const;
    expect(composeInstruction(left, locale)).toBe("Lefa ti Fő utca.");
    const start = { kind: "depart", streetNames: [], lengthMeters: 50 } as const;
    expect(composeInstruction(start, locale)).toBe("Va 50 mek.");
    const subjects: string[] = [];
    const mails = createAccountMails({
      queue: async ({ subject }) => {
        subjects.push(subject);
      },
      publicUrl: "https://mosdo.example",
      translate: (of) => createServerI18n(of, translations).t,
    });
    await mails.sendReset({ to: "a@b.example", code: "1", language });
    expect(subjects[0]).toMatch(/^Nuk wort/);
  });

  it("ends the start with the name of a file that is not JSON", () => {
    write("language", "{");
    expect(() => openLocales(dataDirectory)).toThrow(/qaa.language\.json cannot be read/);
    write("language", {});
    write("mail", "[");
    openLocales(dataDirectory);
    expect(() => readTranslations()).toThrow(/qaa.mail\.json cannot be read/);
  });

  it("replaces single messages of a language of the product", () => {
    const folder = join(dataDirectory, "locales/de");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "translation.json"), '{"app":{"title":"Häusl"}}');
    openLocales(dataDirectory);
    const { t } = textsIn("de", null).i18n;
    expect([t("app.title"), t("language.label")]).toEqual(["Häusl", "Sprache"]);
    expect(t("app.description")).toMatch(/^Zeigt die nächste/);
  });
});

it("has English for a stored language that has gone", () => {
  expect(createServerI18n("qaa", readTranslations()).t("language.label")).toBe("Language");
});
