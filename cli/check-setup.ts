import {
  accessSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  statfsSync,
  statSync,
} from "node:fs";
import { join } from "node:path";
import { type Kysely, sql } from "kysely";
import { createTransport } from "nodemailer";
import type { BaseLogger } from "pino";
import { hungary } from "#domain/place/home-country.ts";
import { editDistance } from "#domain/text/edit-distance.ts";
import { instantOfName, reasonOf } from "#server/backup/backup-format.ts";
import { findBackups } from "#server/backup/rotation.ts";
import { baseMapOrigins, chooseBaseMap } from "#server/base-map/choose-base-map.ts";
import { hasStreetMap } from "#server/base-map/tile-archive.ts";
import {
  baseMapFilePath,
  type Config,
  googleDiscoveryUrl,
  isHttps,
  isOfIssuer,
  openIdDiscoveryUrl,
} from "#server/config/config.ts";
import { dataLicenceOf, readLegalTexts } from "#server/config/legal-texts.ts";
import type { Environment } from "#server/config/load-config.ts";
import { isWebUrl, settings, settingsIn } from "#server/config/settings.ts";
import { readSiteBorder } from "#server/config/site-border.ts";
import { readSiteLogo } from "#server/config/site-logo.ts";
import { databaseThrough } from "#server/database/connect.ts";
import { hasEmbeddedDatabase } from "#server/database/embedded/embedded-postgres.ts";
import { findClusters } from "#server/database/embedded/postgres-cluster.ts";
import { findDoneMigrations, migrationStateOf, tooOldMessage } from "#server/database/migrate.ts";
import {
  openConnection,
  readOnlyMessages,
  readOnlyReason,
} from "#server/database/open-database.ts";
import type { Schema } from "#server/database/schema.ts";
import { ExtractFiles } from "#server/import/extract-files.ts";

/** Result of a check, with advice. */
export interface Finding {
  /** `good`: it works; `advice`: it works, and could be better; `failure`: it does not work. */
  readonly severity: "good" | "advice" | "failure";
  readonly text: string;
}

const marks: Readonly<Record<Finding["severity"], string>> = {
  good: "ok    ",
  advice: "advice",
  failure: "FAULT ",
};

/** Findings as the command prints them, and their numbers. */
export function describeFindings(findings: readonly Finding[]): string {
  const count = (severity: Finding["severity"]) =>
    findings.filter((one) => one.severity === severity).length;
  const lines = findings.map(({ severity, text }) => `${marks[severity]} ${text}`);
  return `${lines.join("\n")}\n\n${count("failure")} faults, ${count("advice")} pieces of advice.`;
}

export function hasFailure(findings: readonly Finding[]): boolean {
  return findings.some(({ severity: level }) => level === "failure");
}

const good = (text: string): Finding => ({ severity: "good", text });
const advice = (text: string): Finding => ({ severity: "advice", text });
const failure = (text: string): Finding => ({ severity: "failure", text });

/** Time limit of a request to another server. */
const probeTimeoutMs = 10_000;
/** Free space below which the operator is warned, in bytes. */
const littleSpace = 2 * 1024 ** 3;
const tooLittleSpace = 200 * 1024 ** 2;
/** Maximum age of the daily backup. */
const backupAgeHours = 26;
/** Maximum difference of two clocks: sessions, limits and opening hours follow the clock. */
const clockSeconds = 5;

interface SetupDeps {
  readonly config: Config;
  /** Variables of the `.env` file and the process, which are checked for misspelt names. */
  readonly settings: Environment;
  /** Path of the `.env` file. */
  readonly settingsPath: string;
  readonly log: Pick<BaseLogger, "info" | "warn" | "error">;
  readonly now: () => Date;
}

/**
 * Checks everything that a running instance needs, and changes nothing: the server may run
 * meanwhile, or not yet. Each part is checked even where another one fails.
 */
export async function checkSetup(deps: SetupDeps): Promise<Finding[]> {
  const { config } = deps;
  const parts = await Promise.all([
    checkNames(deps.settings),
    config.ignoredSettings.map(advice),
    checkDataDirectory(config),
    checkOwners(config, deps.settingsPath),
    checkServer(config),
    checkPublicUrl(config),
    checkDatabase(deps),
    checkMail(config),
    checkSite(config),
    checkMaps(config),
    checkGoogle(config),
    checkOpenId(config),
    checkBackups(deps),
  ]);
  return parts.flat();
}

