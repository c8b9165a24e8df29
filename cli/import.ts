import { randomBytes } from "node:crypto";
import { accessSync, constants, existsSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import * as v from "valibot";
import { type ColumnMapping, columnMappingSchema } from "#domain/source-list/column-mapping.ts";
import { listSourceSchema } from "#domain/source-list/import-view.ts";
import { findOrMakeAuthSecret } from "#server/accounts/auth-secret.ts";
import type { Database } from "#server/database/connect.ts";
import { openExtract } from "#server/geo/create-geo.ts";
import { createInstructionLocales } from "#server/geo/walking/walking-router.ts";
import { readTranslations } from "#server/i18n.ts";
import { ExtractFiles } from "#server/import/extract-files.ts";
import { migrateFirebase } from "#server/import/firebase/migrate-firebase.ts";
import { type ImportStage, importFile } from "#server/import/import-file.ts";
import { ImportFileError } from "#server/import/import-file-error.ts";
import { isComplete, renewWaysAndMap } from "#server/import/imported-extracts.ts";

import { removeSamplePlaces } from "#server/import/sample-places.ts";
import { ImportReport } from "#server/import/toilets/import-toilets.ts";
import { importListFile } from "#server/source-lists/import-list-file.ts";
import { createAddressSearch } from "#server/source-lists/search-address.ts";
import { type Command, type CommandContext, fail, messageOf } from "./command.ts";
import {
  describeImport,
  describeIncomplete,
  describeList,
  describeMigration,
  describeRemarks,
  describeSampleRemoval,
  describeWaysAndMap,
} from "./describe-import.ts";
import { CommandOutput } from "./progress-bar.ts";
import {
  type FileCommand,
  type ImportCommand,
  type ListCommand,
  type MigrationCommand,
  readImportCommand,
  refuseImport,
} from "./read-import-command.ts";

const stageNames: Readonly<Record<ImportStage, string>> = {
  reading: "Reading the file",
  shapes: "Finding positions",
  addresses: "Writing addresses",
  places: "Writing places",
};
/** Exit code where items were refused, or ways or street map not made. */
const partlyTaken = 2;
/** Exit code for a file that is marked as incomplete. */
const incompleteFile = 3;

/**
 * `npm run import -- FILE …`: imports toilets of a file into the places, and of an extract settlements, streets, landmarks
 * and addresses into the search, its ways into the walking directions, and a street map. The server may run meanwhile; a
 * second import of the same file changes nothing. Other forms migrate an installation from Firebase
 * (docs/product#firebase-migration) and remove samples. Options: docs/operating-guide.md, docs/operating-maps.md.
 *
 * With `--quiet` it prints only what the operator is to decide and what is not in the report of the run before. It ends
 * with 2 where items were refused or ways or map not made, and with 3 for a file that is marked as incomplete.
 */
export const runImport: Command = async (context) => {
  const command = await readImportCommand(context.args, context.resolve("."));
  context.actAsOwner(context.config.dataDirectory, { isMade: true, reads: readsOf(command) });
  const report = "reportPath" in command ? command.reportPath : null;
  if (report !== null) ensureWritable(report);
  try {
    return await context.withDatabase((database) => {
      // Not before the database: one that is started here may serve others later.
      context.lowerPriority();
      return carryOut(context, command, database);
    });
  } catch (error) {
    if (!(error instanceof ImportFileError) || command.kind === "remove-samples") throw error;
    refuseImport(error, "path" in command ? command.path : undefined);
  }
};

/** @returns the exit code */
async function carryOut(
  context: CommandContext,
  command: ImportCommand,
  database: Database,
): Promise<number> {
  if (command.kind === "import") return importOne(context, command, database);
  if (command.kind === "list") return importList(context, command, database);
  if (command.kind === "migrate-firebase") return runMigration(context, command, database);
  context.print(describeSampleRemoval(await removeSamplePlaces(database, new Date())));
  return 0;
}

function readsOf(command: ImportCommand): readonly string[] {
  if (command.kind === "import") return [command.path];
  if (command.kind === "list") return [command.path, ...(command.mapPath ? [command.mapPath] : [])];
  if (command.kind === "remove-samples") return [];
  const { places, users, passwordParameters } = command;
  return [places, users, passwordParameters].filter((path) => path !== null);
}

/** @throws where the report could not be written at the end */
function ensureWritable(path: string): void {
  try {
    accessSync(existsSync(path) ? path : dirname(path), constants.W_OK);
  } catch (error) {
    throw new Error(`The report cannot be written to ${path} (${messageOf(error)}).`);
  }
}

async function importOne(
  context: CommandContext,
  { kind: _, reportPath, isQuiet, ...file }: FileCommand,
  database: Database,
): Promise<number> {
  const { dataDirectory, site } = context.config;
  const output = new CommandOutput(context, isQuiet);
  const startedAtMs = performance.now();
  let code = 0;
  try {
    const { report, incomplete } = await importFile({
      ...{ ...file, database, now: new Date(), homeCountry: site.country },
      onProgress: (stage, share) => output.show(stageNames[stage], share),
      workFolder: join(dataDirectory, "unfinished-import"),
      async afterwards(result) {
        output.end();
        output.say(describeImport(result));
        const { source, digest, stored } = result;
        if (!digest || !stored) return;
        new ExtractFiles(dataDirectory).store(stored.path, {
          ...{ name: source, digest, index: stored.index, keepsBounds: file.hasChangesApplied },
        });
        code = await renew(context, output);
      },
    });
    if (incomplete !== null) {
      code = incompleteFile;
      if (isQuiet) context.print(describeIncomplete(incomplete));
    }
    if (isQuiet) {
      const known = new Set(reportPath ? remarksIn(reportPath) : []);
      const unknown = new ImportReport();
      for (const remark of report.remarks) {
        if (!known.has(JSON.stringify(remark))) unknown.remark(remark);
      }
      for (const line of describeRemarks(unknown)) context.print(line);
    }
    if (reportPath) writeFileSync(reportPath, JSON.stringify(report, null, 2));
  } finally {
    output.end();
  }
  const seconds = ((performance.now() - startedAtMs) / 1000).toFixed(1);
  const megabytes = Math.round(process.resourceUsage().maxRSS / 1024);
  output.say([`Took ${seconds} s and ${megabytes} MB of memory.`]);
  return code;
}

const mapSchema = v.object({
  ...columnMappingSchema.entries,
  /** Where the list comes from. */
  source: v.optional(
    v.partial(v.pick(listSourceSchema, ["title", "licence", "attribution", "link"])),
  ),
});

/** @throws {CommandError} with the key that is wrong */
function readMap(path: string): v.InferOutput<typeof mapSchema> {
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    fail(`${path} is not JSON (${messageOf(error)}).`);
  }
  const read = v.safeParse(mapSchema, json);
  if (read.success) return read.output;
  const [issue] = read.issues;
  fail(`${path}: ${v.getDotPath(issue) ?? "the whole"}: ${issue.message}.`);
}

