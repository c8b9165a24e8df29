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
import { sql } from "kysely";
import { createTransport } from "nodemailer";
import { hungary } from "#domain/place/home-country.ts";
import { editDistance } from "#domain/text/edit-distance.ts";
import { languages } from "#domain/text/language.ts";
import { legalPageNames } from "#domain/text/legal-text.ts";
import { instantOfName } from "#server/backup/backup-format.ts";
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
import {
  dataLicenceOf,
  defaultContentFolder,
  legalTextFile,
  readLegalTexts,
} from "#server/config/legal-texts.ts";
import { type Environment, loadConfigOf, readEnvironment } from "#server/config/load-config.ts";
import { isWebUrl, settings, settingsIn } from "#server/config/settings.ts";
import { readSiteBorder } from "#server/config/site-border.ts";
import { readSiteLogo } from "#server/config/site-logo.ts";
import { type Database, databaseThrough } from "#server/database/connect.ts";
import { hasEmbeddedDatabase } from "#server/database/embedded/embedded-postgres.ts";
import { findClusters } from "#server/database/embedded/postgres-cluster.ts";
import { findDoneMigrations, migrationStateOf, tooOldMessage } from "#server/database/migrate.ts";
import {
  openConnection,
  readOnlyMessages,
  readOnlyReason,
} from "#server/database/open-database.ts";
import { createEmbeddedProvider } from "#server/geo/embedded/embedded-provider.ts";
import { openLocales, pictureLanguage, readTranslations } from "#server/i18n.ts";
import { ExtractFiles } from "#server/import/extract-files.ts";
import { type Command, type CommandContext, messageOf } from "./command.ts";

/** `good`: it works; `advice`: it works, and could be better; `failure`: it does not work. */
type Severity = "good" | "advice" | "failure";

/** Result of a check, with advice. */
interface Finding {
  readonly severity: Severity;
  readonly text: string;
}

const marks: Readonly<Record<Severity, string>> = {
  good: "ok    ",
  advice: "advice",
  failure: "FAULT ",
};

const good = (text: string): Finding => ({ severity: "good", text });
const advice = (text: string): Finding => ({ severity: "advice", text });
const failure = (text: string): Finding => ({ severity: "failure", text });

/** Advice for what is lacking. */
function adviceWhere(
  ...lacks: readonly (readonly [isLacking: boolean, text: string])[]
): Finding[] {
  return lacks.flatMap(([isLacking, text]) => (isLacking ? [advice(text)] : []));
}

/** Finding of work that gives the text of its success; its error is a failure. */
async function attempt(work: () => string | Promise<string>, problem = ""): Promise<Finding> {
  try {
    return good(await work());
  } catch (error) {
    return failure(problem + messageOf(error));
  }
}

/**
 * `npm run doctor`: checks the settings and everything that they refer to, and gives advice. It
 * changes nothing, and the server may run meanwhile. Each part is checked even where another one fails. The exit code
 * is 1 where something does not work.
 */
export const doctor: Command = async (context) => {
  const { root, environment, print } = context;
  const loaded = loadConfigOf(root, environment);
  const findings = loaded.ok
    ? await checkSetup(loaded.config, context)
    : loaded.errors.map(failure);
  for (const { severity, text } of findings) print(`${marks[severity]} ${text}`);
  const count = (severity: Severity) => findings.filter((one) => one.severity === severity).length;
  print(`\n${count("failure")} faults, ${count("advice")} pieces of advice.`);
  return count("failure") > 0 ? 1 : 0;
};

async function checkSetup(config: Config, context: CommandContext): Promise<Finding[]> {
  const parts = await Promise.all([
    checkNames(readEnvironment(context.root, context.environment)),
    config.ignoredSettings.map(advice),
    checkDataDirectory(config),
    checkOwners(config, join(context.root, ".env")),
    checkServer(config),
    checkPublicUrl(config),
    checkDatabase(config, context),
    checkMail(config),
    // Before the texts, which are read by language.
    checkLanguages(config),
    checkSite(config),
    checkMaps(config),
    checkSignIn(config),
    checkBackups(config),
  ]);
  return parts.flat();
}

/** Time limit of a request to another server. */
const probeTimeoutMs = 10_000;
/** Free space below which the operator is warned, in bytes. */
const littleSpace = 2 * 1024 ** 3;
const tooLittleSpace = 200 * 1024 ** 2;
/** Maximum age of the daily backup. */
const backupAgeHours = 26;
/** Maximum difference of two clocks: sessions, limits and opening hours follow the clock. */
const clockSeconds = 5;

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
    return [failure(`DATA_DIR, ${dataDirectory}, cannot be written (${messageOf(error)}).`)];
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