/** Reports names that differ little from a setting's. */
function checkNames(environment: Environment): Finding[] {
  const known = settingsIn(settings).map(({ variable }) => variable);
  return Object.keys(environment)
    .filter((name) => !known.includes(name) && name.length > 4)
    .flatMap((name) => {
      const meant = known.find((one) => editDistance(name, one, { most: 2 }) <= 2);
      return meant ? [advice(`${name} is not a setting. Did you mean ${meant}?`)] : [];
    });
}

function checkDataDirectory({ dataDirectory }: Config): Finding[] {
  try {
    mkdirSync(dataDirectory, { recursive: true });
    accessSync(dataDirectory, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    return [failure(`DATA_DIR, ${dataDirectory}, cannot be written (${reasonOf(error)}).`)];
  }
  const { bavail, bsize } = statfsSync(dataDirectory);
  const free = bavail * bsize;
  const text = `DATA_DIR, ${dataDirectory}: ${(free / 1024 ** 3).toFixed(1)} GB free`;
  if (free < tooLittleSpace) return [failure(`${text}. Make room: PostgreSQL stops without it.`)];
  if (free < littleSpace) return [advice(`${text}. Make room before it is full.`)];
  return [good(`${text}.`)];
}

/**
 * Reports files that the server's user, the owner of the folder, cannot use, since another user has
 * written them, usually root; a data directory of root's is not checked.
 *
 * @param settingsPath of the `.env` file, which it must be able to read
 */
function checkOwners({ dataDirectory, backupDirectory }: Config, settingsPath: string): Finding[] {
  const server = statSync(dataDirectory, { throwIfNoEntry: false });
  if (!server || server.uid === 0) return [];
  const findings: Finding[] = [];
  for (const folder of [dataDirectory, backupDirectory]) {
    const owner = folder === null ? undefined : statSync(folder, { throwIfNoEntry: false });
    if (folder === null || !owner || owner.uid === 0) continue;
    const foreign = listFolder(folder).filter((name) => {
      const found = lstatSync(join(folder, name), { throwIfNoEntry: false });
      return found !== undefined && found.uid !== owner.uid;
    });
    if (foreign.length > 0) {
      const names = foreign.join(", ");
      const chown = `chown -R --reference=${folder} ${folder}`;
      findings.push(failure(`${names} in ${folder} is not its owner's: ${chown} mends that.`));
    }
  }
  const settings = statSync(settingsPath, { throwIfNoEntry: false });
  const isOpen = settings && (settings.uid === server.uid || (settings.mode & 0o044) !== 0);
  if (settings && !isOpen) {
    const chown = `chown --reference=${dataDirectory} ${settingsPath}`;
    findings.push(
      failure(`${settingsPath} cannot be read by the server's user: ${chown} mends that.`),
    );
  }
  return findings;
}

/**
 * Names in a folder, without the file system's own; empty where it cannot be read, which other
 * findings report.
 */
function listFolder(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => name !== "lost+found");
  } catch {
    return [];
  }
}

async function checkServer({ port }: Config): Promise<Finding[]> {
  const here = `http://localhost:${port}`;
  const up = await probe(`${here}/healthz`);
  if (!up.ok) {
    return [advice(`No server answers at port ${port} (${up.reason}). Start it with npm start.`)];
  }
  if (!up.text.includes('"up"')) {
    return [failure(`Another program answers at port ${port}. Set another PORT, or stop it.`)];
  }
  const ready = await probe(`${here}/readyz`);
  if (ready.ok) return [good(`The server at port ${port} runs and is ready.`)];
  return [
    failure(`The server at port ${port} runs and is not ready (${ready.reason}): see its log.`),
  ];
}

/** Requirements of browsers and proxies for the public URL. */
async function checkPublicUrl(config: Config): Promise<Finding[]> {
  const { publicUrl, trustedProxies, port, host } = config;
  const findings: Finding[] = [];
  if (trustedProxies.count > 0 && host === null) {
    findings.push(
      failure(
        `TRUST_PROXY is set and HOST is not: whoever reaches port ${port} comes past the proxy. Set HOST to the address that the proxy uses, 127.0.0.1 where it runs on this machine.`,
      ),
    );
  }
  if (publicUrl === null) {
    findings.push(
      advice(
        `PUBLIC_URL is not set: links in mails lead to http://localhost:${port}. Set it to the address that visitors use.`,
      ),
    );
    return findings;
  }
  const { hostname } = new URL(publicUrl);
  if (!isHttps(publicUrl) && hostname !== "localhost") {
    findings.push(
      advice(
        `PUBLIC_URL is not https: browsers then do not tell where the visitor is. Put a proxy that ends TLS in front.`,
      ),
    );
  }
  if (isHttps(publicUrl) && trustedProxies.count === 0) {
    findings.push(
      failure(
        "PUBLIC_URL is https and TRUST_PROXY is off: all visitors share the limits of one address. Set TRUST_PROXY to the number of your proxies, mostly 1.",
      ),
    );
  }
  const up = await probe(`${publicUrl}/healthz`);
  findings.push(
    up.ok && up.text.includes('"up"')
      ? good(`${publicUrl} leads to a server of Mosdó.`)
      : advice(
          `${publicUrl} does not lead to a server of Mosdó from here (${up.ok ? "another program answers" : up.reason}). Check the name, the certificate and the proxy.`,
        ),
  );
  return findings;
}

