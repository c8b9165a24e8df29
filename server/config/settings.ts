import { isIP } from "node:net";
import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import * as v from "valibot";
import { isReadableOnWhite } from "#domain/branding/site-colour.ts";
import type { EmbedOrigins } from "#domain/embed/embed-messages.ts";
import { isCountryCode } from "#domain/geography/country-code.ts";
import { type MapView, parseMapView } from "#domain/map/map-view.ts";
import { isLocalhost } from "#domain/operation/is-localhost.ts";
import { hungary } from "#domain/place/home-country.ts";

/** A setting of the operator: an environment variable, its check and its documentation. */
interface Setting<Value> {
  /** Name of the environment variable. */
  readonly variable: string;
  /** Reads the variable's text; its message names the allowed values. */
  readonly schema: v.GenericSchema<string | null | undefined, Value>;
  /** Whether its value must never be shown, not even in error messages. */
  readonly isSecret: boolean;
  /** What holds where it is not set, in Markdown; empty where nothing does. */
  readonly unset: string;
  /** One line of Markdown, in which pipes do not occur. */
  readonly meaning: string;
}

type TextSchema<Value> = v.GenericSchema<string, Value>;

/** Setting with a default, which is read as the operator's text is. */
function setting<Value>(
  variable: string,
  initial: string,
  schema: TextSchema<Value>,
  meaning: string,
): Setting<Value> {
  const withDefault = v.optional(schema, initial);
  return { variable, schema: withDefault, isSecret: false, unset: `\`${initial}\``, meaning };
}

/** Setting that is null where it is not set. */
function optional<Value>(
  variable: string,
  schema: TextSchema<Value>,
  meaning: string,
  { unset = "", isSecret = false } = {},
): Setting<Value | null> {
  return { variable, schema: v.nullish(schema, null), isSecret, unset, meaning };
}

const text = v.pipe(v.string(), v.trim());

const matching = (pattern: RegExp, allowed: string) => v.pipe(text, v.regex(pattern, allowed));

/** Text that a function reads; null where it cannot. */
const readBy = <Value>(read: (value: string) => Value | null, allowed: string) =>
  v.pipe(
    v.string(),
    v.transform(read),
    v.custom<Value>((value) => value !== null, allowed),
  );

const onOff = v.pipe(
  v.picklist(["on", "off"], "'on' or 'off'"),
  v.transform((value) => value === "on"),
);

/** Number in digits, at most `max`. */
const digits = (pattern: RegExp, allowed: string, max = Number.MAX_SAFE_INTEGER) =>
  v.pipe(v.string(), v.regex(pattern, allowed), v.transform(Number), v.maxValue(max, allowed));

/** Retention time in days; null for ever. */
function daysFrom(min: number) {
  const allowed = `a whole number of days from ${min} to 3650, or 'off' to keep it for ever`;
  return v.pipe(
    v.string(),
    v.regex(/^(?:off|[1-9]\d{0,3})$/, allowed),
    v.transform((value) => (value === "off" ? null : Number(value))),
    v.check((value) => value === null || (value >= min && value <= 3650), allowed),
  );
}

const processes = v.pipe(
  v.string(),
  v.regex(
    /^(?:auto|[1-9]|[1-5]\d|6[0-4])$/,
    "a whole number from 1 to 64, or 'auto' for one a processor",
  ),
  v.transform((value) => (value === "auto" ? availableParallelism() : Number(value))),
);

/** Absolute path; a relative one begins at the working directory. */
const path = v.pipe(
  text,
  v.transform((value) => resolve(value)),
);

const fileOrUrl = v.pipe(
  text,
  v.transform((value) => (isWebUrl(value) ? value : resolve(value))),
);

const url = (protocols: readonly string[], allowed: string) =>
  v.pipe(
    text,
    v.check((value) => protocols.includes(URL.parse(value)?.protocol ?? ""), allowed),
  );

const webUrl = url(["http:", "https:"], "an address that starts with http:// or https://");

const origin = v.pipe(
  text,
  v.check(isOrigin, "an origin such as https://example.org, without a path"),
  v.transform((value) => new URL(value).origin),
);

const line = matching(/^[^\p{Cc}]{1,200}$/u, "a text of at most 200 characters in one line");

