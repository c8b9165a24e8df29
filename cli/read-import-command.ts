import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import type { FirebaseMigrationOptions } from "#server/import/firebase/migrate-firebase.ts";
import { ImportFileError } from "#server/import/import-file-error.ts";
import { type FileKind, fileKindOf } from "#server/import/osm/osm-file.ts";
import { asksForHelp, CommandError, fail, Help, messageOf } from "./command.ts";

const usage = "usage: npm run import -- FILE [OPTIONS]; npm run import -- --help explains them.";

const help = `usage: npm run import -- FILE [OPTIONS]

An extract of OpenStreetMap: places, addresses and map
  FILE.osm.pbf, FILE.osm, FILE.osm.gz or FILE.osm.bz2
  --older            also where the data is older than what is here
  --changes-applied  the file is an earlier one with changes applied

Toilets alone
  FILE.json of Overpass, or FILE.geojson

Both
  --country XX       country of places that name none, such as HU
  --report FILE      writes what was taken and refused, as JSON
  --quiet            prints only what is to be decided

A list of a town
  LIST.csv, LIST.xlsx or LIST.ods; with --map also JSON and GeoJSON
  --map FILE         what its columns mean; written where it is absent
  --dry-run          says what would happen, and changes nothing

Places and users of a hosted service
  [places.json] [--users users.json] [--users-hash hash.txt]
  --source NAME      name of the service, "original" without
  --report FILE, --dry-run

The samples
  --remove-samples   removes them
`;
/** Accepted extensions, by the purpose of the file. An import goes by the content. */
const endings = {
  users: [".json", ".ndjson", ".jsonl"],
  parameters: [".txt", ".json"],
} as const;

export interface MigrationCommand
  extends Omit<FirebaseMigrationOptions, "database" | "authSecret" | "now"> {
  readonly kind: "migrate-firebase";
  readonly reportPath: string | null;
}

export interface FileCommand {
  readonly kind: "import";
  readonly path: string;
  readonly country: string | null;
  readonly takesOlder: boolean;
  readonly hasChangesApplied: boolean;
  readonly reportPath: string | null;
  /** Whether only what is to be decided is printed. */
  readonly isQuiet: boolean;
}

export interface ListCommand {
  readonly kind: "list";
  readonly path: string;
  /** File of what the columns mean, which is written where it is absent; null for none. */
  readonly mapPath: string | null;
  readonly isDryRun: boolean;
}

export type ImportCommand =
  | FileCommand
  | ListCommand
  | MigrationCommand
  | { readonly kind: "remove-samples" };

/**
 * Parses the arguments of `npm run import`.
 *
 * @param args after the command's name
 * @param directory that the paths are relative to
 * @throws {CommandError} for invalid arguments, and missing files
 * @throws {Help} on request
 */
export async function readImportCommand(
  args: readonly string[],
  directory: string,
): Promise<ImportCommand> {
  const existing = (file: string, purpose?: keyof typeof endings) =>
    findFile(file, purpose, directory);
  if (asksForHelp(args)) throw new Help(help);
  try {
    const { values, positionals } = parseArgs({
      args,
      options: {
        country: { type: "string" },
        older: { type: "boolean" },
        "changes-applied": { type: "boolean" },
        report: { type: "string" },
        quiet: { type: "boolean" },
        "remove-samples": { type: "boolean" },
        users: { type: "string" },
        "users-hash": { type: "string" },
        source: { type: "string" },
        "dry-run": { type: "boolean" },
        map: { type: "string" },
      },
      allowPositionals: true,
    });
    if (values["remove-samples"]) {
      if (positionals.length > 0 || Object.keys(values).length > 1) fail(usage);
      return { kind: "remove-samples" };
    }
    const [file] = positionals;
    const reportPath = values.report ? resolve(directory, values.report) : null;
    const country = values.country?.toUpperCase() ?? null;
    if (country !== null && !/^[A-Z]{2}$/.test(country)) fail(usage);
    const takesOlder = values.older ?? false;
    const hasChangesApplied = values["changes-applied"] ?? false;
    const isQuiet = values.quiet ?? false;
    const isOfMove = ["users", "users-hash", "source", "dry-run"].some((name) => name in values);
    const path = file === undefined ? null : existing(file);
    if (path !== null && (values.map !== undefined || isTable(path))) {
      const others = Object.keys(values).filter((name) => name !== "map" && name !== "dry-run");
      if (positionals.length > 1 || others.length > 0) fail(usage);
      const mapPath = values.map === undefined ? null : resolve(directory, values.map);
      return { kind: "list", path, mapPath, isDryRun: values["dry-run"] ?? false };
    }
    const kind = path && (await kindOf(path));
    if (positionals.length > 1 || (path === null && values.users === undefined)) fail(usage);
    if ((takesOlder || hasChangesApplied) && kind !== "pbf" && kind !== "xml") fail(usage);
    if (path === null || values.users !== undefined || kind === "documents") {
      if (values.country !== undefined || isQuiet) fail(usage);
      return {
        kind: "migrate-firebase",
        places: path,
        users: values.users === undefined ? null : existing(values.users, "users"),
        passwordParameters:
          values["users-hash"] === undefined ? null : existing(values["users-hash"], "parameters"),
        source: values.source ?? "original",
        isDryRun: values["dry-run"] ?? false,
        reportPath,
      };
    }
    if (values["dry-run"]) {
      fail(
        "--dry-run is for lists of towns and moves from a hosted service, not for this file.",
        usage,
      );
    }
    if (isOfMove) fail(usage);
    return { kind: "import", path, country, takesOlder, hasChangesApplied, reportPath, isQuiet };
  } catch (error) {
    if (error instanceof CommandError) throw error;
    fail(messageOf(error), usage);
  }
}

/** Whether a file's name is that of a table; GeoJSON and JSON are one where `--map` is given. */
function isTable(path: string): boolean {
  return /\.(csv|tsv|tab|txt|xlsx|ods)$/i.test(path);
}

async function kindOf(path: string): Promise<FileKind> {
  try {
    return await fileKindOf(path);
  } catch (error) {
    if (error instanceof ImportFileError) refuseImport(error, path);
    throw error;
  }
}

/** Ends the command because of a file. @param path of the file, where the message does not name it */
export function refuseImport({ message }: ImportFileError, path?: string): never {
  const subject = path === undefined ? "" : `${path} cannot be imported. `;
  fail(`${subject}${message}${message.endsWith(".") ? "" : "."}`, "Nothing has been changed.");
}

/** Path of an existing file, with an extension that its purpose accepts. */
function findFile(
  file: string,
  purpose: keyof typeof endings | undefined,
  directory: string,
): string {
  const understood = purpose && endings[purpose];
  if (understood && !understood.some((ending) => file.toLowerCase().endsWith(ending))) {
    fail(`${file}: only ${understood.join(", ")} are understood here.`, usage);
  }
  const path = resolve(directory, file);
  if (!existsSync(path)) fail(`${file} does not exist.`);
  return path;
}
