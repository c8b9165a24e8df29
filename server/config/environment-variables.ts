import { isIP } from "node:net";
import { availableParallelism } from "node:os";
import * as v from "valibot";
import { isReadableOnWhite } from "#domain/branding/site-colour.ts";
import type { EmbedOrigins } from "#domain/embed/embed-messages.ts";
import { isCountryCode } from "#domain/geography/country-code.ts";
import { type MapView, parseMapView } from "#domain/map/map-view.ts";
import { isLoopbackUrl } from "#domain/operation/loopback-url.ts";
import { hungary } from "#domain/place/home-country.ts";
import { geoProviders, type IpRange, logLevels, type TrustedProxies } from "./config.ts";

const allowed = {
  port: "a whole number from 1 to 65535",
  onOff: "'on' or 'off'",
  processes: "a whole number from 1 to 64, or 'auto' for one a processor",
  origin: "an origin such as https://example.org, without a path",
  web: "an address that starts with http:// or https://",
  database: "an address such as postgres://user:password@host:5432/database",
  smtp: "an address such as smtp://user:password@host:587 or smtps://host",
  email: "an e-mail address",
  sender: "an e-mail address, or a name with one: Name <someone@example.org>",
  issuer:
    "an address such as https://login.example.org/realms/town, with https but for localhost, without a query",
  siteName: 'a name of at most 40 characters in one line, without < > " and \\',
  days: "a whole number of days from 30 to 3650, or 'off' to keep it for ever",
  logDays: "a whole number of days from 1 to 3650, or 'off' to keep it for ever",
  line: "a text of at most 200 characters in one line",
  colour:
    "a colour such as #00646e whose contrast with white is 4.5 or more: choose a darker one (docs/operating-town.md)",
  logo: "a path that ends in .svg or .png",
  country: "a country's two letters, such as HU or AT (ISO 3166-1 alpha-2)",
  border: "a path that ends in .geojson or .json",
  view: "longitude, latitude and zoom with commas between, such as 19.04,47.5,12",
  embedOrigins:
    "'*' for every site, 'none', or origins with commas between, such as https://example.org",
  secret: "at least 32 characters",
  publicToken: "a public token, such as pk.…: never a secret one",
  seconds: "a whole number of seconds, at most 300",
  calls: "a whole number of calls a minute, or 0 for no limit",
  proxies:
    "'off', 'on' or the number of proxies in front, 1 to 9, where need be with their addresses: on, 203.0.113.7",
  addresses:
    "'off' or addresses with commas between, each with or without a prefix: 127.0.0.1, 10.0.0.0/8, ::1",
};

const onOff = v.pipe(
  v.picklist(["on", "off"], allowed.onOff),
  v.transform((value) => value === "on"),
);

const text = v.pipe(v.string(), v.trim());
/** Retention time in days; null for ever. */
const daysFrom = (min: number, text: string) =>
  v.pipe(
    v.string(),
    v.regex(/^(?:off|[1-9]\d{0,3})$/, text),
    v.transform((value) => (value === "off" ? null : Number(value))),
    v.check((value) => value === null || (value >= min && value <= 3650), text),
  );
