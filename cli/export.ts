import { createWriteStream, renameSync, rmSync } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { dataLicenceOf } from "#server/config/legal-texts.ts";
import { exportFormats, exportPlaces } from "#server/export/export-places.ts";
import { type Command, type CommandContext, fail } from "./command.ts";

const usage =
  "usage: npm run export -- --format geojson|csv|json [--output FILE] [--licence 'CC BY 4.0']";

/**
 * `npm run export -- --format geojson|csv|json [--output FILE] [--licence TEXT]`: writes all accepted
 * places, with licence and date, to a file or to standard output. The server may run meanwhile.
 */
export const runExport: Command = async (context) => {
  const { format, outputPath, ownLicence } = readCommand(context);
  try {
    await context.withDatabase(async (database) => {
      const { heading, text, count } = await exportPlaces({
        database,
        format,
        ownLicence: ownLicence ?? dataLicenceOf(context.config),
        now: new Date(),
      });
      if (outputPath === null) await pipeline(Readable.from(text), context.stdout, { end: false });
      else await writeAtomically(outputPath, text);
      const attribution = heading.attribution === "" ? "" : ` ${heading.attribution}.`;
      context.stderr.write(`${count()} places. Licence: ${heading.licence}.${attribution}\n`);
    });
  } catch (error) {
    // A program that reads the output, such as `head`, has closed it: not an error.
    const isCut = error instanceof Error && "code" in error && error.code === "EPIPE";
    if (!isCut) throw error;
  }
  return 0;
};

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

function readCommand(context: CommandContext) {
  const { values, positionals } = context.parse(usage, {
    options: {
      format: { type: "string" },
      output: { type: "string" },
      licence: { type: "string" },
    },
    allowPositionals: true,
  });
  const format = exportFormats.find((format) => format === values.format);
  if (format === undefined || positionals.length > 0) fail(usage);
  const outputPath = values.output ? context.resolve(values.output) : null;
  return { format, outputPath, ownLicence: values.licence ?? null };
}
