import { join } from "node:path";
import { pino } from "pino";
import { openDatabase } from "#server/database/open-database.ts";
import { ExtractFiles } from "#server/import/extract-files.ts";
import { importFile } from "#server/import/import-file.ts";
import { makeStreetMap } from "#server/import/street-map/make-street-map.ts";
import { postgresProcesses, processStat } from "../processes.ts";
import { temporaryDirectory, withResource } from "../resources.ts";

/*
 * `node bench/country-extract/parts.ts FILE.osm.pbf…`: imports files of one name, one after the other, without walking
 * tiles. Prints seconds of processor time by part: of the import with its workers, and of the database.
 */

/** Processor time so far: of this process, and of the database's with those that have ended since the first call. */
function watchCpu(dataDirectory: string) {
  const cpuMs = new Map<number, number>();
  return () => {
    for (const pid of postgresProcesses(dataDirectory)) {
      cpuMs.set(pid, processStat(pid)?.cpuMs ?? cpuMs.get(pid) ?? 0);
    }
    const { user, system } = process.cpuUsage();
    const database = [...cpuMs.values()].reduce((sum, ms) => sum + ms, 0) / 1e3;
    return { ours: (user + system) / 1e6, database };
  };
}

async function importParts(dataDirectory: string, path: string): Promise<void> {
  const log = pino({ level: "warn" });
  const { database, ...opened } = await openDatabase({ databaseUrl: null, dataDirectory }, log);
  const parts = new Map<string, { ours: number; database: number }>();
  const cpuSeconds = watchCpu(dataDirectory);
  let last = cpuSeconds();
  let part = "reading";
  const begin = (next: string) => {
    if (next === part) return;
    const now = cpuSeconds();
    const sum = parts.get(part) ?? { ours: 0, database: 0 };
    sum.ours += now.ours - last.ours;
    sum.database += now.database - last.database;
    parts.set(part, sum);
    [part, last] = [next, now];
  };
  try {
    const options = { database, path, country: null, takesOlder: true, now: new Date() };
    await importFile({
      ...options,
      onProgress: (stage) => begin(stage),
      async afterwards({ source, digest, stored }) {
        const files = new ExtractFiles(dataDirectory);
        files.store(path, { name: source, digest: digest!, index: stored?.index });
        begin("street map: reading");
        // Reading is the first part of its progress, which has 0.4 of it.
        await makeStreetMap(dataDirectory, files.list(), (share) => {
          if (share > 0.4) begin("street map: cutting");
        });
        begin("");
      },
    });
  } finally {
    await opened[Symbol.asyncDispose]();
  }
  console.log(`\n${path}\n\n| part | import | database |\n|---|--:|--:|`);
  for (const [name, sum] of parts) {
    console.log(`| ${name} | ${sum.ours.toFixed(1)} | ${sum.database.toFixed(1)} |`);
  }
}

await withResource(temporaryDirectory(), async ({ path: folder }) => {
  for (const path of process.argv.slice(2)) await importParts(join(folder, "data"), path);
});
