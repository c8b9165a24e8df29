import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { configOf } from "#tests/support/services/stand-ins.ts";
import { type Environment, loadConfig, loadConfigOf } from "./load-config.ts";
import { settingSections, settings, settingsIn } from "./settings.ts";

function errorsOf(environment: Environment): string[] {
  const loaded = loadConfig(environment);
  return loaded.ok ? [] : loaded.errors;
}

test("needs nothing", () => {
  expect(configOf({})).toMatchObject({
    port: 3000,
    host: null,
    processes: 1,
    publicUrl: null,
    dataDirectory: resolve("data"),
    backupDirectory: null,
    databaseUrl: null,
    ignoredSettings: [],
    authSecret: null,
    administratorUserId: null,
    google: null,
    openId: null,
    smtpUrl: null,
    mailFrom: null,
    contactEmail: null,
    site: {
      name: null,
      logo: null,
      colour: null,
      operator: null,
      address: null,
      supervisoryAuthority: null,
      enforcementBody: null,
      startView: null,
      country: "HU",
      border: null,
    },
    geoProvider: "auto",
    mapboxAccessToken: null,
    photonUrl: null,
    valhallaUrl: null,
    mapStyleUrl: null,
    mapPmtiles: null,
    dataLicence: null,
    samplePlaces: true,
    logLevel: "info",
    logDirectory: null,
    trustedProxies: { count: 0, networks: [] },
    visitorDirections: false,
    visitorReports: true,
    browserErrors: true,
    webVitals: true,
    embedOrigins: "everyone",
    offline: true,
    retention: { reportDays: 365, auditDays: 730, accountDays: 365, logDays: 30 },
    contentDirectory: resolve("data/content"),
    rateLimits: true,
    apiReadLimit: 600,
    shutdownDelayMs: 0,
    metricsAllow: [
      { address: "127.0.0.1", prefix: 32 },
      { address: "::1", prefix: 128 },
    ],
  });
});

test("accepts an empty variable as not set", () => {
  expect(configOf({ PORT: "", HOST: " ", DATABASE_URL: "" })).toEqual(configOf({}));
});

test("ignores unknown variables", () => {
  expect(configOf({ PATH: "/bin", PORTS: "x" })).toEqual(configOf({}));
});

/** Settings of an OpenID Connect provider. */
const openId = {
  OIDC_ISSUER: "https://login.example",
  OIDC_CLIENT_ID: "id",
  OIDC_CLIENT_SECRET: "hidden",
  OIDC_NAME: "Városkapu",
};