async function checkDatabase({ config, log, now }: SetupDeps): Promise<Finding[]> {
  const { databaseUrl, dataDirectory } = config;
  if (databaseUrl === null && !hasEmbeddedDatabase(dataDirectory)) {
    return [good(`The database of ${dataDirectory} will be made at the first start.`)];
  }
  const findings: Finding[] = databaseUrl === null ? checkOldDatabases(dataDirectory) : [];
  try {
    await using opened = await openConnection(config, log, "mosdo doctor");
    const database = databaseThrough(opened.client);
    findings.push(...(await checkPrimary(database, { config, now })));
  } catch (error) {
    return [failure(error instanceof Error ? error.message : String(error))];
  }
  return findings;
}

/** Databases that an upgrade has left in place. */
function checkOldDatabases(dataDirectory: string): Finding[] {
  const old = findClusters(join(dataDirectory, "postgres")).slice(0, -1);
  return old.map(({ path, major }) =>
    advice(
      `${path} is the old database, of PostgreSQL ${major}: delete that folder when you no longer need it as the way back.`,
    ),
  );
}

async function checkPrimary(
  database: Kysely<Schema>,
  { config, now }: { config: Config; now: () => Date },
): Promise<Finding[]> {
  const { rows } = await sql<{
    version: string;
    at: Date;
    may_create: boolean;
    durable: boolean;
  }>`select current_setting('server_version') as version, clock_timestamp() as at,
      has_schema_privilege(current_schema(), 'create') as may_create,
      current_setting('fsync') = 'on' and current_setting('full_page_writes') = 'on'
        and current_setting('synchronous_commit') <> 'off' as durable`.execute(database);
  const [state] = rows;
  if (!state) throw new Error("The database gives no answer.");
  const findings = [good(`The database answers: PostgreSQL ${state.version}.`)];
  const readOnly = await readOnlyReason(database);
  if (readOnly !== null) return [failure(`DATABASE_URL leads to ${readOnlyMessages[readOnly]}`)];
  const seconds = Math.abs(state.at.getTime() - now().getTime()) / 1000;
  if (seconds > clockSeconds) {
    findings.push(
      advice(
        `The clocks of this machine and of the database differ by ${Math.round(seconds)} s: set both by NTP.`,
      ),
    );
  }
  if (!state.durable) {
    findings.push(
      failure(
        "The database may lose what it has acknowledged: switch fsync, full_page_writes and synchronous_commit on.",
      ),
    );
  }
  const migrations = migrationStateOf(await findDoneMigrations(database));
  if (migrations.kind === "current") {
    findings.push(...(await checkPeople(database, config)));
  } else if (migrations.kind === "newer") {
    findings.push(
      failure(
        `The database is of a newer version of the program (${migrations.unknown.join(", ")}): install that one.`,
      ),
    );
  } else if (migrations.kind === "too-old") {
    findings.push(failure(tooOldMessage("database", migrations.last)));
  } else {
    findings.push(
      state.may_create
        ? good("The next start brings the database up to date.")
        : failure("The user of DATABASE_URL may not make tables in its schema: grant it that."),
    );
  }
  return findings;
}

