import { createWriteStream, renameSync, rmSync } from "node:fs";
import { resolve } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { pino } from "pino";
import { dataLicenceOf } from "#server/config/legal-texts.ts";
import { loadConfigOf } from "#server/config/load-config.ts";
import type { Database } from "#server/database/connect.ts";
import { openDatabase } from "#server/database/open-database.ts";
import { type ExportFormat, exportFormats, exportPlaces } from "#server/export/export-places.ts";

/**
 * `npm run export -- --format geojson|csv|json [--output FILE] [--licence TEXT]`: writes all accepted
 * places, with licence and date, to a file or to standard output. The server may run meanwhile.
 */
const usage =
  "usage: npm run export -- --format geojson|csv|json [--output FILE] [--licence 'CC BY 4.0']";
const log = pino({ level: "warn" }, pino.destination(2));

const command = readCommand();
const loaded = loadConfigOf(fileURLToPath(new URL("..", import.meta.url)));
if (!loaded.ok) fail(...loaded.errors);
const { config } = loaded;
try {
  const { database, [Symbol.asyncDispose]: close } = await openDatabase(config, log);
  try {
    await run(database);
  } finally {
    await close();
  }
} catch (error) {
  // A program that reads the output, such as `head`, has closed it: not an error.
  const isCut = error instanceof Error && "code" in error && error.code === "EPIPE";
  if (!isCut) fail(error instanceof Error ? error.message : String(error));
}
process.exit(0);

async function run(database: Database): Promise<void> {
  const { format, outputPath, ownLicence } = command;
  const { heading, text, count } = await exportPlaces({
    database,
    format,
    ownLicence: ownLicence ?? dataLicenceOf(config),
    now: new Date(),
  });
  if (outputPath === null) await pipeline(Readable.from(text), process.stdout, { end: false });
  else await writeAtomically(outputPath, text);
  const attribution = heading.attribution === "" ? "" : ` ${heading.attribution}.`;
  process.stderr.write(`${count()} places. Licence: ${heading.licence}.${attribution}\n`);
}

/** The file appears when it is complete; one of that name is replaced. */
async function writeAtomically(path: string, text: AsyncIterable<string>): Promise<void> {
  const part = `${path}.part`;
  try {
    await pipeline(Readable.from(text), createWriteStream(part));
    renameSync(part, path);
  } finally {
    rmSync(part, { force: true });
  }
}

function readCommand() {
  try {
    const { values, positionals } = parseArgs({
      options: {
        format: { type: "string" },
        output: { type: "string" },
        licence: { type: "string" },
      },
      allowPositionals: true,
    });
    const format = exportFormats.find((format) => format === values.format);
    if (format === undefined || positionals.length > 0) fail(usage);
    // npm runs its scripts in the package's folder; INIT_CWD is the folder of the call.
    const folder = process.env.INIT_CWD ?? process.cwd();
    const outputPath = values.output ? resolve(folder, values.output) : null;
    return {
      format: format satisfies ExportFormat,
      outputPath,
      ownLicence: values.licence ?? null,
    };
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error), usage);
  }
}

function fail(...lines: readonly string[]): never {
  for (const line of lines) process.stderr.write(`mosdo: ${line}\n`);
  process.exit(1);
}
