import type { EmbedOrigins } from "#domain/embed/embed-messages.ts";
import type { MapView } from "#domain/map/map-view.ts";
import { hungary } from "#domain/place/home-country.ts";

/**
 * Values of `GEO_PROVIDER`: the source of address search, directions and base map
 * (docs/product#map-levels).
 */
export const geoProviders = ["auto", "embedded", "open", "mapbox"] as const;
type GeoProvider = (typeof geoProviders)[number];

/** Log levels of pino, the quietest last. */
export const logLevels = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;
type LogLevel = (typeof logLevels)[number];

/** Sign-in with Google. */
export interface GoogleConfig {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Discovery document of another OpenID provider; null for Google's own. */
  readonly discoveryUrl: string | null;
}

/** Sign-in with the operator's OpenID Connect provider (docs/product#openid-sign-in). */
export interface OpenIdConfig {
  /** Issuer identifier: an https URL, or one of this machine. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Name of the provider on its button. */
  readonly name: string;
}

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

/** The operator's branding and contact (docs/product#look-of-the-operator); null where not set. */
export interface SiteConfig {
  /** Name of the product in every language. */
  readonly name: string | null;
  /** Absolute path of the logo, an SVG or PNG file. */
  readonly logo: string | null;
  /** `#rrggbb`, readable on white. */
  readonly colour: string | null;
  /** Town, company or person that is responsible for the site. */
  readonly operator: string | null;
  /** The operator's postal address, in one line. */
  readonly address: string | null;
  /** Data protection authority. */
  readonly supervisoryAuthority: string | null;
  /** Body for complaints about accessibility. */
  readonly enforcementBody: string | null;
  /** Initial view of the map, where neither URL nor place has another. */
  readonly startView: MapView | null;
  /** Country that is served, ISO 3166-1 alpha-2 (docs/product#home-country). */
  readonly country: string;
  /** Absolute path of the border's file (docs/product#border). */
  readonly border: string | null;
}

/** Site without any settings. */
export const plainSite: SiteConfig = {
  name: null,
  logo: null,
  colour: null,
  operator: null,
  address: null,
  supervisoryAuthority: null,
  enforcementBody: null,
  startView: null,
  country: hungary.country,
  border: null,
};

/** Days after which unneeded data is removed; null for never (docs/product#retention). */
export interface Retention {
  /** Of reports and corrections, since they were settled. */
  readonly reportDays: number | null;
  /** Of the persons in lines of the audit trail. */
  readonly auditDays: number | null;
  /** Of accounts that were never confirmed nor used. */
  readonly accountDays: number | null;
  /** Of log files, where there are any. */
  readonly logDays: number | null;
}

/** Public instances of the open services, which allow modest use by clients that identify themselves. */
export const publicServices = {
  photon: "https://photon.komoot.io",
  valhalla: "https://valhalla1.openstreetmap.de",
} as const;