/** Names in a folder; empty where it cannot be read, which other findings report. */
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
    const text = `PUBLIC_URL is not set: links in mails lead to http://localhost:${port}. Set it to the address that visitors use.`;
    return [...findings, advice(text)];
  }
  if (!isHttps(publicUrl) && new URL(publicUrl).hostname !== "localhost") {
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
  const reason = up.ok ? "another program answers" : up.reason;
  findings.push(
    up.ok && up.text.includes('"up"')
      ? good(`${publicUrl} leads to a server of Mosdó.`)
      : advice(
          `${publicUrl} does not lead to a server of Mosdó from here (${reason}). Check the name, the certificate and the proxy.`,
        ),
  );
  return findings;
}

async function checkDatabase(config: Config, { log }: CommandContext): Promise<Finding[]> {
  const { databaseUrl, dataDirectory } = config;
  if (databaseUrl === null && !hasEmbeddedDatabase(dataDirectory)) {
    return [good(`The database of ${dataDirectory} will be made at the first start.`)];
  }
  const old = databaseUrl === null ? checkOldDatabases(dataDirectory) : [];
  try {
    const silent = log.child({}, { level: "silent" });
    await using opened = await openConnection(config, silent, "mosdo doctor");
    return [...old, ...(await checkPrimary(databaseThrough(opened.client), config))];
  } catch (error) {
    return [failure(messageOf(error))];
  }
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

async function checkPrimary(database: Database, config: Config): Promise<Finding[]> {
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
  const seconds = Math.abs(state.at.getTime() - Date.now()) / 1000;
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
  if (migrations.kind === "current") return [...findings, ...(await checkPeople(database, config))];
  const finding =
    migrations.kind === "newer"
      ? failure(
          `The database is of a newer version of the program (${migrations.unknown.join(", ")}): install that one.`,
        )
      : migrations.kind === "too-old"
        ? failure(tooOldMessage("database", migrations.last))
        : state.may_create
          ? good("The next start brings the database up to date.")
          : failure("The user of DATABASE_URL may not make tables in its schema: grant it that.");
  return [...findings, finding];
}

async function checkPeople(
  database: Database,
  { administratorUserId }: Config,
): Promise<Finding[]> {
  const { rows } = await sql<{ places: number; samples: number; disabled: boolean | null }>`
    select count(*)::int as places, count(*) filter (where sample)::int as samples,
      (select disabled from account where id = ${administratorUserId}) as disabled
    from place where deleted_at is null`.execute(database);
  const [{ places, samples, disabled }] = rows;
  const run = "npm run admin -- someone@example.org --save";
  const who = disabled === null ? "no account" : "a disabled account";
  const administrator =
    administratorUserId === null
      ? advice(`There is no administrator: places that visitors add wait for one. Run ${run}.`)
      : disabled === false
        ? good("The administrator has an account.")
        : failure(`ADMIN_USER_ID names ${who}: run ${run}.`);
  const text = `Among ${places} places ${samples} are samples: npm run import -- --remove-samples takes them away.`;
  return [administrator, ...adviceWhere([samples > 0 && samples < places, text])];
}

async function checkMail(config: Config): Promise<Finding[]> {
  const { smtpUrl: url, mailFrom, contactEmail, dataDirectory } = config;
  const outbox = join(dataDirectory, "outbox");
  const findings = adviceWhere(
    [contactEmail === null, "CONTACT_EMAIL is not set: visitors find no address to write to."],
    [url === null, `SMTP_URL is not set: mails lie in ${outbox}, and reach nobody.`],
    [
      url !== null && mailFrom === null,
      "MAIL_FROM is not set: mail servers may refuse the sender that is made up.",
    ],
  );
  if (url === null) return findings;
  const timeout = probeTimeoutMs;
  const transport = createTransport({
    ...{ url, connectionTimeout: timeout, greetingTimeout: timeout, socketTimeout: timeout },
  });
  const verified = await attempt(async () => {
    await transport.verify();
    return "The mail server of SMTP_URL takes our sign-in.";
  }, "The mail server of SMTP_URL refuses or does not answer: ");
  transport.close();
  return [...findings, verified];
}

/** The operator's own names and texts, and the legal requirements of a site. */
/** Languages, and what is English in them. */
function checkLanguages({ dataDirectory, contentDirectory }: Config): Finding[] {
  try {
    openLocales(dataDirectory);
    const incomplete = Object.entries(readTranslations()).flatMap(([language, { missing }]) => {
      const texts = legalPageNames
        .map((name) => legalTextFile(language, name))
        .filter((file) =>
          [contentDirectory, defaultContentFolder].every(
            (folder) => !existsSync(join(folder, file)),
          ),
        );
      const pictures = pictureLanguage(language) === language ? [] : ["public/screenshots"];
      const lacking = [...missing, ...texts, ...pictures];
      const more =
        lacking.length > shownMissing ? ` and ${lacking.length - shownMissing} more` : "";
      const shown = lacking.slice(0, shownMissing).join(", ") + more;
      return lacking.length === 0
        ? []
        : [advice(`The language '${language}' lacks texts, which are shown in English: ${shown}.`)];
    });
    const named = createEmbeddedProvider().languages;
    const unnamed = languages.filter((language) => !named.includes(language));
    return [
      good(`Languages: ${languages.join(", ")}.`),
      ...incomplete,
      ...unnamed.map((language) =>
        advice(
          `The embedded map and its search have no names of towns and rivers in '${language}': they are shown in English.`,
        ),
      ),
    ];
  } catch (error) {
    return [failure(messageOf(error))];
  }
}

/** Maximum number of missing texts that are named. */
const shownMissing = 8;

async function checkSite(config: Config): Promise<Finding[]> {
  const { site, dataDirectory } = config;
  const { logo, border } = site;
  const unset = adviceWhere(
    [
      site.operator === null,
      "SITE_OPERATOR is not set: visitors do not learn who is answerable for the site.",
    ],
    [site.address === null, "SITE_ADDRESS is not set: the imprint has no postal address."],
    [
      site.country !== hungary.country && site.supervisoryAuthority === null,
      "SUPERVISORY_AUTHORITY is not set: the privacy notice names no authority.",
    ],
    [
      site.enforcementBody === null,
      "ENFORCEMENT_BODY is not set: the accessibility statement names no authority.",
    ],
    [
      dataLicenceOf(config) === null,
      "DATA_LICENCE is not set and the terms are your own: /data names no licence of what people add here.",
    ],
  );
  const shown: (() => string)[] = [];
  if (logo !== null) {
    shown.push(() => {
      readSiteLogo(logo);
      return `SITE_LOGO: ${logo} can be shown.`;
    });
  }
  if (border !== null) {
    shown.push(() => {
      const kilobytes = Math.ceil(readSiteBorder(border).json.length / 1024);
      return `SITE_BORDER: ${border} can be shown, in ${kilobytes} KB.`;
    });
  }
  shown.push(() => {
    const mapOrigins = baseMapOrigins(chooseBaseMap(config, hasStreetMap(dataDirectory)));
    readLegalTexts({ ...config, mapOrigins });
    return "The texts of the legal pages can be shown.";
  });
  return [...unset, ...(await Promise.all(shown.map((work) => attempt(work))))];
}

/** Where search and ways come from (docs/product#map-providers). */
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
    const isThere = existsSync(file) && statSync(file).isFile();
    findings.push(
      isThere
        ? good(`MAP_PMTILES: ${file} is there.`)
        : failure(`MAP_PMTILES: there is no file ${file}.`),
    );
  }
  findings.push(...(await checkStreetMap(config)));
  const { mapPmtiles, photonUrl, valhallaUrl } = config;
  const services = {
    MAP_STYLE_URL: config.mapStyleUrl,
    MAP_PMTILES: mapPmtiles && isWebUrl(mapPmtiles) ? mapPmtiles : null,
    PHOTON_URL: photonUrl && `${photonUrl.replace(/\/$/, "")}/api?q=a&limit=1`,
    VALHALLA_URL: valhallaUrl && `${valhallaUrl.replace(/\/$/, "")}/status`,
  };
  for (const [name, url] of Object.entries(services)) {
    if (url === null) continue;
    const service = `The service of ${name}`;
    findings.push(await reach(url, `${service} answers.`, `${service} does not answer`));
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

async function checkSignIn({ google, openId }: Config): Promise<Finding[]> {
  const findings: Finding[] = [];
  if (google !== null) {
    const can = "The sign-in with Google can be reached.";
    const cannot = "The sign-in with Google cannot be reached";
    findings.push(await reach(googleDiscoveryUrl(google), can, cannot));
  }
  if (openId !== null) {
    const url = openIdDiscoveryUrl(openId);
    const can = `The sign-in with ${openId.name} can be reached.`;
    const other = `OIDC_ISSUER is not the issuer that ${url} names: take that one.`;
    const check = (text: string) => (isOfIssuer(parseJson(text), openId) ? null : other);
    findings.push(await reach(url, can, "OIDC_ISSUER cannot be reached", check));
  }
  return findings;
}

function checkBackups({ backupDirectory }: Config): Finding[] {
  if (backupDirectory === null) {
    return [advice("BACKUP_DIR is not set: no backups are made by themselves.")];
  }
  try {
    const newest = findBackups(backupDirectory).at(-1);
    const at = newest === undefined ? null : instantOfName(newest);
    if (at === null) return [advice(`There is no backup in ${backupDirectory} yet.`)];
    const hours = (Date.now() - at.getTime()) / 3_600_000;
    const old = `The newest backup, ${newest}, is ${Math.round(hours)} hours old: see the server's log.`;
    return [hours <= backupAgeHours ? good(`The newest backup is ${newest}.`) : failure(old)];
  } catch (error) {
    return [failure(`BACKUP_DIR, ${backupDirectory}, cannot be read (${messageOf(error)}).`)];
  }
}

/** Whether a service responds; `check` gives what is wrong with its response, or null. */
async function reach(
  url: string,
  success: string,
  problem: string,
  check: (text: string) => string | null = () => null,
): Promise<Finding> {
  const response = await probe(url);
  if (!response.ok) return failure(`${problem} (${response.reason}).`);
  const wrong = check(response.text);
  return wrong === null ? good(success) : failure(wrong);
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
