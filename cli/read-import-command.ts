import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { isChangeFile } from "#server/import/changes/change-file.ts";
import { fileKindOf } from "#server/import/file-kind.ts";
import type { FirebaseMigrationOptions } from "#server/import/firebase/migrate-firebase.ts";
import { isDocumentsFile } from "#server/import/firebase/place-documents.ts";
import { CommandError, fail, messageOf } from "./command.ts";

const usage =
  "usage: npm run import -- FILE.osm.pbf|FILE.osm|FILE.osm.gz|FILE.osm.bz2|FILE.json|FILE.geojson [--country XX] [--older] [--report FILE.json] [--quiet], or FILE.osc.gz… [--extract NAME] [--country XX] [--report FILE.json] [--quiet], or --remove-samples, or [places.json] [--users users.json --users-hash hash.txt] [--source NAME] [--dry-run]";
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
  readonly reportPath: string | null;
  /** Whether only what is to be decided is printed. */
  readonly isQuiet: boolean;
}

export interface ChangesCommand extends Omit<FileCommand, "kind" | "path" | "takesOlder"> {
  readonly kind: "changes";
  readonly paths: readonly string[];
  readonly extract: string | null;
}

export type ImportCommand =
  | FileCommand
  | ChangesCommand
  | MigrationCommand
  | { readonly kind: "remove-samples" };

/**
 * Parses the arguments of `npm run import`.
 *
 * @param args after the command's name
 * @param directory that the paths are relative to
 * @throws {CommandError} for invalid arguments, and missing files
 */
export function readImportCommand(args: readonly string[], directory: string): ImportCommand {
  const existing = (file: string, purpose?: keyof typeof endings) =>
    findFile(file, purpose, directory);
  try {
    const { values, positionals } = parseArgs({
      args,
      options: {
        country: { type: "string" },
        older: { type: "boolean" },
        report: { type: "string" },
        quiet: { type: "boolean" },
        extract: { type: "string" },
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
    const reportPath = values.report ? resolve(directory, values.report) : null;
    const country = values.country?.toUpperCase() ?? null;
    if (country !== null && !/^[A-Z]{2}$/.test(country)) fail(usage);
    const takesOlder = values.older ?? false;
    const isQuiet = values.quiet ?? false;
    const isOfMove = ["users", "users-hash", "source", "dry-run"].some((name) => name in values);
    if (file !== undefined && positionals.every(isChangeFile)) {
      if (isOfMove || takesOlder) fail(usage);
      const paths = positionals.map((path) => existing(path));
      return {
        kind: "changes",
        paths,
        extract: values.extract ?? null,
        country,
        reportPath,
        isQuiet,
      };
    }
    if (positionals.length > 1 || (file === undefined && values.users === undefined)) fail(usage);
    if (values.extract !== undefined) fail(usage);
    const path = file === undefined ? null : existing(file);
    if (takesOlder && (path === null || fileKindOf(path) === "json")) fail(usage);
    if (path === null || values.users !== undefined || isDocumentsFile(path)) {
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
    if (isOfMove) fail(usage);
    return { kind: "import", path, country, takesOlder, reportPath, isQuiet };
  } catch (error) {
    if (error instanceof CommandError) throw error;
    fail(messageOf(error), usage);
  }
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
