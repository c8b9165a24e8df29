import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Marked } from "marked";
import { hungary } from "#domain/place/home-country.ts";
import { escapeHtml } from "#domain/text/escape-html.ts";
import { fallbackLanguage, type Language, languages } from "#domain/text/language.ts";
import {
  fillLegalText,
  type LegalFacts,
  type LegalPageName,
  type LegalText,
  type LegalValues,
  legalPageNames,
  readLegalText,
} from "#domain/text/legal-text.ts";
import { type Config, publicServices } from "./config.ts";

/** Text of a legal page with its own language, which is English for a language that lacks the text. */
type TranslatedText = LegalText & { readonly language: Language };

/** Texts of the legal pages in each language. */
export type LegalTexts = Readonly<
  Record<Language, Readonly<Record<LegalPageName, TranslatedText>>>
>;

/** Folder of the product's own texts. */
export const defaultContentFolder = "content";

/** File of a text within a folder of texts. */
export function legalTextFile(language: Language, name: LegalPageName): string {
  return join(language, `${name}.md`);
}

/**
 * Reads the texts of the legal pages: each from the operator's folder where it has the file, else the product's,
 * else both in English (docs/product#legal-pages).
 *
 * @throws {Error} with one clear line that names the file, where a text cannot be shown
 */
export function readLegalTexts(config: LegalConfig): LegalTexts {
  const read = (wanted: Language, name: LegalPageName): TranslatedText => {
    const candidates = [wanted, fallbackLanguage].flatMap((language) =>
      [config.contentDirectory, defaultContentFolder].map((folder) => ({
        language,
        path: join(folder, legalTextFile(language, name)),
      })),
    );
    const { language, path } =
      candidates.find((candidate) => existsSync(candidate.path)) ?? candidates[1];
    try {
      const text = { ...readLegalText(readFileSync(path, "utf8")), language };
      // Invalid names fail at the start.
      fillLegalText(text.body, {
        ...describeSite(config, { text, siteName: "" }),
        unset: {},
      });
      return text;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(`${path} cannot be shown: ${reason}.`, { cause: error });
    }
  };
  const ofLanguage = (language: Language) =>
    Object.fromEntries(legalPageNames.map((name) => [name, read(language, name)]));
  return Object.fromEntries(languages.map((one) => [one, ofLanguage(one)])) as LegalTexts;
}

/**
 * Version of the terms for contributors: the latest day of their texts, and a digest of all of them and of the licence
 * that they name, so that it changes with the content of the agreement (docs/product#acceptance-of-the-terms).
 */
export function termsVersionOf(
  texts: LegalTexts,
  { dataLicence }: Pick<LegalConfig, "dataLicence">,
): string {
  const terms = languages
    .filter((language) => texts[language].terms.language === language)
    // The order of the stored versions.
    .toSorted()
    .toReversed()
    .map((language) => {
      const { date, body } = texts[language].terms;
      return { date, body };
    });
  const [day] = terms
    .map(({ date }) => date)
    .toSorted()
    .toReversed();
  const agreed = JSON.stringify(dataLicence === null ? terms : [terms, dataLicence]);
  const digest = createHash("sha256").update(agreed).digest("hex");
  return `${day} ${digest.slice(0, 16)}`;
}

/** Licence of the data in the product's own terms, where the operator names none: the SPDX name. */
const licenceOfOwnTerms = "ODbL-1.0";

/**
 * Licence of the data that people add here: the operator's, else the one that the product's terms name. Null where the
 * operator names none and has terms of its own in any language, since these may name another.
 */
export function dataLicenceOf({
  dataLicence,
  contentDirectory,
}: Pick<LegalConfig, "dataLicence" | "contentDirectory">): string | null {
  if (dataLicence !== null) return dataLicence;
  const hasOwnTerms = languages.some((one) =>
    existsSync(join(contentDirectory, legalTextFile(one, "terms"))),
  );
  return hasOwnTerms ? null : licenceOfOwnTerms;
}

/** Settings that the legal pages mention. */
export type LegalConfig = Pick<
  Config,
  | "site"
  | "contentDirectory"
  | "publicUrl"
  | "contactEmail"
  | "google"
  | "openId"
  | "smtpUrl"
  | "geoProvider"
  | "photonUrl"
  | "valhallaUrl"
  | "visitorReports"
  | "browserErrors"
  | "webVitals"
  | "offline"
  | "retention"
  | "logDirectory"
  | "dataLicence"
  | "backupDirectory"
> & {
  /** Origins that browsers fetch the base map from. */
  readonly mapOrigins: readonly string[];
};