const name = matching(
  /^[^\p{Cc}<>"\\]{1,40}$/u,
  'a name of at most 40 characters in one line, without < > " and \\',
);

const email = matching(/^[^\s@<>]+@[^\s@<>]+$/, "an e-mail address");

const sender = matching(
  /^(?:[^\s@<>]+@[^\s@<>]+|[^<>]+ <[^\s@<>]+@[^\s@<>]+>)$/,
  "an e-mail address, or a name with one: Name <someone@example.org>",
);

const logo = v.pipe(matching(/\.(?:svg|png)$/i, "a path that ends in .svg or .png"), path);

const colour = v.pipe(
  text,
  v.toLowerCase(),
  v.check(
    isReadableOnWhite,
    "a colour such as #00646e whose contrast with white is 4.5 or more: choose a darker one (docs/operating-town.md)",
  ),
);

const country = v.pipe(
  text,
  v.toUpperCase(),
  v.check(isCountryCode, "a country's two letters, such as HU or AT (ISO 3166-1 alpha-2)"),
);

const view = readBy<MapView>(
  (value) => parseMapView(value.replaceAll(" ", "")),
  "longitude, latitude and zoom with commas between, such as 19.04,47.5,12",
);

const secret = v.pipe(v.string(), v.minLength(32, "at least 32 characters"));

const issuer = v.pipe(
  text,
  v.check(
    isIssuer,
    "an address such as https://login.example.org/realms/town, with https but for localhost, without a query",
  ),
);

const geoProviders = ["auto", "embedded", "open", "mapbox"] as const;

const geoProvider = v.pipe(
  v.picklist([...geoProviders, "local"], `one of ${geoProviders.join(", ")}`),
  // Its former name where an extract is imported.
  v.transform((provider) => (provider === "local" ? "embedded" : provider)),
);

/** Log levels of pino, the quietest last. */
const logLevels = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;

/** IP addresses with the same prefix. */
export interface IpRange {
  /** IPv4 or IPv6 address. */
  readonly address: string;
  /** Length of the prefix in bits: 32 or 128 for a single address. */
  readonly prefix: number;
}

/** Trusted proxies (`TRUST_PROXY`). */
export interface TrustedProxies {
  /** Number of proxies that append to `X-Forwarded-For`, one after the other; 0 without any. */
  readonly count: number;
  /** Networks that the last of them connects from. */
  readonly networks: readonly IpRange[];
}

const server = {
  port: setting(
    "PORT",
    "3000",
    digits(/^[1-9]\d{0,4}$/, "a whole number from 1 to 65535", 65_535),
    "port of the web server",
  ),
  host: optional("HOST", text, "IP address that it listens on", { unset: "all interfaces" }),
  /** Origin of the site for visitors, without a slash at the end. */
  publicUrl: optional(
    "PUBLIC_URL",
    origin,
    "URL that visitors use, such as `https://mosdo.example`; with https, cookies and browsers keep to https ([behind a proxy](operating-guide.md#behind-a-proxy))",
    { unset: "the request's own; in mails `http://localhost:PORT`" },
  ),
  trustedProxies: setting(
    "TRUST_PROXY",
    "off",
    readBy(
      readTrustedProxies,
      "'off', 'on' or the number of proxies in front, 1 to 9, where need be with their addresses: on, 203.0.113.7",
    ),
    "number of proxies in front that name the client (`on` is one), from this machine and private networks; name proxies elsewhere: `on, 203.0.113.7`",
  ),
  /** Number of processes that listen on the port, 1–64. */
  processes: setting(
    "WEB_CONCURRENCY",
    "1",
    processes,
    "number of processes on the port (Linux), or `auto` for one a processor ([several processes](operating-guide.md#several-processes))",
  ),
  shutdownDelayMs: setting(
    "SHUTDOWN_DELAY",
    "0",
    v.pipe(
      digits(/^\d{1,3}$/, "a whole number of seconds, at most 300", 300),
      v.transform((seconds) => seconds * 1000),
    ),
    "seconds for which a stopping server still responds while `/readyz` says 503: as long as your load balancer needs to notice",
  ),
  authSecret: optional(
    "AUTH_SECRET",
    secret,
    "signs sessions, 32 characters or more; the same on every server of one database ([sessions and secrets](operating-accounts.md#sessions-and-secrets))",
    { unset: "made and kept in `DATA_DIR`", isSecret: true },
  ),
  apiReadLimit: setting(
    "API_READ_LIMIT",
    "600",
    digits(/^(?:0|[1-9]\d{0,6})$/, "a whole number of calls a minute, or 0 for no limit"),
    "read requests of the API, a minute and client IP address; 0 for no limit",
  ),
  rateLimits: setting("RATE_LIMITS", "on", onOff, "`off` only for load tests on your own machine"),
};

const data = {
  /** Absolute path of the folder for everything that must survive a restart. */
  dataDirectory: setting(
    "DATA_DIR",
    "./data",
    v.pipe(
      v.string(),
      v.transform((value) => resolve(value)),
    ),
    "the embedded database, the secret that signs sessions, map files and, without a mail server, the mails",
  ),
  databaseUrl: optional(
    "DATABASE_URL",
    url(
      ["postgres:", "postgresql:"],
      "an address such as postgres://user:password@host:5432/database",
    ),
    "a PostgreSQL of your own, 15 or newer ([how](operating-guide.md#a-postgresql-of-your-own))",
    { unset: "embedded PostgreSQL", isSecret: true },
  ),
  formerReadUrl: optional(
    "DATABASE_READ_URL",
    text,
    "no longer needed and ignored: all reads go to `DATABASE_URL`",
    { isSecret: true },
  ),
  /** Absolute path. */
  backupDirectory: optional(
    "BACKUP_DIR",
    path,
    "a folder that gets a backup each day and keeps those of the last days and weeks ([backup](operating-guide.md#backup))",
  ),
  samplePlaces: setting("SAMPLE_PLACES", "on", onOff, "`off` leaves an empty database empty"),
  /** A name or a URL. */
  dataLicence: optional(
    "DATA_LICENCE",
    text,
    "licence of the places that people add here, such as `CC BY 4.0` or its URL: shown by `/data`, exports, the API and the terms for contributors",
    { unset: "`ODbL-1.0`, as our terms say" },
  ),
};

const site = {
  site: {
    name: optional("SITE_NAME", name, "your own name of the product, in every language", {
      unset: "a name in each language",
    }),
    /** Absolute path. */
    logo: optional("SITE_LOGO", logo, "path of your logo, an SVG or PNG file", {
      unset: "our logo",
    }),
    /** `#rrggbb`, readable on white. */
    colour: optional("SITE_COLOR", colour, "your colour, such as `#00646e`", { unset: "teal" }),
    operator: optional("SITE_OPERATOR", line, "who is answerable for the site"),
    address: optional("SITE_ADDRESS", line, "postal address of the operator, in one line"),
    /** ISO 3166-1 alpha-2 (docs/product#home-country). */
    country: setting(
      "SITE_COUNTRY",
      hungary.country,
      country,
      "two letters of the country that you serve: first in forms and searches, and not shown with its places",
    ),
    /** Absolute path (docs/product#border). */
    border: optional(
      "SITE_BORDER",
      matching(/\.(?:geo)?json$/i, "a path that ends in .geojson or .json"),
      "GeoJSON file with the border of your area, a name in `DATA_DIR` or a whole path: drawn on the map, which opens there",
    ),
    startView: optional(
      "INITIAL_VIEW",
      view,
      "first view of the map: longitude, latitude, zoom, such as `19.04,47.5,12`",
      {
        unset:
          "your border, else your country, or the town with the most places where your country has none",
      },
    ),
    supervisoryAuthority: optional(
      "SUPERVISORY_AUTHORITY",
      line,
      "sentence of the privacy notice about where to complain",
      { unset: "NAIH in Hungary, else a general sentence" },
    ),
    enforcementBody: optional(
      "ENFORCEMENT_BODY",
      line,
      "authority that the accessibility statement names",
    ),
  },
  contactEmail: optional(
    "CONTACT_EMAIL",
    email,
    "shown in the guide and by `/.well-known/security.txt`",
  ),
  /** Sites whose pages may frame `/embed` (docs/product#embed). */
  embedOrigins: setting(
    "EMBED_ORIGINS",
    "*",
    readBy(
      readEmbedOrigins,
      "'*' for every site, 'none', or origins with commas between, such as https://example.org",
    ),
    "sites that may show the map in a frame: `*` for all, origins with commas between, such as `https://a.example,https://b.example`, or `none` ([the map on another website](embedding.md))",
  ),
  contentDirectory: optional("CONTENT_DIR", path, "your own texts of the legal pages", {
    unset: "`DATA_DIR/content`",
  }),
};

const visitors = {
  visitorDirections: setting(
    "VISITOR_DIRECTIONS",
    "off",
    onOff,
    "`on` shows directions and links to other maps to everyone; `off`, to signed-in people only",
  ),
  visitorReports: setting(
    "VISITOR_REPORTS",
    "on",
    onOff,
    "`off`: only signed-in people confirm and report places",
  ),
  /** See docs/product#places-without-a-connection. */
  offline: setting(
    "OFFLINE",
    "on",
    onOff,
    "`off`: browsers store nothing for use without a connection, and remove what they have stored",
  ),
  /** See docs/product#speed-of-pages. */
  webVitals: setting("WEB_VITALS", "on", onOff, "`off`: browsers do not report the speed of pages"),
  /** See docs/product#errors-in-browsers. */
  browserErrors: setting(
    "BROWSER_ERRORS",
    "on",
    onOff,
    "`off`: browsers report neither script errors nor violations of a page's security policy ([errors in browsers](operating-guide.md#errors-in-browsers))",
  ),
};

const accounts = {
  administratorUserId: optional(
    "ADMIN_USER_ID",
    text,
    "user id of the administrator; `npm run admin` finds it ([name an administrator](operating-guide.md#name-an-administrator))",
  ),
  smtpUrl: optional(
    "SMTP_URL",
    url(["smtp:", "smtps:"], "an address such as smtp://user:password@host:587 or smtps://host"),
    "mail server, such as `smtps://user:password@mail.example`; without one, mails are files in `DATA_DIR/outbox` and their links are logged ([mail](operating-guide.md#mail))",
    { isSecret: true },
  ),
  mailFrom: optional("MAIL_FROM", sender, "sender of the mails, an address or `Name <address>`", {
    unset: "`Mosdó <no-reply@…>` at our host",
  }),
  google: {
    clientId: optional(
      "GOOGLE_CLIENT_ID",
      text,
      "with `GOOGLE_CLIENT_SECRET`: sign-in with Google ([how](operating-accounts.md#google))",
    ),
    clientSecret: optional("GOOGLE_CLIENT_SECRET", text, "goes with `GOOGLE_CLIENT_ID`", {
      isSecret: true,
    }),
    discoveryUrl: optional(
      "GOOGLE_DISCOVERY_URL",
      webUrl,
      "another OpenID provider in Google's place, for tests",
      { unset: "Google's" },
    ),
  },
  openId: {
    issuer: optional(
      "OIDC_ISSUER",
      issuer,
      "with the next three: sign-in with any OpenID Connect provider ([how](operating-accounts.md#any-openid-connect-provider))",
    ),
    clientId: optional("OIDC_CLIENT_ID", text, "id that the provider has given you"),
    clientSecret: optional("OIDC_CLIENT_SECRET", text, "secret that the provider has given you", {
      isSecret: true,
    }),
    name: optional("OIDC_NAME", name, "name of the provider on its button"),
  },
};

const maps = {
  /** Source of address search, directions and base map (docs/product#map-providers). */
  geoProvider: setting(
    "GEO_PROVIDER",
    "auto",
    geoProvider,
    "source of search, directions and base map: `auto`, `embedded` (all that is on this machine, no other server; `local` is another name of it), `open`, `mapbox` ([operating maps](operating-maps.md))",
  ),
  photonUrl: optional("PHOTON_URL", webUrl, "address search of the open services", {
    unset: "a public one",
    isSecret: true,
  }),
  valhallaUrl: optional("VALHALLA_URL", webUrl, "walking directions of the open services", {
    unset: "a public one",
    isSecret: true,
  }),
  mapStyleUrl: optional(
    "MAP_STYLE_URL",
    webUrl,
    "base map of the open services; not used with `embedded`",
    { unset: "OpenFreeMap's", isSecret: true },
  ),
  /** An absolute path, which we serve, or a URL elsewhere. */
  mapPmtiles: optional(
    "MAP_PMTILES",
    fileOrUrl,
    "a base map in one PMTiles file that the server hands out, or its URL elsewhere ([how to make one](operating-maps.md#a-base-map-of-your-own))",
  ),
  // Browsers fetch the map's tiles with the token, so every visitor can read it.
  mapboxAccessToken: optional(
    "MAPBOX_ACCESS_TOKEN",
    matching(/^(?!sk\.)/, "a public token, such as pk.…: never a secret one"),
    "for `GEO_PROVIDER=mapbox`: a public token",
    { isSecret: true },
  ),
};

const operation = {
  /** Absolute path. */
  logDirectory: optional(
    "LOG_DIR",
    path,
    "a folder that gets the log in files, one a day ([logs](operating-guide.md#logs))",
    { unset: "standard output" },
  ),
  logLevel: setting(
    "LOG_LEVEL",
    "info",
    v.picklist(logLevels, `one of ${logLevels.join(", ")}`),
    logLevels.map((level) => `\`${level}\``).join(", "),
  ),
  metricsAllow: setting(
    "METRICS_ALLOW",
    "127.0.0.1, ::1",
    readBy(
      (value) => (value.trim() === "off" ? [] : readIpRanges(value)),
      "'off' or addresses with commas between, each with or without a prefix: 127.0.0.1, 10.0.0.0/8, ::1",
    ),
    "who may read `/metrics`: IP addresses and networks (`10.0.0.0/8`) with commas between; `off` for none ([metrics](operating-guide.md#metrics))",
  ),
  /** Days after which unneeded data is removed; null for never (docs/product#retention). */
  retention: {
    reportDays: setting(
      "RETENTION_DAYS_REPORTS",
      "365",
      daysFrom(30),
      "days after which settled reports and corrections are removed; `off` for never ([retention](product/operation.md#retention))",
    ),
    auditDays: setting(
      "RETENTION_DAYS_AUDIT",
      "730",
      daysFrom(30),
      "days after which the persons in the audit trail are removed; `off` for never",
    ),
    accountDays: setting(
      "RETENTION_DAYS_ACCOUNTS",
      "365",
      daysFrom(30),
      "days after which accounts that were never confirmed nor used are removed; `off` for never",
    ),
    logDays: setting(
      "RETENTION_DAYS_LOGS",
      "30",
      daysFrom(1),
      "days after which the files of `LOG_DIR` are removed; `off` for never",
    ),
  },
};

/**
 * All settings of the operator. The configuration has the same shape (`config.ts`), and `docs/settings.md` is made of
 * them, in this order: `npx vitest run --project unit server/config -u`.
 */
export const settings = {
  ...{ ...server, ...data, ...site },
  ...{ ...visitors, ...accounts, ...maps, ...operation },
};

/** The same by headings of `docs/settings.md`. */
export const settingSections: Readonly<Record<string, object>> = {
  Server: server,
  Data: data,
  "Your site": site,
  Visitors: visitors,
  "Accounts and mail": accounts,
  Maps: maps,
  "Logs, metrics and retention": operation,
};

/** Values of settings, in the shape of their table. */
export type ValuesOf<Table> = {
  readonly [Name in keyof Table]: Table[Name] extends Setting<unknown>
    ? v.InferOutput<Table[Name]["schema"]>
    : ValuesOf<Table[Name]>;
};

/** Settings of a table, those of its groups included. */
export function settingsIn(table: object): Setting<unknown>[] {
  return Object.values(table).flatMap((entry) => (isSetting(entry) ? [entry] : settingsIn(entry)));
}

/** A table with the value of each setting in its place. */
export function mapSettings<Table extends object>(
  table: Table,
  readValue: (setting: Setting<unknown>) => unknown,
): ValuesOf<Table> {
  const values = Object.entries(table).map(([key, entry]) => [
    key,
    isSetting(entry) ? readValue(entry) : mapSettings(entry, readValue),
  ]);
  return Object.fromEntries(values);
}

function isSetting(entry: object): entry is Setting<unknown> {
  return "variable" in entry;
}

/** Whether a text is an http or https URL, rather than a path. */
export function isWebUrl(value: string): boolean {
  return ["http:", "https:"].includes(URL.parse(value)?.protocol ?? "");
}

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
  const [, address = "", prefix] = /^([^/%]+)(?:\/(0|[1-9]\d{0,2}))?$/.exec(text.trim()) ?? [];
  const bits = bitsOf[isIP(address)];
  if (bits === undefined) return null;
  const range = { address, prefix: prefix === undefined ? bits : Number(prefix) };
  return range.prefix <= bits ? range : null;
}

/** OpenID Connect Core, 2: an https URL without query and fragment; for localhost also http, for tests. */
function isIssuer(value: string): boolean {
  const url = URL.parse(value);
  if (url === null || /[?#@]/.test(value)) return false;
  return url.protocol === "https:" || (url.protocol === "http:" && isLocalhost(url));
}
