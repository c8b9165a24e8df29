import { existsSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { pino } from "pino";
import { loadConfig, readEnvironment } from "#server/config/load-config.ts";
import type { Database } from "#server/database/connect.ts";
import { openDatabase } from "#server/database/open-database.ts";
import { findValhalla } from "#server/geo/walking/valhalla-installation.ts";
import { buildWalkingTiles } from "#server/geo/walking/walking-tiles.ts";
import { importFile } from "#server/import/import-file.ts";
import { ImportFileError } from "#server/import/import-file-error.ts";
import type { ImportStage } from "#server/import/import-target.ts";
import { removeSamplePlaces } from "#server/sample-places/remove-sample-places.ts";
import { describeImport, describeSampleRemoval } from "./describe-import.ts";
import { ProgressBar } from "./progress-bar.ts";

/**
 * `npm run import -- FILE [--country XX] [--report FILE.json]`: brings toilets from an
 * OpenStreetMap extract (`.osm.pbf`), from Overpass or from GeoJSON into the places, and an
 * extract's settlements, streets and addresses into the search, and its ways into the walking
 * directions. The server may run meanwhile; a second import of the same file changes nothing. `npm
 * run import -- --remove-samples` takes the sample places away, which the first file with toilets
 * does too.
 */
const usage =
  "usage: npm run import -- FILE.osm.pbf|FILE.json|FILE.geojson [--country XX] [--report FILE.json], or --remove-samples";
const stageNames: Readonly<Record<ImportStage, string>> = {
  reading: "Reading the file",
  shapes: "Finding positions",
  addresses: "Writing addresses",
  places: "Writing places",
};
/** Length of the part of a digest that tells two files of the same name apart. */
const digestLetters = 16;
const log = pino({ level: "warn" }, pino.destination(2));

const command = readCommand();
const loaded = loadConfig(readEnvironment(fileURLToPath(new URL("..", import.meta.url))));
if (!loaded.ok) fail(...loaded.faults);
try {
  const { database, [Symbol.asyncDispose]: close } = await openDatabase(loaded.config, log);
  try {
    if (command.kind === "remove-samples") {
      console.log(describeSampleRemoval(await removeSamplePlaces(database, new Date())));
    } else await run(command, database, loaded.config.dataDirectory);
  } finally {
    await close();
  }
} catch (error) {
  if (error instanceof ImportFileError && command.kind === "import") {
    fail(`${command.path} cannot be imported. ${error.message}`, "Nothing has been changed.");
  }
  fail(error instanceof Error ? error.message : String(error));
}
process.exit(0);

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
    if (digest) console.log(await renewWalkingTiles(path, { source, digest }, dataDirectory));
    if (reportPath) writeFileSync(reportPath, JSON.stringify(result.report.remarks, null, 2));
  } finally {
    bar.end();
  }
  const seconds = ((performance.now() - startedAtMs) / 1000).toFixed(1);
  const megabytes = Math.round(process.resourceUsage().maxRSS / 1024);
  console.log(`Took ${seconds} s and ${megabytes} MB of memory.`);
}

interface ImportCommand {
  readonly kind: "import";
  readonly path: string;
  readonly country: string | null;
  readonly reportPath: string | null;
}

function readCommand(): ImportCommand | { readonly kind: "remove-samples" } {
  try {
    const { values, positionals } = parseArgs({
      options: {
        country: { type: "string" },
        report: { type: "string" },
        "remove-samples": { type: "boolean" },
      },
      allowPositionals: true,
    });
    if (values["remove-samples"]) {
      if (positionals.length > 0 || Object.keys(values).length > 1) fail(usage);
      return { kind: "remove-samples" };
    }
    const [file] = positionals;
    const country = values.country?.toUpperCase() ?? null;
    const isCountry = country === null || /^[A-Z]{2}$/.test(country);
    if (file === undefined || positionals.length > 1 || !isCountry) fail(usage);
    if (!/\.(pbf|json|geojson)$/i.test(file)) {
      fail(`${file}: only .osm.pbf, .json (Overpass) and .geojson are understood.`, usage);
    }
    const path = fromCaller(file);
    if (!existsSync(path)) fail(`${file} does not exist.`);
    return {
      kind: "import",
      path,
      country,
      reportPath: values.report ? fromCaller(values.report) : null,
    };
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error), usage);
  }
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
  const version = `${source}-${digest.slice(0, digestLetters)}`;
  const isNew = await buildWalkingTiles({ dataDirectory, valhalla }, { file, version });
  return isNew
    ? "Walking directions: the ways of this file are in use."
    : "Walking directions: the ways of this very file are in use already.";
}