/** Rendered legal page. */
export interface LegalPage {
  readonly textLanguage: Language;
  readonly title: string;
  /** HTML of the text, with its title. */
  readonly html: string;
  /** Names of the missing settings. */
  readonly missing: readonly string[];
}

/** Settings without which a page has a general sentence in place of the operator's data. */
const wantedSettings: readonly (readonly [value: string, setting: string, pages: string])[] = [
  ["operator", "SITE_OPERATOR", "privacy imprint accessibility terms"],
  ["address", "SITE_ADDRESS", "privacy imprint"],
  ["contact", "CONTACT_EMAIL", "privacy imprint accessibility terms"],
  ["enforcement", "ENFORCEMENT_BODY", "accessibility"],
];

/** Renders a legal page in a language. */
export function showLegalPage(
  config: LegalConfig,
  texts: LegalTexts,
  { name, language, siteName, unset }: ShownLegalPage,
): LegalPage {
  const text = texts[language][name];
  const site = describeSite(config, { text, siteName });
  const markdown = fillLegalText(text.body, { ...site, unset });
  const title = /^# (.+)$/m.exec(markdown)?.[1] ?? name;
  const missing = wantedSettings
    .filter(([value, , pages]) => pages.split(" ").includes(name) && site.values[value] === null)
    .map(([, setting]) => setting);
  return { textLanguage: text.language, title, html: markdownToHtml(markdown), missing };
}

/** Name of the page. */
export interface ShownLegalPage {
  readonly name: LegalPageName;
  readonly language: Language;
  /** Name of the product in this language. */
  readonly siteName: string;
  /** Placeholder for each value that the operator has not set. */
  readonly unset: LegalValues;
}

interface DescribedText {
  readonly text: TranslatedText;
  readonly siteName: string;
}

function describeSite(config: LegalConfig, { text, siteName }: DescribedText) {
  const { site, geoProvider, mapOrigins, retention } = config;
  const daysOf = (days: number | null) => (days === null ? null : String(days));
  const isOpen = geoProvider === "auto" || geoProvider === "open";
  const day = new Intl.DateTimeFormat(text.language, { dateStyle: "long", timeZone: "UTC" });
  const values: LegalValues = {
    operator: site.operator,
    address: site.address,
    contact: config.contactEmail,
    authority: site.supervisoryAuthority,
    enforcement: site.enforcementBody,
    site: siteName,
    url: config.publicUrl,
    date: day.format(new Date(text.date)),
    "map-hosts": mapOrigins.length === 0 ? null : mapOrigins.map(hostName).join(", "),
    "search-host": hostName(config.photonUrl ?? publicServices.photon),
    "report-days": daysOf(retention.reportDays),
    "audit-days": daysOf(retention.auditDays),
    "account-days": daysOf(retention.accountDays),
    // Without log files the operator's own tools remove the log.
    "log-days": config.logDirectory === null ? null : daysOf(retention.logDays),
    "data-licence": config.dataLicence,
    "openid-name": config.openId?.name ?? null,
    "route-host": hostName(config.valhallaUrl ?? publicServices.valhalla),
  };
  const facts: LegalFacts = {
    google: config.google !== null,
    openid: config.openId !== null,
    mail: config.smtpUrl !== null,
    "open-services": isOpen,
    "own-data-first": geoProvider === "auto",
    mapbox: geoProvider === "mapbox",
    "nobody-asked": !isOpen && geoProvider !== "mapbox" && mapOrigins.length === 0,
    "visitor-reports": config.visitorReports,
    "browser-errors": config.browserErrors,
    "web-vitals": config.webVitals,
    offline: config.offline,
    backups: config.backupDirectory !== null,
    hungary: site.country === hungary.country,
  };
  return { values, facts };
}

function hostName(origin: string): string {
  return new URL(origin).host;
}

const marked = new Marked({
  async: false,
  renderer: {
    // HTML in the text of a page is escaped.
    html: ({ text }) => escapeHtml(text),
    // An image could only be of another site, which the content security policy refuses.
    image: ({ text }) => escapeHtml(text),
    link({ href, tokens }) {
      const content = this.parser.parseInline(tokens);
      const isSafe = /^(?:https?:|mailto:|\/(?!\/)|#)/i.test(href);
      return isSafe ? `<a href="${escapeHtml(href)}">${content}</a>` : content;
    },
  },
});

/** HTML of a Markdown text; HTML within it is escaped, and links are http, https or mailto only. */
export function markdownToHtml(markdown: string): string {
  return marked.parse(markdown, { async: false });
}
