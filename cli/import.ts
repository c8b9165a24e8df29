import { randomBytes } from "node:crypto";
import { existsSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { pino } from "pino";
import { findOrMakeAuthSecret } from "#server/config/auth-secret.ts";
import type { Config } from "#server/config/config.ts";
import { loadConfig, readEnvironment } from "#server/config/load-config.ts";
import type { Database } from "#server/database/connect.ts";
import { openDatabase } from "#server/database/open-database.ts";
import { findValhalla } from "#server/geo/walking/valhalla-installation.ts";
import { buildWalkingTiles } from "#server/geo/walking/walking-tiles.ts";
import {
  ExtractFiles,
  type KeptExtract,
  versionLetters,
} from "#server/import/extract/extract-files.ts";
import { importFile } from "#server/import/import-file.ts";
import { ImportFileError } from "#server/import/import-file-error.ts";
import type { ImportStage } from "#server/import/import-target.ts";
import { type MoveInOptions, moveIn } from "#server/import/moving-in/move-in.ts";
import { isDocumentsFile } from "#server/import/moving-in/place-documents.ts";
import { makeStreetMap } from "#server/import/street-map/make-street-map.ts";
import { removeSamplePlaces } from "#server/sample-places/remove-sample-places.ts";
import { describeImport, describeMove, describeSampleRemoval } from "./describe-import.ts";
import { ProgressBar } from "./progress-bar.ts";

/**
 * `npm run import -- FILE [--country XX] [--report FILE.json]`: brings toilets from an
 * OpenStreetMap extract (`.osm.pbf`), from Overpass or from GeoJSON into the places, and an
 * extract's settlements, streets and addresses into the search, and its ways into the walking
 * directions. The server may run meanwhile; a second import of the same file changes nothing. `npm
 * run import -- --remove-samples` takes the sample places away, which the first file with toilets
 * does too.
 *
 * `npm run import -- places.json [--users users.json --users-hash hash.txt] [--source NAME] [--dry-run]` moves
 * places with their reviews, and the users, of another installation in (docs/product#moving-in). It ends with 2
 * where something was not taken.
 */
const usage =
  "usage: npm run import -- FILE.osm.pbf|FILE.json|FILE.geojson [--country XX] [--report FILE.json], or --remove-samples, or [places.json] [--users users.json --users-hash hash.txt] [--source NAME] [--dry-run]";
const stageNames: Readonly<Record<ImportStage, string>> = {
  reading: "Reading the file",
  shapes: "Finding positions",
  addresses: "Writing addresses",
  places: "Writing places",
};
/** Exit code of a move of which something was not taken. */
const partlyTaken = 2;
const log = pino({ level: "warn" }, pino.destination(2));

const command = readCommand();
const loaded = loadConfig(readEnvironment(fileURLToPath(new URL("..", import.meta.url))));
if (!loaded.ok) fail(...loaded.faults);
try {
  const { database, [Symbol.asyncDispose]: close } = await openDatabase(loaded.config, log);
  try {
    if (command.kind === "remove-samples") {
      console.log(describeSampleRemoval(await removeSamplePlaces(database, new Date())));
    } else if (command.kind === "move-in") await runMove(command, database, loaded.config);
    else await run(command, database, loaded.config.dataDirectory);
  } finally {
    await close();
  }
} catch (error) {
  if (error instanceof ImportFileError && command.kind !== "remove-samples") {
    const message = `${error.message}${error.message.endsWith(".") ? "" : "."}`;
    const subject = command.kind === "import" ? `${command.path} cannot be imported. ` : "";
    fail(`${subject}${message}`, "Nothing has been changed.");
  }
  fail(error instanceof Error ? error.message : String(error));
}
process.exit(process.exitCode ?? 0);

async function run(
  { path, country, reportPath }: ImportCommand,
  database: Database,
  dataDirectory: string,
): Promise<void> {
  const bar = new ProgressBar(process.stderr);
  const startedAtMs = performance.now();
  const onProgress = (stage: ImportStage, share: number) => bar.show(stageNames[stage], share);
  try {
    const result = await importFile({ database, path, country, now: new Date(), onProgress });
    const { source, digest } = result;
    bar.end();
    for (const line of describeImport(result)) console.log(line);
    if (digest) {
      console.log(await renewWalkingTiles(path, { source, digest }, dataDirectory));
      const extracts = new ExtractFiles(dataDirectory);
      extracts.keep(path, { name: source, digest });
      const onDrawn = (share: number) => bar.show("Drawing the street map", share);
      console.log(await renewStreetMap(extracts.list(), dataDirectory, onDrawn));
      bar.end();
    }
    if (reportPath) writeFileSync(reportPath, JSON.stringify(result.report.remarks, null, 2));
  } finally {
    bar.end();
  }
  const seconds = ((performance.now() - startedAtMs) / 1000).toFixed(1);
  const megabytes = Math.round(process.resourceUsage().maxRSS / 1024);
  console.log(`Took ${seconds} s and ${megabytes} MB of memory.`);
}

async function runMove(
  { reportPath, kind: _, ...options }: MoveCommand,
  database: Database,
  config: Config,
): Promise<void> {
  // A dry run seals nothing that stays.
  const authSecret =
    config.authSecret ??
    (options.isDryRun
      ? randomBytes(32).toString("hex")
      : findOrMakeAuthSecret(config.dataDirectory));
  const result = await moveIn({ ...options, database, authSecret, now: new Date() });
  for (const line of describeMove(result, options.isDryRun)) console.log(line);
  if (reportPath) writeFileSync(reportPath, JSON.stringify(result.report.remarks, null, 2));
  if (!result.report.isWhole) process.exitCode = partlyTaken;
}

interface MoveCommand extends Omit<MoveInOptions, "database" | "authSecret" | "now"> {
  readonly kind: "move-in";
  readonly reportPath: string | null;
}

interface ImportCommand {
  readonly kind: "import";
  readonly path: string;
  readonly country: string | null;
  readonly reportPath: string | null;
}

function readCommand(): ImportCommand | MoveCommand | { readonly kind: "remove-samples" } {
  try {
    const { values, positionals } = parseArgs({
      options: {
        country: { type: "string" },
        report: { type: "string" },
        "remove-samples": { type: "boolean" },
        users: { type: "string" },
        "users-hash": { type: "string" },
        source: { type: "string" },
        "dry-run": { type: "boolean" },
      },
      allowPositionals: true,
    });
    if (values["remove-samples"]) {
      if (positionals.length > 0 || Object.keys(values).length > 1) fail(usage);
      return { kind: "remove-samples" };
    }
    const [file] = positionals;
    if (positionals.length > 1 || (file === undefined && values.users === undefined)) fail(usage);
    const reportPath = values.report ? fromCaller(values.report) : null;
    const path = file === undefined ? null : existing(file);
    if (path === null || values.users !== undefined || isDocumentsFile(path)) {
      if (values.country !== undefined) fail(usage);
      return {
        kind: "move-in",
        places: path,
        users: values.users === undefined ? null : existing(values.users),
        passwordParameters:
          values["users-hash"] === undefined ? null : existing(values["users-hash"]),
        source: values.source ?? "original",
        isDryRun: values["dry-run"] ?? false,
        reportPath,
      };
    }
    const country = values.country?.toUpperCase() ?? null;
    const isCountry = country === null || /^[A-Z]{2}$/.test(country);
    const isOfMove = ["users-hash", "source", "dry-run"].some((name) => name in values);
    if (!isCountry || isOfMove) fail(usage);
    return { kind: "import", path, country, reportPath };
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error), usage);
  }
}