async function checkPeople(
  database: Kysely<Schema>,
  { administratorUserId }: Config,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  if (administratorUserId === null) {
    findings.push(
      advice(
        "There is no administrator: places that visitors add wait for one. Run npm run admin -- someone@example.org --save.",
      ),
    );
  } else {
    const account = await database
      .selectFrom("account")
      .select("disabled")
      .where("id", "=", administratorUserId)
      .executeTakeFirst();
    findings.push(
      account && !account.disabled
        ? good("The administrator has an account.")
        : failure(
            `ADMIN_USER_ID names ${account ? "a disabled account" : "no account"}: run npm run admin -- someone@example.org --save.`,
          ),
    );
  }
  const { rows } = await sql<{ places: number; samples: number }>`
    select count(*)::int as places, count(*) filter (where sample)::int as samples
    from place where deleted_at is null`.execute(database);
  const { places = 0, samples = 0 } = rows[0] ?? {};
  if (samples > 0 && samples < places) {
    findings.push(
      advice(
        `Among ${places} places ${samples} are samples: npm run import -- --remove-samples takes them away.`,
      ),
    );
  }
  return findings;
}

async function checkMail(config: Config): Promise<Finding[]> {
  const { smtpUrl, mailFrom, contactEmail, dataDirectory } = config;
  const findings: Finding[] = [];
  if (contactEmail === null) {
    findings.push(advice("CONTACT_EMAIL is not set: visitors find no address to write to."));
  }
  if (smtpUrl === null) {
    const outbox = join(dataDirectory, "outbox");
    findings.push(advice(`SMTP_URL is not set: mails lie in ${outbox}, and reach nobody.`));
    return findings;
  }
  if (mailFrom === null) {
    findings.push(
      advice("MAIL_FROM is not set: mail servers may refuse the sender that is made up."),
    );
  }
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: probeTimeoutMs,
    greetingTimeout: probeTimeoutMs,
    socketTimeout: probeTimeoutMs,
  });
  try {
    await transport.verify();
    findings.push(good("The mail server of SMTP_URL takes our sign-in."));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    findings.push(failure(`The mail server of SMTP_URL refuses or does not answer: ${reason}`));
  } finally {
    transport.close();
  }
  return findings;
}

/** The operator's own names and texts, and the legal requirements of a site. */
function checkSite(config: Config): Finding[] {
  const { site } = config;
  const findings: Finding[] = [];
  if (site.operator === null) {
    findings.push(
      advice("SITE_OPERATOR is not set: visitors do not learn who is answerable for the site."),
    );
  }
  if (site.address === null) {
    findings.push(advice("SITE_ADDRESS is not set: the imprint has no postal address."));
  }
  if (site.logo !== null) {
    try {
      readSiteLogo(site.logo);
      findings.push(good(`SITE_LOGO: ${site.logo} can be shown.`));
    } catch (error) {
      findings.push(failure(error instanceof Error ? error.message : String(error)));
    }
  }
  if (site.border !== null) {
    try {
      const { json } = readSiteBorder(site.border);
      findings.push(
        good(`SITE_BORDER: ${site.border} can be shown, in ${Math.ceil(json.length / 1024)} KB.`),
      );
    } catch (error) {
      findings.push(failure(error instanceof Error ? error.message : String(error)));
    }
  }
  if (site.country !== hungary.country && site.supervisoryAuthority === null) {
    findings.push(
      advice("SUPERVISORY_AUTHORITY is not set: the privacy notice names no authority."),
    );
  }
  if (site.enforcementBody === null) {
    findings.push(
      advice("ENFORCEMENT_BODY is not set: the accessibility statement names no authority."),
    );
  }
  if (dataLicenceOf(config) === null) {
    findings.push(
      advice(
        "DATA_LICENCE is not set and the terms are your own: /data names no licence of what people add here.",
      ),
    );
  }
  try {
    readLegalTexts({
      ...config,
      mapOrigins: baseMapOrigins(chooseBaseMap(config, hasStreetMap(config.dataDirectory))),
    });
    findings.push(good("The texts of the legal pages can be shown."));
  } catch (error) {
    findings.push(failure(error instanceof Error ? error.message : String(error)));
  }
  return findings;
}

/** Where search and ways come from (docs/product#map-levels). */
function describeSources({ geoProvider, dataDirectory }: Config): string {
  const extracts = new ExtractFiles(dataDirectory).list().map(({ name }) => name);
  const isOfMachine = geoProvider === "embedded" || (geoProvider === "auto" && extracts.length > 0);
  if (!isOfMachine) {
    const service = geoProvider === "mapbox" ? "Mapbox" : "the open services";
    return `Search and ways are requested from ${service}.`;
  }
  const own =
    extracts.length > 0 ? `the imported extracts (${extracts.join(", ")})` : "the built-in towns";
  const abroad =
    geoProvider === "auto" ? "ways beyond them from the open services" : "nobody else is asked";
  return `Search and ways come from ${own}; ${abroad}.`;
}