/** `npm run import -- LIST.csv`: takes a town's list over, or says what would become of it. @returns the exit code */
async function importList(
  { config, print, log }: CommandContext,
  { path, mapPath, isDryRun }: ListCommand,
  database: Database,
): Promise<number> {
  const map = mapPath !== null && existsSync(mapPath) ? readMap(mapPath) : null;
  const { country, name } = config.site;
  const localeOf = createInstructionLocales(readTranslations(name));
  await using local = openExtract({ ...{ database, localeOf, log }, ...config });
  const { source = {}, ...mapping } = map ?? {};
  const result = await importListFile(
    {
      ...{ database, homeCountry: country, now: () => new Date() },
      searchAddress: createAddressSearch(local.provider, country),
    },
    {
      ...{ bytes: readFileSync(path), fileName: basename(path), source, isDryRun },
      mapping: map && (mapping as ColumnMapping),
    },
  );
  for (const line of describeList(result, { isDryRun })) print(line);
  if (mapPath !== null && map === null) {
    writeFileSync(mapPath, `${JSON.stringify(result.mapping, null, 2)}\n`);
    print(`What the columns mean is in ${mapPath}.`);
  }
  return 0;
}

/** The remarks in the report of an earlier run, each as JSON; none where there is no such report. */
function remarksIn(path: string): string[] {
  try {
    const { remarks }: { remarks?: unknown } = JSON.parse(readFileSync(path, "utf8"));
    return Array.isArray(remarks) ? remarks.map((remark) => JSON.stringify(remark)) : [];
  } catch {
    return [];
  }
}

/** Makes ways and street map of the stored extracts. @returns the exit code */
async function renew({ config, print }: CommandContext, output: CommandOutput): Promise<number> {
  const onDrawn = (share: number) => output.show("Drawing the street map", share);
  const renewed = await renewWaysAndMap(config.dataDirectory, onDrawn);
  output.end();
  const lines = describeWaysAndMap(renewed);
  if (isComplete(renewed)) output.say(lines);
  else for (const line of lines) print(line);
  return isComplete(renewed) ? 0 : partlyTaken;
}

async function runMigration(
  { config, print }: CommandContext,
  { reportPath, kind: _, ...options }: MigrationCommand,
  database: Database,
): Promise<number> {
  // A dry run seals nothing that stays.
  const authSecret =
    config.authSecret ??
    (options.isDryRun
      ? randomBytes(32).toString("hex")
      : findOrMakeAuthSecret(config.dataDirectory));
  const result = await migrateFirebase({ ...options, database, authSecret, now: new Date() });
  for (const line of describeMigration(result, options.isDryRun)) print(line);
  if (reportPath) writeFileSync(reportPath, JSON.stringify(result.report.remarks, null, 2));
  return result.report.isComplete ? 0 : partlyTaken;
}
