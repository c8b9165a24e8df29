import { isWebUrl, type settings, type ValuesOf } from "./settings.ts";

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

/** Values of all settings, as they stand in their table. */
type Values = ValuesOf<typeof settings>;

/** The operator's branding and contact (docs/product#branding); null where not set. */
export type SiteConfig = Values["site"];

/** Days after which unneeded data is removed; null for never (docs/product#retention). */
export type Retention = Values["retention"];

/** Public instances of the open services, which allow modest use by clients that identify themselves. */
export const publicServices = {
  photon: "https://photon.komoot.io",
  valhalla: "https://valhalla1.openstreetmap.de",
} as const;

/** Validated settings of the operator (`settings.ts`); null is 'not set'. URLs are absolute. */
export type Config = Omit<Values, "google" | "openId" | "formerReadUrl" | "contentDirectory"> & {
  readonly google: GoogleConfig | null;
  readonly openId: OpenIdConfig | null;
  /** Absolute path of the folder with the operator's own texts; it may be missing. */
  readonly contentDirectory: string;
  /** A sentence for each known setting that is set but has no effect. */
  readonly ignoredSettings: readonly string[];
};

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