async function checkMaps(config: Config): Promise<Finding[]> {
  const findings: Finding[] = [good(describeSources(config))];
  const file = baseMapFilePath(config);
  if (file !== null) {
    findings.push(
      existsSync(file) && statSync(file).isFile()
        ? good(`MAP_PMTILES: ${file} is there.`)
        : failure(`MAP_PMTILES: there is no file ${file}.`),
    );
  }
  findings.push(...(await checkStreetMap(config)));
  const elsewhere = config.mapPmtiles && isWebUrl(config.mapPmtiles) ? config.mapPmtiles : null;
  const services = {
    MAP_STYLE_URL: config.mapStyleUrl,
    MAP_PMTILES: elsewhere,
    PHOTON_URL: config.photonUrl && `${config.photonUrl.replace(/\/$/, "")}/api?q=a&limit=1`,
    VALHALLA_URL: config.valhallaUrl && `${config.valhallaUrl.replace(/\/$/, "")}/status`,
  };
  for (const [name, url] of Object.entries(services)) {
    if (url === null) continue;
    const response = await probe(url);
    findings.push(
      response.ok
        ? good(`The service of ${name} answers.`)
        : failure(`The service of ${name} does not answer (${response.reason}).`),
    );
  }
  return findings;
}

/** The service from which visitors' browsers fetch the street map by default. */
async function checkStreetMap(config: Config): Promise<Finding[]> {
  const chosen = chooseBaseMap(config, hasStreetMap(config.dataDirectory));
  if (chosen.kind !== "street" || !isWebUrl(chosen.url) || chosen.url === config.mapPmtiles) {
    return [];
  }
  const { hostname } = new URL(chosen.url);
  const response = await probe(chosen.url);
  return [
    response.ok
      ? good(`The street map's service, ${hostname}, answers.`)
      : advice(
          `The street map's service, ${hostname}, does not answer from here (${response.reason}). Visitors whom it does not answer either see the built-in map, which has no streets; an imported extract brings a street map of your own.`,
        ),
  ];
}

async function checkGoogle({ google }: Config): Promise<Finding[]> {
  if (google === null) return [];
  const response = await probe(googleDiscoveryUrl(google));
  return [
    response.ok
      ? good("The sign-in with Google can be reached.")
      : failure(`The sign-in with Google cannot be reached (${response.reason}).`),
  ];
}

async function checkOpenId({ openId }: Config): Promise<Finding[]> {
  if (openId === null) return [];
  const url = openIdDiscoveryUrl(openId);
  const response = await probe(url);
  if (!response.ok) return [failure(`OIDC_ISSUER cannot be reached (${response.reason}).`)];
  return [
    isOfIssuer(parseJson(response.text), openId)
      ? good(`The sign-in with ${openId.name} can be reached.`)
      : failure(`OIDC_ISSUER is not the issuer that ${url} names: take that one.`),
  ];
}

function checkBackups({ config: { backupDirectory }, now }: SetupDeps): Finding[] {
  if (backupDirectory === null) {
    return [advice("BACKUP_DIR is not set: no backups are made by themselves.")];
  }
  try {
    const newest = findBackups(backupDirectory).at(-1);
    const at = newest === undefined ? null : instantOfName(newest);
    if (at === null) return [advice(`There is no backup in ${backupDirectory} yet.`)];
    const hours = (now().getTime() - at.getTime()) / 3_600_000;
    return [
      hours <= backupAgeHours
        ? good(`The newest backup is ${newest}.`)
        : failure(
            `The newest backup, ${newest}, is ${Math.round(hours)} hours old: see the server's log.`,
          ),
    ];
  } catch (error) {
    return [failure(`BACKUP_DIR, ${backupDirectory}, cannot be read (${reasonOf(error)}).`)];
  }
}

type ProbeResult =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly reason: string };

/** Requests a URL; the reason of a failure contains no secrets of it. */
async function probe(url: string): Promise<ProbeResult> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(probeTimeoutMs) });
    const text = await response.text();
    return response.ok ? { ok: true, text } : { ok: false, reason: `status ${response.status}` };
  } catch (error) {
    return { ok: false, reason: reasonOfFetch(error) };
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** `fetch` has the error in its cause: the code of a system error, or of TLS. */
function reasonOfFetch(error: unknown): string {
  const { cause, name } = error as Error;
  if (cause instanceof Error) return "code" in cause ? String(cause.code) : cause.name;
  return name === "TimeoutError" ? `no answer in ${probeTimeoutMs / 1000} s` : name;
}