const days = daysFrom(30, allowed.days);
const line = v.pipe(text, v.regex(/^[^\p{Cc}]{1,200}$/u, allowed.line));
const siteNamePattern = /^[^\p{Cc}<>"\\]{1,40}$/u;
const emailPattern = /^[^\s@<>]+@[^\s@<>]+$/;
const senderPattern = /^(?:[^\s@<>]+@[^\s@<>]+|[^<>]+ <[^\s@<>]+@[^\s@<>]+>)$/;

/**
 * Environment variables of the server, each as a schema whose message names the allowed values. Empty variables count
 * as not set and are removed before.
 */
export const environmentVariables = v.object({
  PORT: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^[1-9]\d{0,4}$/, allowed.port),
      v.transform(Number),
      v.maxValue(65_535, allowed.port),
    ),
    "3000",
  ),
  HOST: v.nullish(text, null),
  WEB_CONCURRENCY: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^(?:auto|[1-9]|[1-5]\d|6[0-4])$/, allowed.processes),
      v.transform((value) => (value === "auto" ? availableParallelism() : Number(value))),
    ),
    "1",
  ),
  PUBLIC_URL: v.nullish(
    v.pipe(
      text,
      v.check(isOrigin, allowed.origin),
      v.transform((value) => new URL(value).origin),
    ),
    null,
  ),
  DATA_DIR: v.optional(v.string(), "./data"),
  BACKUP_DIR: v.nullish(text, null),
  DATABASE_URL: v.nullish(urlWith(["postgres:", "postgresql:"], allowed.database), null),
  DATABASE_READ_URL: v.nullish(text, null),
  AUTH_SECRET: v.nullish(v.pipe(v.string(), v.minLength(32, allowed.secret)), null),
  ADMIN_USER_ID: v.nullish(text, null),
  GOOGLE_CLIENT_ID: v.nullish(text, null),
  GOOGLE_CLIENT_SECRET: v.nullish(text, null),
  GOOGLE_DISCOVERY_URL: v.nullish(webUrl(), null),
  OIDC_ISSUER: v.nullish(v.pipe(text, v.check(isIssuer, allowed.issuer)), null),
  OIDC_CLIENT_ID: v.nullish(text, null),
  OIDC_CLIENT_SECRET: v.nullish(text, null),
  OIDC_NAME: v.nullish(v.pipe(text, v.regex(siteNamePattern, allowed.siteName)), null),
  SMTP_URL: v.nullish(urlWith(["smtp:", "smtps:"], allowed.smtp), null),
  MAIL_FROM: v.nullish(v.pipe(text, v.regex(senderPattern, allowed.sender)), null),
  CONTACT_EMAIL: v.nullish(v.pipe(text, v.regex(emailPattern, allowed.email)), null),
  SITE_NAME: v.nullish(v.pipe(text, v.regex(siteNamePattern, allowed.siteName)), null),
  SITE_LOGO: v.nullish(v.pipe(text, v.regex(/\.(?:svg|png)$/i, allowed.logo)), null),
  SITE_COLOR: v.nullish(
    v.pipe(text, v.toLowerCase(), v.check(isReadableOnWhite, allowed.colour)),
    null,
  ),
  SITE_OPERATOR: v.nullish(line, null),
  SUPERVISORY_AUTHORITY: v.nullish(line, null),
  ENFORCEMENT_BODY: v.nullish(line, null),
  CONTENT_DIR: v.nullish(text, null),
  RETENTION_DAYS_REPORTS: v.optional(days, "365"),
  RETENTION_DAYS_AUDIT: v.optional(days, "730"),
  RETENTION_DAYS_ACCOUNTS: v.optional(days, "365"),
  RETENTION_DAYS_LOGS: v.optional(daysFrom(1, allowed.logDays), "30"),
  WEB_VITALS: v.optional(onOff, "on"),
  OFFLINE: v.optional(onOff, "on"),
  SITE_ADDRESS: v.nullish(line, null),
  SITE_COUNTRY: v.optional(
    v.pipe(text, v.toUpperCase(), v.check(isCountryCode, allowed.country)),
    hungary.country,
  ),
  SITE_BORDER: v.nullish(v.pipe(text, v.regex(/\.(?:geo)?json$/i, allowed.border)), null),
  INITIAL_VIEW: v.nullish(
    v.pipe(
      text,
      v.transform((value) => parseMapView(value.replaceAll(" ", ""))),
      v.custom<MapView>((view) => view !== null, allowed.view),
    ),
    null,
  ),
  GEO_PROVIDER: v.optional(
    v.pipe(
      v.picklist([...geoProviders, "local"], `one of ${geoProviders.join(", ")}`),
      // Its former name where an extract is imported.
      v.transform((provider) => (provider === "local" ? "embedded" : provider)),
    ),
    "auto",
  ),
  // Browsers fetch the map's tiles with the token, so every visitor can read it.
  MAPBOX_ACCESS_TOKEN: v.nullish(v.pipe(text, v.regex(/^(?!sk\.)/, allowed.publicToken)), null),
  PHOTON_URL: v.nullish(webUrl(), null),
  VALHALLA_URL: v.nullish(webUrl(), null),
  MAP_STYLE_URL: v.nullish(webUrl(), null),
  MAP_PMTILES: v.nullish(text, null),
  DATA_LICENCE: v.nullish(text, null),
  SAMPLE_PLACES: v.optional(onOff, "on"),
  LOG_DIR: v.nullish(text, null),
  LOG_LEVEL: v.optional(v.picklist(logLevels, `one of ${logLevels.join(", ")}`), "info"),
  VISITOR_DIRECTIONS: v.optional(onOff, "off"),
  VISITOR_REPORTS: v.optional(onOff, "on"),
  BROWSER_ERRORS: v.optional(onOff, "on"),
  TRUST_PROXY: v.optional(
    v.pipe(
      v.string(),
      v.transform(readTrustedProxies),
      v.custom<TrustedProxies>((proxies) => proxies !== null, allowed.proxies),
    ),
    "off",
  ),
  RATE_LIMITS: v.optional(onOff, "on"),
  API_READ_LIMIT: v.optional(
    v.pipe(v.string(), v.regex(/^(?:0|[1-9]\d{0,6})$/, allowed.calls), v.transform(Number)),
    "600",
  ),
  SHUTDOWN_DELAY: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,3}$/, allowed.seconds),
      v.transform(Number),
      v.maxValue(300, allowed.seconds),
    ),
    "0",
  ),
  EMBED_ORIGINS: v.optional(
    v.pipe(
      v.string(),
      v.transform(readEmbedOrigins),
      v.custom<EmbedOrigins>((origins) => origins !== null, allowed.embedOrigins),
    ),
    "*",
  ),
  METRICS_ALLOW: v.optional(
    v.pipe(
      v.string(),
      v.transform((value) => (value.trim() === "off" ? [] : readIpRanges(value))),
      v.custom<IpRange[]>((ranges) => ranges !== null, allowed.addresses),
    ),
    "127.0.0.1, ::1",
  ),
});

