import type { EmbedOrigins } from "#domain/embed/embed-messages.ts";
import type { MapView } from "#domain/map/map-view.ts";
import { hungary } from "#domain/place/home-country.ts";

/**
 * Values of `GEO_PROVIDER`: the source of address search, directions and base map
 * (docs/product#map-levels).
 */
export const geoProviders = ["auto", "embedded", "open", "local", "mapbox"] as const;
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

/** Sign-in with an OpenID Connect provider of the operator's (docs/product#openid-sign-in). */
export interface OpenIdConfig {
  /** Issuer, as the provider names itself: an https address, or one of this machine. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Name of the provider on its button. */
  readonly name: string;
}

/** Addresses that begin with the same bits. */
export interface AddressRange {
  /** IPv4 or IPv6 address. */
  readonly address: string;
  /** Number of these bits: 32 or 128 for a single address. */
  readonly prefix: number;
}

/** Proxies of our own in front (`TRUST_PROXY`). */
export interface TrustedProxies {
  /** How many name the client in `X-Forwarded-For`, one after the other; 0 without any. */
  readonly count: number;
  /** Networks that the last of them connects from. */
  readonly networks: readonly AddressRange[];
}

/** What the operator calls its own (docs/product#look-of-the-operator); null where not set. */
export interface SiteConfig {
  /** Name of the product in every language. */
  readonly name: string | null;
  /** Absolute path of the logo, an SVG or PNG file. */
  readonly logo: string | null;
  /** `#rrggbb`, readable on white. */
  readonly colour: string | null;
  /** Town, company or person that is answerable for the site. */
  readonly operator: string | null;
  /** The operator's postal address, in one line. */
  readonly address: string | null;
  /** Authority that supervises how personal data is used. */
  readonly supervisoryAuthority: string | null;
  /** Body to which a visitor turns whose message about accessibility is not answered. */
  readonly enforcementBody: string | null;
  /** The map's view where neither address nor place names another. */
  readonly startView: MapView | null;
  /** Country that is served, ISO 3166-1 alpha-2 (docs/product#home-country). */
  readonly country: string;
  /** Absolute path of the border's file (docs/product#border). */
  readonly border: string | null;
}

/** Site without anything of its own. */
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

/** Days after which data is removed that is no longer needed; null for never (docs/product#retention). */
export interface Retention {
  /** Of reports and corrections, since they were settled. */
  readonly reportDays: number | null;
  /** Of the persons in lines of the audit trail. */
  readonly auditDays: number | null;
  /** Of accounts that were never confirmed nor used. */
  readonly accountDays: number | null;
  /** Of the files of the log, where there are any. */
  readonly logDays: number | null;
}

/** Public instances of the open services, which allow modest use by callers who identify themselves. */
export const publicServices = {
  photon: "https://photon.komoot.io",
  valhalla: "https://valhalla1.openstreetmap.de",
} as const;