/** Path of a file that is there and has a name that is understood. */
function existing(file: string): string {
  if (!/\.(pbf|json|geojson|ndjson|jsonl|txt)$/i.test(file)) {
    fail(`${file}: only .osm.pbf, .json and .geojson are understood.`, usage);
  }
  const path = fromCaller(file);
  if (!existsSync(path)) fail(`${file} does not exist.`);
  return path;
}

/** npm runs its scripts in the package's folder, and says where it was called. */
function fromCaller(path: string): string {
  return resolve(process.env.INIT_CWD ?? process.cwd(), path);
}

function fail(...lines: readonly string[]): never {
  for (const line of lines) process.stderr.write(`mosdo: ${line}\n`);
  process.exit(1);
}

/**
 * Makes the walking tiles of an extract, where the router is installed. They replace those of an
 * earlier file of the same name; those of other extracts stay in use.
 *
 * @returns a message to the operator
 */
async function renewWalkingTiles(
  file: string,
  { source, digest }: { readonly source: string; readonly digest: string },
  dataDirectory: string,
): Promise<string> {
  const valhalla = findValhalla();
  if (!valhalla) {
    return "Walking directions: no router is installed. npm run routing:install, then import again.";
  }
  const version = `${source}-${digest.slice(0, versionLetters)}`;
  const isNew = await buildWalkingTiles({ dataDirectory, valhalla }, { file, version });
  return isNew
    ? "Walking directions: the ways of this file are in use."
    : "Walking directions: the ways of this very file are in use already.";
}

/**
 * Makes the street map of all kept extracts, unless it is made of these very files. An extract of which none
 * can be made leaves the map of before.
 *
 * @returns a message to the operator
 */
async function renewStreetMap(
  extracts: readonly KeptExtract[],
  dataDirectory: string,
  onProgress: (share: number) => void,
): Promise<string> {
  try {
    const isNew = await makeStreetMap(dataDirectory, extracts, onProgress);
    const names = extracts.map(({ name }) => name).join(", ");
    return isNew
      ? `Street map: made of ${names}, and in use.`
      : `Street map: the one of ${names} is in use already.`;
  } catch (error) {
    if (!(error instanceof ImportFileError)) throw error;
    process.exitCode = partlyTaken;
    return `Street map: it stays as it was. ${error.message}`;
  }
}