type VariableName = keyof typeof environmentVariables.entries;

/** Variables whose values must never be shown, not even in error messages. */
export const secretVariables: ReadonlySet<string> = new Set<VariableName>([
  "DATABASE_URL",
  "DATABASE_READ_URL",
  "AUTH_SECRET",
  "GOOGLE_CLIENT_SECRET",
  "OIDC_CLIENT_SECRET",
  "SMTP_URL",
  "MAPBOX_ACCESS_TOKEN",
  "PHOTON_URL",
  "VALHALLA_URL",
  "MAP_STYLE_URL",
]);

/** Origins separated by commas; `everyone` for `*`; none for `none`; null where one is not an origin. */
function readEmbedOrigins(value: string): EmbedOrigins | null {
  if (value.trim() === "*") return "everyone";
  if (value.trim() === "none") return [];
  const parts = value.split(",").map((part) => part.trim());
  if (!parts.every(isOrigin)) return null;
  const origins = parts.map((part) => new URL(part).origin);
  // They become part of a content security policy, in which a star or a semicolon has a meaning.
  return origins.every((origin) => /^https?:\/\/[\w.:[\]-]+$/.test(origin)) ? origins : null;
}

function webUrl() {
  return urlWith(["http:", "https:"], allowed.web);
}

function urlWith(protocols: readonly string[], message: string) {
  return v.pipe(
    text,
    v.check((value) => protocols.includes(URL.parse(value)?.protocol ?? ""), message),
  );
}

function isOrigin(value: string): boolean {
  const url = URL.parse(value);
  if (url?.protocol !== "http:" && url?.protocol !== "https:") return false;
  return url.pathname === "/" && !url.search && !url.hash && !url.username && !url.password;
}

/** Loopback, link-local and private networks (RFC 1122 3.2.1.3, 1918, 3927, 4193, 4291 2.4, 6598). */
const privateNetworks =
  "127.0.0.0/8, 10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16, 169.254.0.0/16, 100.64.0.0/10, ::1, fc00::/7, fe80::/10";

/**
 * The number of proxies, and the networks that they connect from, private ones unless named: `on`, `2`,
 * `on, 203.0.113.7`. Null for anything else.
 */
function readTrustedProxies(value: string): TrustedProxies | null {
  if (value === "off") return { count: 0, networks: [] };
  const [, count, named = privateNetworks] = /^(on|[1-9])(?:\s*,(.*))?$/.exec(value) ?? [];
  if (count === undefined) return null;
  const networks = readIpRanges(named);
  return networks && { count: count === "on" ? 1 : Number(count), networks };
}

const bitsOf: Readonly<Record<number, number>> = { 4: 32, 6: 128 };

/** IP addresses and networks (RFC 4632, RFC 4291 2.3) separated by commas; null where one is neither. */
function readIpRanges(value: string): IpRange[] | null {
  const ranges = value.split(",").map(readIpRange);
  return ranges.every((range) => range !== null) ? ranges : null;
}

function readIpRange(text: string): IpRange | null {
  const [, urlWith = "", prefix] = /^([^/%]+)(?:\/(0|[1-9]\d{0,2}))?$/.exec(text.trim()) ?? [];
  const bits = bitsOf[isIP(urlWith)];
  if (bits === undefined) return null;
  const range = { address: urlWith, prefix: prefix === undefined ? bits : Number(prefix) };
  return range.prefix <= bits ? range : null;
}

/** OpenID Connect Core, 2: an https URL without query and fragment; for localhost also http, for tests. */
function isIssuer(value: string): boolean {
  const url = URL.parse(value);
  if (url === null || /[?#@]/.test(value)) return false;
  return url.protocol === "https:" || (url.protocol === "http:" && isLoopbackUrl(url));
}