/** Settings of the operator, checked; null is 'not set'. URLs are absolute. */
export interface Config {
  /** TCP port, 1–65535. */
  readonly port: number;
  /** Address to listen on; null for all. */
  readonly host: string | null;
  /** Number of processes that answer on the port, 1–64. */
  readonly processes: number;
  /** Origin under which visitors reach us, without a slash at the end. */
  readonly publicUrl: string | null;
  /** Absolute path of the folder for everything that must survive a restart. */
  readonly dataDirectory: string;
  /** Absolute path of the folder that gets a backup a day; null for none. */
  readonly backupDirectory: string | null;
  /** PostgreSQL to use instead of the embedded one; may hold a password. */
  readonly databaseUrl: string | null;
  /** A sentence for each setting that is known, set and ignored. */
  readonly ignoredSettings: readonly string[];
  /**
   * Secret that signs sessions; where null, the server creates one and keeps it in the data
   * directory.
   */
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
  /** A base map in one PMTiles file: an absolute path, which we serve, or an address elsewhere. */
  readonly mapPmtiles: string | null;
  /** Licence of the places added here, for exports and open data, in words or as an address. */
  readonly dataLicence: string | null;
  /** Whether an empty database gets sample places. */
  readonly samplePlaces: boolean;
  readonly logLevel: LogLevel;
  /** Absolute path of the folder that gets the log in files; null for standard output. */
  readonly logDirectory: string | null;
  /** Whether visitors without a session get directions and links to map services. */
  readonly visitorDirections: boolean;
  /** Whether visitors without a session confirm and report places. */
  readonly visitorReports: boolean;
  /** Whether browsers report errors and violations of the policy (docs/product#errors-in-browsers). */
  readonly browserErrors: boolean;
  /** Whether browsers report how fast pages were (docs/product#speed-of-pages). */
  readonly webVitals: boolean;
  /** Whether browsers keep what a time without a connection needs (docs/product#places-without-a-connection). */
  readonly offline: boolean;
  readonly retention: Retention;
  /** Sites whose pages may show `/embed` (docs/product#embed). */
  readonly embedOrigins: EmbedOrigins;
  /** Absolute path of the folder with the operator's own texts; it may be missing. */
  readonly contentDirectory: string;
  readonly trustedProxies: TrustedProxies;
  /**
   * Whether rate limits hold; false only for load tests on the operator's machine
   * (docs/product#rate-limits).
   */
  readonly rateLimits: boolean;
  /** Calls that read, a minute and client address (docs/product#rate-limits); 0 for no limit. */
  readonly apiReadLimit: number;
  /** Time for which a server that is about to stop answers, while its `/readyz` says so. */
  readonly shutdownDelayMs: number;
  /** Callers who may read `/metrics`; none where the list is empty. */
  readonly metricsAllow: readonly AddressRange[];
}

/**
 * Origin of links in mails and of the way back from Google. It never comes from a request: the
 * sender of a request could name any host in it.
 */
export function ownOrigin({ publicUrl, port }: Pick<Config, "publicUrl" | "port">): string {
  return publicUrl === null ? `http://localhost:${port}` : new URL(publicUrl).origin;
}

/**
 * Origin of the addresses in an answer: the configured one, else that of its request.
 *
 * @param requestUrl whole address
 */
export function originFor(publicUrl: string | null, requestUrl: string): string {
  return new URL(publicUrl ?? requestUrl).origin;
}

/** Whether visitors reach us by https, as the configured address says. */
export function isHttps(publicUrl: string | null): boolean {
  return publicUrl?.startsWith("https:") ?? false;
}

/**
 * Path of the `MAP_PMTILES` file that the server hands out; null where the setting is missing or
 * names an address elsewhere.
 */
export function baseMapFilePath({ mapPmtiles }: Pick<Config, "mapPmtiles">): string | null {
  return mapPmtiles === null || isWebAddress(mapPmtiles) ? null : mapPmtiles;
}

/** Whether a text is an address of the web, rather than a path. */
export function isWebAddress(text: string): boolean {
  return ["http:", "https:"].includes(URL.parse(text)?.protocol ?? "");
}

/** Address of the OpenID provider's discovery document: the configured one, else Google's. */
export function googleDiscoveryUrl({ discoveryUrl }: GoogleConfig): string {
  return discoveryUrl ?? "https://accounts.google.com/.well-known/openid-configuration";
}

/** Name of an issuer, by which its accounts are known: with or without a slash at the end it is the same one. */
export function issuerName({ issuer }: Pick<OpenIdConfig, "issuer">): string {
  return issuer.replace(/\/$/, "");
}

/** Address of the discovery document of an issuer. */
export function openIdDiscoveryUrl(openId: Pick<OpenIdConfig, "issuer">): string {
  return `${issuerName(openId)}/.well-known/openid-configuration`;
}

/** Whether a discovery document is that of the issuer: some providers name themselves with a slash at the end. */
export function isOfIssuer(document: unknown, openId: Pick<OpenIdConfig, "issuer">): boolean {
  const isDocument = typeof document === "object" && document !== null && "issuer" in document;
  return isDocument && issuerName({ issuer: String(document.issuer) }) === issuerName(openId);
}