describe("accepts", () => {
  test.each<[Environment, object]>([
    [{ PORT: "1" }, { port: 1 }],
    [{ WEB_CONCURRENCY: "1" }, { processes: 1 }],
    [{ WEB_CONCURRENCY: "64" }, { processes: 64 }],
    [{ WEB_CONCURRENCY: "auto" }, { processes: availableParallelism() }],
    [{ PORT: "65535" }, { port: 65_535 }],
    [{ HOST: "::1" }, { host: "::1" }],
    [{ PUBLIC_URL: "https://mosdo.example/" }, { publicUrl: "https://mosdo.example" }],
    [{ DATA_DIR: "/srv/mosdo" }, { dataDirectory: "/srv/mosdo" }],
    [{ BACKUP_DIR: "/srv/backups" }, { backupDirectory: "/srv/backups" }],
    [{ BACKUP_DIR: " backups " }, { backupDirectory: resolve("backups") }],
    [{ MAP_PMTILES: "/srv/map.pmtiles" }, { mapPmtiles: "/srv/map.pmtiles" }],
    [{ MAP_PMTILES: "map.pmtiles" }, { mapPmtiles: resolve("map.pmtiles") }],
    [{ MAP_PMTILES: "https://a.example/m" }, { mapPmtiles: "https://a.example/m" }],
    [{ DATABASE_URL: "postgresql://db/mosdo" }, { databaseUrl: "postgresql://db/mosdo" }],
    [
      { DATABASE_READ_URL: "anything" },
      {
        ignoredSettings: [
          "DATABASE_READ_URL is no longer needed and is ignored: all reads go to DATABASE_URL.",
        ],
      },
    ],
    [
      { GEO_PROVIDER: "local", MAP_STYLE_URL: "https://a.example/style.json" },
      {
        geoProvider: "embedded",
        ignoredSettings: [expect.stringMatching(/^MAP_STYLE_URL is set, but .* asks no other/)],
      },
    ],
    [
      { MAPBOX_ACCESS_TOKEN: "pk.x" },
      { ignoredSettings: ["MAPBOX_ACCESS_TOKEN is set, but only GEO_PROVIDER=mapbox uses it."] },
    ],
    [{ AUTH_SECRET: "x".repeat(32) }, { authSecret: "x".repeat(32) }],
    [{ SMTP_URL: "smtps://u:p@host" }, { smtpUrl: "smtps://u:p@host" }],
    [{ MAIL_FROM: "Mosdó <a@b.example>" }, { mailFrom: "Mosdó <a@b.example>" }],
    [{ CONTACT_EMAIL: "a@b.example" }, { contactEmail: "a@b.example" }],
    [{ SITE_NAME: " Kőbányai mosdók " }, { site: { name: "Kőbányai mosdók" } }],
    [{ SITE_NAME: "ő".repeat(40) }, { site: { name: "ő".repeat(40) } }],
    [{ SITE_COUNTRY: "at" }, { site: { country: "AT" } }],
    [
      { SITE_BORDER: "town.geojson", DATA_DIR: "/srv/mosdo" },
      { site: { border: "/srv/mosdo/town.geojson" } },
    ],
    [{ SITE_BORDER: "/srv/Town.JSON" }, { site: { border: "/srv/Town.JSON" } }],
    [{ SITE_LOGO: "logo.SVG" }, { site: { logo: resolve("logo.SVG") } }],
    [{ SITE_COLOR: "#767676" }, { site: { colour: "#767676" } }],
    [{ SITE_COLOR: "#00646E" }, { site: { colour: "#00646e" } }],
    [{ WEB_VITALS: "off" }, { webVitals: false }],
    [{ OFFLINE: "off" }, { offline: false }],
    [{ CONTENT_DIR: "own" }, { contentDirectory: resolve("own") }],
    [{ DATA_DIR: "/srv/mosdo" }, { contentDirectory: "/srv/mosdo/content" }],
    [{ RETENTION_DAYS_REPORTS: "30" }, { retention: { reportDays: 30 } }],
    [{ RETENTION_DAYS_AUDIT: "30" }, { retention: { auditDays: 30 } }],
    [{ RETENTION_DAYS_AUDIT: "3650" }, { retention: { auditDays: 3650 } }],
    [{ RETENTION_DAYS_ACCOUNTS: "30" }, { retention: { accountDays: 30 } }],
    [{ RETENTION_DAYS_ACCOUNTS: "off" }, { retention: { accountDays: null } }],
    [{ RETENTION_DAYS_LOGS: "1" }, { retention: { logDays: 1 } }],
    [{ RETENTION_DAYS_LOGS: "off" }, { retention: { logDays: null } }],
    [{ LOG_DIR: "logs" }, { logDirectory: resolve("logs") }],
    [{ SITE_OPERATOR: "Város" }, { site: { operator: "Város" } }],
    [{ SITE_ADDRESS: "x".repeat(200) }, { site: { address: "x".repeat(200) } }],
    [
      { INITIAL_VIEW: "19.04, 47.5, 12" },
      { site: { startView: { longitude: 19.04, latitude: 47.5, zoom: 12 } } },
    ],
    [{ GEO_PROVIDER: "embedded" }, { geoProvider: "embedded" }],
    [{ SAMPLE_PLACES: "off" }, { samplePlaces: false }],
    [{ LOG_LEVEL: "silent" }, { logLevel: "silent" }],
    [
      { TRUST_PROXY: "on" },
      {
        trustedProxies: {
          count: 1,
          networks: expect.arrayContaining([{ address: "::1", prefix: 128 }]),
        },
      },
    ],
    [
      { TRUST_PROXY: "2, 203.0.113.7,2001:db8::/32" },
      {
        trustedProxies: {
          count: 2,
          networks: [
            { address: "203.0.113.7", prefix: 32 },
            { address: "2001:db8::", prefix: 32 },
          ],
        },
      },
    ],
    [{ VISITOR_DIRECTIONS: "on" }, { visitorDirections: true }],
    [{ VISITOR_REPORTS: "off" }, { visitorReports: false }],
    [{ BROWSER_ERRORS: "off" }, { browserErrors: false }],
    [{ RATE_LIMITS: "off" }, { rateLimits: false }],
    [{ DATA_LICENCE: " CC BY 4.0 " }, { dataLicence: "CC BY 4.0" }],
    [{ API_READ_LIMIT: "0" }, { apiReadLimit: 0 }],
    [{ API_READ_LIMIT: "9999999" }, { apiReadLimit: 9_999_999 }],
    [{ SHUTDOWN_DELAY: "300" }, { shutdownDelayMs: 300_000 }],
    [{ METRICS_ALLOW: "off" }, { metricsAllow: [] }],
    [{ EMBED_ORIGINS: "*" }, { embedOrigins: "everyone" }],
    [{ EMBED_ORIGINS: "none" }, { embedOrigins: [] }],
    [
      { EMBED_ORIGINS: "https://a.hu/, http://b.hu:8080" },
      { embedOrigins: ["https://a.hu", "http://b.hu:8080"] },
    ],
    [{ METRICS_ALLOW: "10.0.0.0/8" }, { metricsAllow: [{ address: "10.0.0.0", prefix: 8 }] }],
    [
      { METRICS_ALLOW: "0.0.0.0/0,::/0 , 10.1.2.3/32,2001:db8::/128" },
      {
        metricsAllow: [
          { address: "0.0.0.0", prefix: 0 },
          { address: "::", prefix: 0 },
          { address: "10.1.2.3", prefix: 32 },
          { address: "2001:db8::", prefix: 128 },
        ],
      },
    ],
    [
      { GOOGLE_CLIENT_ID: "id", GOOGLE_CLIENT_SECRET: "secret" },
      { google: { clientId: "id", clientSecret: "secret", discoveryUrl: null } },
    ],
    ...["https://login.example/realms/town", "https://a.example/o/m/", "http://localhost:8080"].map(
      (issuer): [Environment, object] => [
        { ...openId, OIDC_ISSUER: issuer },
        { openId: { issuer, clientId: "id", clientSecret: "hidden", name: "Városkapu" } },
      ],
    ),
  ])("%o", (environment, expected) => {
    expect(configOf(environment)).toMatchObject(expected);
  });
});

