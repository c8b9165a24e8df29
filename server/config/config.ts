/** Which services answer address searches and directions, and draw the base map (docs/product#map-levels). */
export const geoProviders = ["auto", "embedded", "open", "local", "mapbox"] as const;
type GeoProvider = (typeof geoProviders)[number];

/** pino's levels, the quietest last. */
export const logLevels = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;
type LogLevel = (typeof logLevels)[number];

/** Sign-in with Google. */
export interface GoogleConfig {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Where to find an OpenID provider other than Google's own; null for Google's. */
  readonly discoveryUrl: string | null;
}

/** Everything an operator can set, checked; null is 'not set'. URLs are absolute. */
export interface Config {
  /** TCP port, 1–65535. */
  readonly port: number;
  /** Address to listen on; null for all. */
  readonly host: string | null;
  /** Origin under which visitors reach us, without a slash at the end. */
  readonly publicUrl: string | null;
  /** Absolute path of the folder for everything that must survive a restart. */
  readonly dataDirectory: string;
  /** PostgreSQL to use instead of the embedded one; may hold a password. */
  readonly databaseUrl: string | null;
  /** A replica to read from; only beside `databaseUrl`. */
  readonly databaseReadUrl: string | null;
  /** Signs sessions; when null it is made and kept in the data directory. */
  readonly authSecret: string | null;
  readonly administratorUserId: string | null;
  readonly google: GoogleConfig | null;
  readonly smtpUrl: string | null;
  /** Sender of our mails, an address or `Name <address>`. */
  readonly mailFrom: string | null;
  readonly contactEmail: string | null;
  readonly geoProvider: GeoProvider;
  readonly mapboxAccessToken: string | null;
  readonly photonUrl: string | null;
  readonly valhallaUrl: string | null;
  readonly mapStyleUrl: string | null;
  /** A base map in one PMTiles file: an absolute path, which we serve, or an address elsewhere. */
  readonly mapPmtiles: string | null;
  /** Whether an empty database gets sample places. */
  readonly samplePlaces: boolean;
  readonly logLevel: LogLevel;
  /** How many proxies of our own stand in front and name the client in `X-Forwarded-For`. */
  readonly trustedProxies: number;
  /** False only for load tests on one's own machine (docs/product#rate-limits). */
  readonly rateLimits: boolean;
}

/**
 * The origin that links in mails and the way back from Google lead to. It never comes from a
 * request: whoever sends one could name any host in it.
 */
export function ownOrigin({ publicUrl, port }: Pick<Config, "publicUrl" | "port">): string {
  return publicUrl === null ? `http://localhost:${port}` : new URL(publicUrl).origin;
}

/** Whether visitors reach us by https, as the configured address says. */
export function isHttps(publicUrl: string | null): boolean {
  return publicUrl?.startsWith("https:") ?? false;
}

/** The file of `MAP_PMTILES` that we serve ourselves; null where it names none, or an address elsewhere. */
export function baseMapFilePath({ mapPmtiles }: Pick<Config, "mapPmtiles">): string | null {
  return mapPmtiles === null || isWebAddress(mapPmtiles) ? null : mapPmtiles;
}

/** Whether a text is an address of the web, rather than a path. */
export function isWebAddress(text: string): boolean {
  return ["http:", "https:"].includes(URL.parse(text)?.protocol ?? "");
}

/** Where the OpenID provider describes itself: the configured one, else Google. */
export function googleDiscoveryUrl({ discoveryUrl }: GoogleConfig): string {
  return discoveryUrl ?? "https://accounts.google.com/.well-known/openid-configuration";
}