/** Validated settings of the operator; null is 'not set'. URLs are absolute. */
export interface Config {
  /** TCP port, 1–65535. */
  readonly port: number;
  /** Address to listen on; null for all. */
  readonly host: string | null;
  /** Number of processes that listen on the port, 1–64. */
  readonly processes: number;
  /** Origin of the site for visitors, without a slash at the end. */
  readonly publicUrl: string | null;
  /** Absolute path of the folder for everything that must survive a restart. */
  readonly dataDirectory: string;
  /** Absolute path of the folder that gets a backup a day; null for none. */
  readonly backupDirectory: string | null;
  /** URL of PostgreSQL, instead of the embedded one; may contain a password. */
  readonly databaseUrl: string | null;
  /** A sentence for each known setting that is set but has no effect. */
  readonly ignoredSettings: readonly string[];
  /** Secret that signs sessions; where null, the server creates one and stores it in the data directory. */
  readonly authSecret: string | null;
  readonly administratorUserId: string | null;
  readonly google: GoogleConfig | null;
  readonly openId: OpenIdConfig | null;
  readonly smtpUrl: string | null;
  /** Sender of our mails, an address or `Name <address>`. */
  readonly mailFrom: string | null;
  readonly contactEmail: string | null;
  readonly site: SiteConfig;
  readonly geoProvider: GeoProvider;
  readonly mapboxAccessToken: string | null;
  readonly photonUrl: string | null;
  readonly valhallaUrl: string | null;
  readonly mapStyleUrl: string | null;
  /** A base map in one PMTiles file: an absolute path, which we serve, or a URL elsewhere. */
  readonly mapPmtiles: string | null;
  /** Licence of the places added here, for exports and open data, as a name or a URL. */
  readonly dataLicence: string | null;
  /** Whether an empty database gets sample places. */
  readonly samplePlaces: boolean;
  readonly logLevel: LogLevel;
  /** Absolute path of the folder for log files; null for standard output. */
  readonly logDirectory: string | null;
  /** Whether visitors without a session get directions and links to map services. */
  readonly visitorDirections: boolean;
  /** Whether visitors without a session may confirm and report places. */
  readonly visitorReports: boolean;
  /** Whether browsers report errors and violations of the policy (docs/product#errors-in-browsers). */
  readonly browserErrors: boolean;
  /** Whether browsers report web vitals (docs/product#speed-of-pages). */
  readonly webVitals: boolean;
  /** Whether browsers cache what pages need without a connection (docs/product#places-without-a-connection). */
  readonly offline: boolean;
  readonly retention: Retention;
  /** Sites whose pages may frame `/embed` (docs/product#embed). */
  readonly embedOrigins: EmbedOrigins;
  /** Absolute path of the folder with the operator's own texts; it may be missing. */
  readonly contentDirectory: string;
  readonly trustedProxies: TrustedProxies;
  /** Whether rate limits apply; false only for load tests on the operator's machine (docs/product#rate-limits). */
  readonly rateLimits: boolean;
  /** Maximum number of API reads a minute and client address (docs/product#rate-limits); 0 for no limit. */
  readonly apiReadLimit: number;
  /** Time for which a stopping server still accepts requests, while its `/readyz` fails. */
  readonly shutdownDelayMs: number;
  /** IP addresses that may read `/metrics`; none where the list is empty. */
  readonly metricsAllow: readonly IpRange[];
}

/**
 * Origin of links in mails and of the redirect from Google. It never comes from a request: the sender of a request
 * could name any host in it.
 */
export function ownOrigin({ publicUrl, port }: Pick<Config, "publicUrl" | "port">): string {
  return publicUrl === null ? `http://localhost:${port}` : new URL(publicUrl).origin;
}

/**
 * Origin of the URLs in a response: the configured one, else that of its request.
 *
 * @param requestUrl absolute URL
 */
export function originFor(publicUrl: string | null, requestUrl: string): string {
  return new URL(publicUrl ?? requestUrl).origin;
}

/** Whether the site's configured URL is https. */
export function isHttps(publicUrl: string | null): boolean {
  return publicUrl?.startsWith("https:") ?? false;
}

/** Path of the `MAP_PMTILES` file that the server serves; null where the setting is missing or is a URL elsewhere. */
export function baseMapFilePath({ mapPmtiles }: Pick<Config, "mapPmtiles">): string | null {
  return mapPmtiles === null || isWebUrl(mapPmtiles) ? null : mapPmtiles;
}

/** Whether a text is an http or https URL, rather than a path. */
export function isWebUrl(text: string): boolean {
  return ["http:", "https:"].includes(URL.parse(text)?.protocol ?? "");
}

/** URL of the OpenID provider's discovery document: the configured one, else Google's. */
export function googleDiscoveryUrl({ discoveryUrl }: GoogleConfig): string {
  return discoveryUrl ?? "https://accounts.google.com/.well-known/openid-configuration";
}

/** Normalized name of an issuer, stored with its accounts: with or without a slash at the end it is the same one. */
export function issuerName({ issuer }: Pick<OpenIdConfig, "issuer">): string {
  return issuer.replace(/\/$/, "");
}

/** URL of the discovery document of an issuer. */
export function openIdDiscoveryUrl(openId: Pick<OpenIdConfig, "issuer">): string {
  return `${issuerName(openId)}/.well-known/openid-configuration`;
}

/** Whether a discovery document is that of the issuer: some providers' issuer has a slash at the end. */
export function isOfIssuer(document: unknown, openId: Pick<OpenIdConfig, "issuer">): boolean {
  const isDocument = typeof document === "object" && document !== null && "issuer" in document;
  return isDocument && issuerName({ issuer: String(document.issuer) }) === issuerName(openId);
}