test.each([
  "10.0.0.0/33",
  "::/129",
  "10.0.0.0/",
  "10.0.0.0/08",
  "10.0.0.0/-1",
  "10.0.0",
  "fe80::1%eth0",
  "monitor.example",
  "10.0.0.1,",
  "on",
])("refuses METRICS_ALLOW=%s", (value) => {
  expect(errorsOf({ METRICS_ALLOW: value })).toEqual([
    `METRICS_ALLOW is '${value}': it must be 'off' or addresses with commas between, each with or without a prefix: 127.0.0.1, 10.0.0.0/8, ::1.`,
  ]);
});

test.each([
  "https://a.hu,",
  "a.hu",
  "https://a.hu/b",
  "https://*.a.hu",
  "https://a;b.hu",
  "*,https://a.hu",
])("refuses EMBED_ORIGINS=%s", (value) => {
  expect(errorsOf({ EMBED_ORIGINS: value })).toEqual([
    `EMBED_ORIGINS is '${value}': it must be '*' for every site, 'none', or origins with commas between, such as https://example.org.`,
  ]);
});

describe("refuses, saying the name, the error and what is allowed,", () => {
  test.each<[Environment, string]>([
    [{ PORT: "0" }, "PORT is '0': it must be a whole number from 1 to 65535."],
    [{ PORT: "65536" }, "PORT is '65536': it must be a whole number from 1 to 65535."],
    [{ PORT: "80a" }, "PORT is '80a': it must be a whole number from 1 to 65535."],
    [
      { PUBLIC_URL: "https://a.example/b" },
      "PUBLIC_URL is 'https://a.example/b': it must be an origin such as https://example.org, without a path.",
    ],
    [{ CONTACT_EMAIL: "someone" }, "CONTACT_EMAIL is 'someone': it must be an e-mail address."],
    [
      { SITE_COLOR: "#777777" },
      "SITE_COLOR is '#777777': it must be a colour such as #00646e whose contrast with white is 4.5 or more: choose a darker one (docs/operating-town.md).",
    ],
    [
      { SITE_LOGO: "logo.gif" },
      "SITE_LOGO is 'logo.gif': it must be a path that ends in .svg or .png.",
    ],
    [
      { SITE_COUNTRY: "UK" },
      "SITE_COUNTRY is 'UK': it must be a country's two letters, such as HU or AT (ISO 3166-1 alpha-2).",
    ],
    [
      { SITE_BORDER: "town.shp" },
      "SITE_BORDER is 'town.shp': it must be a path that ends in .geojson or .json.",
    ],
    [
      { INITIAL_VIEW: "19.04,91,12" },
      "INITIAL_VIEW is '19.04,91,12': it must be longitude, latitude and zoom with commas between, such as 19.04,47.5,12.",
    ],
    [
      { SITE_ADDRESS: "x".repeat(201) },
      `SITE_ADDRESS is '${"x".repeat(201)}': it must be a text of at most 200 characters in one line.`,
    ],
    [{ SAMPLE_PLACES: "no" }, "SAMPLE_PLACES is 'no': it must be 'on' or 'off'."],
    [{ BROWSER_ERRORS: "no" }, "BROWSER_ERRORS is 'no': it must be 'on' or 'off'."],
    [{ RATE_LIMITS: "0" }, "RATE_LIMITS is '0': it must be 'on' or 'off'."],
    [
      { API_READ_LIMIT: "-1" },
      "API_READ_LIMIT is '-1': it must be a whole number of calls a minute, or 0 for no limit.",
    ],
    ...["301", "-1", "1.5", "5s"].map((delay): [Record<string, string>, string] => [
      { SHUTDOWN_DELAY: delay },
      `SHUTDOWN_DELAY is '${delay}': it must be a whole number of seconds, at most 300.`,
    ]),
    [
      { GEO_PROVIDER: "google" },
      "GEO_PROVIDER is 'google': it must be one of auto, embedded, open, mapbox.",
    ],
    [
      { LOG_LEVEL: "loud" },
      "LOG_LEVEL is 'loud': it must be one of trace, debug, info, warn, error, fatal, silent.",
    ],
    [{ VISITOR_DIRECTIONS: "yes" }, "VISITOR_DIRECTIONS is 'yes': it must be 'on' or 'off'."],
    [
      { TRUST_PROXY: "on, off" },
      "TRUST_PROXY is 'on, off': it must be 'off', 'on' or the number of proxies in front, 1 to 9, where need be with their addresses: on, 203.0.113.7.",
    ],
    [
      { TRUST_PROXY: "10" },
      "TRUST_PROXY is '10': it must be 'off', 'on' or the number of proxies in front, 1 to 9, where need be with their addresses: on, 203.0.113.7.",
    ],
    [
      { AUTH_SECRET: "x".repeat(31) },
      "AUTH_SECRET has a wrong value: it must be at least 32 characters.",
    ],
    [
      { DATABASE_URL: "mysql://u:hidden@h/d" },
      "DATABASE_URL has a wrong value: it must be an address such as postgres://user:password@host:5432/database.",
    ],
    [
      { SMTP_URL: "mail.example" },
      "SMTP_URL has a wrong value: it must be an address such as smtp://user:password@host:587 or smtps://host.",
    ],
    [
      { MAPBOX_ACCESS_TOKEN: "sk.hidden" },
      "MAPBOX_ACCESS_TOKEN has a wrong value: it must be a public token, such as pk.…: never a secret one.",
    ],
    [
      { PHOTON_URL: "ftp://x" },
      "PHOTON_URL has a wrong value: it must be an address that starts with http:// or https://.",
    ],
    [
      { MAIL_FROM: "Mosdó" },
      "MAIL_FROM is 'Mosdó': it must be an e-mail address, or a name with one: Name <someone@example.org>.",
    ],
    ...[
      "http://login.example",
      "login.example",
      "https://login.example?a=b",
      "https://user@login.example",
    ].map((issuer): [Environment, string] => [
      { ...openId, OIDC_ISSUER: issuer },
      `OIDC_ISSUER is '${issuer}': it must be an address such as https://login.example.org/realms/town, with https but for localhost, without a query.`,
    ]),
    [
      { ...openId, OIDC_NAME: "<b>" },
      "OIDC_NAME is '<b>': it must be a name of at most 40 characters in one line, without < > \" and \\.",
    ],
    [
      { OIDC_ISSUER: openId.OIDC_ISSUER, OIDC_NAME: "Városkapu" },
      "OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_NAME belong together: OIDC_CLIENT_ID, OIDC_CLIENT_SECRET must be set too, or none.",
    ],
    [
      { GOOGLE_CLIENT_ID: "id" },
      "GOOGLE_CLIENT_ID is set without GOOGLE_CLIENT_SECRET: set both, or leave GOOGLE_CLIENT_ID out.",
    ],
    [
      { GEO_PROVIDER: "mapbox" },
      "GEO_PROVIDER is 'mapbox' without MAPBOX_ACCESS_TOKEN: set the token too.",
    ],
  ])("%o", (environment, error) => {
    expect(errorsOf(environment)).toEqual([error]);
  });
});

