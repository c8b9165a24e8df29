import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseEnv } from "node:util";
import * as v from "valibot";
import { type Config, type GoogleConfig, isWebUrl, type OpenIdConfig } from "./config.ts";
import { environmentVariables, secretVariables } from "./environment-variables.ts";

/** Variables by name, as in `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

export type LoadedConfig =
  | { readonly ok: true; readonly config: Config }
  /** One line for each error: the variable, what is wrong, what is allowed; never a secret. */
  | { readonly ok: false; readonly errors: string[] };

type Variables = v.InferOutput<typeof environmentVariables>;

/** A sentence for each setting that has no effect beside the others. */
function findIgnored(variables: Variables): string[] {
  const { GEO_PROVIDER, MAP_STYLE_URL, MAP_PMTILES, MAPBOX_ACCESS_TOKEN } = variables;
  const sentences: string[] = [];
  if (variables.DATABASE_READ_URL !== null) {
    sentences.push(
      "DATABASE_READ_URL is no longer needed and is ignored: all reads go to DATABASE_URL.",
    );
  }
  if (MAPBOX_ACCESS_TOKEN !== null && GEO_PROVIDER !== "mapbox") {
    sentences.push("MAPBOX_ACCESS_TOKEN is set, but only GEO_PROVIDER=mapbox uses it.");
  }
  const elsewhere = {
    MAP_STYLE_URL,
    MAP_PMTILES: isWebUrl(MAP_PMTILES ?? "") ? MAP_PMTILES : null,
  };
  for (const [name, url] of Object.entries(elsewhere)) {
    if (url === null || GEO_PROVIDER !== "embedded") continue;
    sentences.push(
      `${name} is set, but with GEO_PROVIDER=embedded (or local) the map asks no other server, and it is ignored: GEO_PROVIDER=auto uses it.`,
    );
  }
  return sentences;
}

/**
 * Validates every known variable (docs/settings.md) and makes the configuration. Empty variables count as not set,
 * unknown ones are ignored, relative paths begin at the working directory.
 */
export function loadConfig(environment: Environment): LoadedConfig {
  const parsed = v.safeParse(environmentVariables, withoutEmpty(environment));
  if (!parsed.success) return { ok: false, errors: parsed.issues.map(describeIssue) };
  const errors = findMissingPartners(parsed.output);
  if (errors.length > 0) return { ok: false, errors };
  return { ok: true, config: toConfig(parsed.output) };
}

function withoutEmpty(environment: Environment): Environment {
  return Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()));
}

function describeIssue(issue: v.BaseIssue<unknown>): string {
  const name = String(issue.path?.[0]?.key);
  const value = environmentValue(issue);
  const shown = secretVariables.has(name) ? "has a wrong value" : `is '${value}'`;
  return `${name} ${shown}: it must be ${issue.message}.`;
}

/** The text of the variable, also where a later step of its schema failed on a number. */
function environmentValue(issue: v.BaseIssue<unknown>): string {
  return String(issue.path?.[0]?.value ?? issue.input);
}

function findMissingPartners(variables: Variables): string[] {
  const errors: string[] = [];
  const needs = (name: keyof Variables, partner: keyof Variables) => {
    if (variables[name] !== null && variables[partner] === null) {
      errors.push(`${name} is set without ${partner}: set both, or leave ${name} out.`);
    }
  };
  needs("GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET");
  needs("GOOGLE_CLIENT_SECRET", "GOOGLE_CLIENT_ID");
  const openId = ["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET", "OIDC_NAME"] as const;
  const missing = openId.filter((name) => variables[name] === null);
  if (missing.length > 0 && missing.length < openId.length) {
    errors.push(
      `${openId.join(", ")} belong together: ${missing.join(", ")} must be set too, or none.`,
    );
  }
  if (variables.GEO_PROVIDER === "mapbox" && variables.MAPBOX_ACCESS_TOKEN === null) {
    errors.push("GEO_PROVIDER is 'mapbox' without MAPBOX_ACCESS_TOKEN: set the token too.");
  }
  return errors;
}

