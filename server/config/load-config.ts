import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseEnv } from "node:util";
import * as v from "valibot";
import type { Config } from "./config.ts";
import { isWebUrl, mapSettings, settings, settingsIn, type ValuesOf } from "./settings.ts";

/** Variables by name, as in `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

export type LoadedConfig =
  | { readonly ok: true; readonly config: Config }
  /** One line for each error: the variable, what is wrong, what is allowed; never a secret. */
  | { readonly ok: false; readonly errors: string[] };

type Values = ValuesOf<typeof settings>;

/** A sentence for each setting that has no effect beside the others. */
function findIgnored(values: Values): string[] {
  const { geoProvider, mapStyleUrl, mapPmtiles, mapboxAccessToken } = values;
  const sentences: string[] = [];
  if (values.formerReadUrl !== null) {
    sentences.push(
      "DATABASE_READ_URL is no longer needed and is ignored: all reads go to DATABASE_URL.",
    );
  }
  if (mapboxAccessToken !== null && geoProvider !== "mapbox") {
    sentences.push("MAPBOX_ACCESS_TOKEN is set, but only GEO_PROVIDER=mapbox uses it.");
  }
  const elsewhere = {
    MAP_STYLE_URL: mapStyleUrl,
    MAP_PMTILES: isWebUrl(mapPmtiles ?? "") ? mapPmtiles : null,
  };
  for (const [name, url] of Object.entries(elsewhere)) {
    if (url === null || geoProvider !== "embedded") continue;
    sentences.push(
      `${name} is set, but with GEO_PROVIDER=embedded (or local) the map asks no other server, and it is ignored: GEO_PROVIDER=auto uses it.`,
    );
  }
  return sentences;
}

const variables = settingsIn(settings);

const secretVariables = new Set(
  variables.filter(({ isSecret }) => isSecret).map(({ variable }) => variable),
);

const environmentSchema = v.object(
  Object.fromEntries(variables.map(({ variable, schema }) => [variable, schema])),
);

/**
 * Validates every known variable (docs/settings.md) and makes the configuration. Empty variables count as not set,
 * unknown ones are ignored, relative paths begin at the working directory.
 */
export function loadConfig(environment: Environment): LoadedConfig {
  const parsed = v.safeParse(environmentSchema, withoutEmpty(environment));
  if (!parsed.success) return { ok: false, errors: parsed.issues.map(describeIssue) };
  const errors = findMissingPartners(parsed.output);
  if (errors.length > 0) return { ok: false, errors };
  const values = mapSettings(settings, ({ variable }) => parsed.output[variable]);
  return { ok: true, config: toConfig(values) };
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

function findMissingPartners(values: Readonly<Record<string, unknown>>): string[] {
  const errors: string[] = [];
  const needs = (name: string, partner: string) => {
    if (values[name] !== null && values[partner] === null) {
      errors.push(`${name} is set without ${partner}: set both, or leave ${name} out.`);
    }
  };
  needs("GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET");
  needs("GOOGLE_CLIENT_SECRET", "GOOGLE_CLIENT_ID");
  const openId = ["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET", "OIDC_NAME"];
  const missing = openId.filter((name) => values[name] === null);
  if (missing.length > 0 && missing.length < openId.length) {
    errors.push(
      `${openId.join(", ")} belong together: ${missing.join(", ")} must be set too, or none.`,
    );
  }
  if (values.GEO_PROVIDER === "mapbox" && values.MAPBOX_ACCESS_TOKEN === null) {
    errors.push("GEO_PROVIDER is 'mapbox' without MAPBOX_ACCESS_TOKEN: set the token too.");
  }
  return errors;
}

function toConfig(values: Values): Config {
  const { formerReadUrl: _, dataDirectory, site, openId, ...others } = values;
  const { discoveryUrl, ...google } = values.google;
  return {
    ...others,
    dataDirectory,
    site: { ...site, border: site.border && resolve(dataDirectory, site.border) },
    contentDirectory: values.contentDirectory ?? join(dataDirectory, "content"),
    google: isComplete(google) ? { ...google, discoveryUrl } : null,
    openId: isComplete(openId) ? openId : null,
    ignoredSettings: findIgnored(values),
  };
}

/** Whether all settings of a group are set. */
function isComplete<Group extends object>(
  group: Group,
): group is Group & { [Name in keyof Group]: NonNullable<Group[Name]> } {
  return Object.values(group).every((value) => value !== null);
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