test.each(["x".repeat(41), "a<b", 'a"b', "a\\b", "a\nb"])("refuses SITE_NAME=%j", (name) => {
  expect(errorsOf({ SITE_NAME: name })).toEqual([
    `SITE_NAME is '${name}': it must be a name of at most 40 characters in one line, without < > " and \\.`,
  ]);
});

test.each(["red", "#fff", "#ff0000", "00646e"])("refuses SITE_COLOR=%s", (colour) => {
  expect(errorsOf({ SITE_COLOR: colour })).toHaveLength(1);
});

test.each([
  ...["29", "3651", "0", "-30", "30.5", "never", "03650"].map((value) => ["REPORTS", value, 30]),
  ["AUDIT", "29", 30],
  ["ACCOUNTS", "29", 30],
  ["LOGS", "0", 1],
] as [string, string, number][])("refuses RETENTION_DAYS_%s=%s", (name, value, least) => {
  expect(errorsOf({ [`RETENTION_DAYS_${name}`]: value })).toEqual([
    `RETENTION_DAYS_${name} is '${value}': it must be a whole number of days from ${least} to 3650, or 'off' to keep it for ever.`,
  ]);
});

test("names every error at once", () => {
  expect(errorsOf({ PORT: "x", LOG_LEVEL: "x" })).toHaveLength(2);
});