function toConfig(variables: Variables): Config {
  return {
    port: variables.PORT,
    host: variables.HOST,
    processes: variables.WEB_CONCURRENCY,
    publicUrl: variables.PUBLIC_URL,
    dataDirectory: resolve(variables.DATA_DIR),
    backupDirectory: variables.BACKUP_DIR === null ? null : resolve(variables.BACKUP_DIR),
    databaseUrl: variables.DATABASE_URL,
    ignoredSettings: findIgnored(variables),
    authSecret: variables.AUTH_SECRET,
    administratorUserId: variables.ADMIN_USER_ID,
    google: toGoogleConfig(variables),
    openId: toOpenIdConfig(variables),
    smtpUrl: variables.SMTP_URL,
    mailFrom: variables.MAIL_FROM,
    contactEmail: variables.CONTACT_EMAIL,
    site: {
      name: variables.SITE_NAME,
      logo: variables.SITE_LOGO === null ? null : resolve(variables.SITE_LOGO),
      colour: variables.SITE_COLOR,
      operator: variables.SITE_OPERATOR,
      address: variables.SITE_ADDRESS,
      supervisoryAuthority: variables.SUPERVISORY_AUTHORITY,
      enforcementBody: variables.ENFORCEMENT_BODY,
      startView: variables.INITIAL_VIEW,
      country: variables.SITE_COUNTRY,
      border:
        variables.SITE_BORDER === null ? null : resolve(variables.DATA_DIR, variables.SITE_BORDER),
    },
    geoProvider: variables.GEO_PROVIDER,
    mapboxAccessToken: variables.MAPBOX_ACCESS_TOKEN,
    photonUrl: variables.PHOTON_URL,
    valhallaUrl: variables.VALHALLA_URL,
    mapStyleUrl: variables.MAP_STYLE_URL,
    mapPmtiles: toFileOrUrl(variables.MAP_PMTILES),
    dataLicence: variables.DATA_LICENCE,
    samplePlaces: variables.SAMPLE_PLACES,
    logLevel: variables.LOG_LEVEL,
    logDirectory: variables.LOG_DIR === null ? null : resolve(variables.LOG_DIR),
    visitorDirections: variables.VISITOR_DIRECTIONS,
    visitorReports: variables.VISITOR_REPORTS,
    browserErrors: variables.BROWSER_ERRORS,
    webVitals: variables.WEB_VITALS,
    offline: variables.OFFLINE,
    retention: {
      reportDays: variables.RETENTION_DAYS_REPORTS,
      auditDays: variables.RETENTION_DAYS_AUDIT,
      accountDays: variables.RETENTION_DAYS_ACCOUNTS,
      logDays: variables.RETENTION_DAYS_LOGS,
    },
    embedOrigins: variables.EMBED_ORIGINS,
    contentDirectory: resolve(variables.CONTENT_DIR ?? join(variables.DATA_DIR, "content")),
    trustedProxies: variables.TRUST_PROXY,
    rateLimits: variables.RATE_LIMITS,
    apiReadLimit: variables.API_READ_LIMIT,
    shutdownDelayMs: variables.SHUTDOWN_DELAY * 1000,
    metricsAllow: variables.METRICS_ALLOW,
  };
}

function toFileOrUrl(value: string | null): string | null {
  return value === null || isWebUrl(value) ? value : resolve(value);
}

function toGoogleConfig(variables: Variables): GoogleConfig | null {
  const { GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, GOOGLE_DISCOVERY_URL } = variables;
  if (GOOGLE_CLIENT_ID === null || GOOGLE_CLIENT_SECRET === null) return null;
  return {
    clientId: GOOGLE_CLIENT_ID,
    clientSecret: GOOGLE_CLIENT_SECRET,
    discoveryUrl: GOOGLE_DISCOVERY_URL,
  };
}

function toOpenIdConfig(variables: Variables): OpenIdConfig | null {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_NAME } = variables;
  if (OIDC_ISSUER === null || OIDC_CLIENT_ID === null) return null;
  if (OIDC_CLIENT_SECRET === null || OIDC_NAME === null) return null;
  return {
    issuer: OIDC_ISSUER,
    clientId: OIDC_CLIENT_ID,
    clientSecret: OIDC_CLIENT_SECRET,
    name: OIDC_NAME,
  };
}

/**
 * Configuration of the process's variables and those of the `.env` file in `directory`. A line of the file whose value
 * a `#` would cut off is an error.
 */
export function loadConfigOf(
  directory: string,
  variables: Environment = process.env,
): LoadedConfig {
  const text = readEnvironmentFile(directory);
  const errors = findCutValues(text);
  return errors.length > 0
    ? { ok: false, errors }
    : loadConfig({ ...parseEnv(text), ...variables });
}

/** Start of a line up to its first `#`, where the value has no quotes. */
const beforeComment = /^[ \t]*(?:export[ \t]+)?([\w.-]+)[ \t]*=(?![ \t]*["'`])([^#]*)#/;

/**
 * Values that `#` cuts off: without quotes it begins a comment, also within a word. A space before it marks an intended
 * comment.
 */
function findCutValues(text: string): string[] {
  return text.split("\n").flatMap((line, index) => {
    const [, name, value] = beforeComment.exec(line) ?? [];
    if (name === undefined || /\s$/.test(value)) return [];
    const where = `.env, line ${index + 1}: ${name}`;
    return [`${where} has a # that begins a comment: put the value between quotes, ${name}="…".`];
  });
}

/**
 * Variables of the process, and those of the `.env` file in `directory` that the process does not
 * set. The file may be missing.
 */
export function readEnvironment(directory: string, variables: Environment): Environment {
  return { ...parseEnv(readEnvironmentFile(directory)), ...variables };
}

/** Text of the `.env` file in a directory; empty where there is none. */
function readEnvironmentFile(directory: string): string {
  const path = join(directory, ".env");
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return "";
    throw new Error(`${path} cannot be read`, { cause: error });
  }
}