describe("the documented settings", () => {
  test("are those of the table: -u writes docs/settings.md anew", async () => {
    const path = "docs/settings.md";
    const [introduction] = readFileSync(path, "utf8").split("\n## ", 1);
    const sections = Object.entries(settingSections).map(([heading, table]) => {
      const rows = settingsIn(table).map(
        ({ variable, unset, meaning }) =>
          `| \`${variable}\` | ${unset && `${unset} `}| ${meaning} |\n`,
      );
      return `## ${heading}\n| name | default | meaning |\n|---|---|---|\n${rows.join("")}`;
    });
    await expect([`${introduction.trim()}\n`, ...sections].join("\n")).toMatchFileSnapshot(
      resolve(path),
    );
  });

  test("of the README are ten of them", () => {
    const names = readFileSync("README.md", "utf8")
      .split("\n")
      .filter((line) => line.startsWith("| `"))
      .flatMap((line) => line.split("|")[1].match(/[A-Z][A-Z_]+/g) ?? []);
    expect(names).toHaveLength(10);
    expect(settingsIn(settings).map(({ variable }) => variable)).toEqual(
      expect.arrayContaining(names),
    );
  });
});

describe("a file of settings", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "mosdo-env-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const loadFile = (lines: string) => {
    writeFileSync(join(folder, ".env"), lines);
    return loadConfigOf(folder);
  };

  test.each([
    ['SITE_NAME="a#b"', "a#b"],
    ["SITE_NAME='a#b'", "a#b"],
    ['export SITE_NAME = "a#b" # ours', "a#b"],
    ["SITE_NAME=a # b#c", "a"],
    ["SITE_NAME=a\t# b", "a"],
    ["SITE_NAME= # none", null],
    ["# SITE_NAME=a#b", null],
  ])("has a comment after a space, and # within quotes: %s", (line, name) => {
    const loaded = loadFile(`PORT=1 # one\n${line}\n`);
    expect(loaded.ok && [loaded.config.port, loaded.config.site.name]).toEqual([1, name]);
  });

  test.each([
    "SITE_COLOR=#8a1538",
    "SITE_COLOR = 1#2 # ours",
    "export SITE_COLOR=1#",
    "SITE_COLOR=#",
  ])("is refused where # would cut a value off: %s", (line) => {
    expect(loadFile(`PORT=1\n\n${line}\n`)).toEqual({
      ok: false,
      errors: [
        '.env, line 3: SITE_COLOR has a # that begins a comment: put the value between quotes, SITE_COLOR="…".',
      ],
    });
  });

  test("is as the documents have it", () => {
    const documents = readdirSync("docs").filter((name) => name.endsWith(".md"));
    const texts = ["README.md", ...documents.map((name) => join("docs", name))].map((path) =>
      readFileSync(path, "utf8"),
    );
    const blocks = texts.flatMap((text) => [...text.matchAll(/^```sh\n([\s\S]*?)^```/gm)]);
    const settings = blocks.map(
      ([, block]) => block.match(/^[A-Z][A-Z_]+=.*$/gm)?.join("\n") ?? "",
    );
    const given = settings.filter((lines) => lines !== "");
    expect(given.length).toBeGreaterThan(3);
    for (const lines of given) {
      const loaded = loadFile(lines);
      const cut = loaded.ok ? [] : loaded.errors.filter((error) => error.startsWith(".env"));
      expect(cut, lines).toEqual([]);
    }
  });
});
