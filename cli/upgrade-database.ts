import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { pino } from "pino";
import { upgradeCluster } from "#server/backup/upgrade-cluster.ts";
import type { Config } from "#server/config/config.ts";
import { loadConfigOf } from "#server/config/load-config.ts";
import { upgradeFolders } from "#server/database/embedded/cluster-upgrade.ts";
import { actAsOwner } from "./act-as-owner.ts";

/**
 * `npm run upgrade-database`: upgrades the database in the data directory to the major version of
 * PostgreSQL that npm has installed, where it is of an older one. All servers must be stopped. The
 * old database stays unchanged in its folder. A failure is one line and exit code 1, and changes
 * nothing.
 */
const usage = "usage: npm run upgrade-database";
const log = pino({ level: "error" }, pino.destination(2));

readCommand();
const loaded = loadConfigOf(fileURLToPath(new URL("..", import.meta.url)));
if (!loaded.ok) fail(...loaded.errors);
const stop = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => stop.abort());
try {
  actAsOwner(loaded.config.dataDirectory);
  await run(loaded.config);
} catch (error) {
  if (stop.signal.aborted) fail("Stopped. The old database is as it was.");
  fail(error instanceof Error ? error.message : String(error));
}
process.exit(0);

async function run({ databaseUrl, dataDirectory }: Config): Promise<void> {
  if (databaseUrl !== null) {
    console.log("DATABASE_URL names a database of your own: nothing was done.");
    return;
  }
  const begunAtMs = performance.now();
  const result = await upgradeCluster({
    dataDirectory,
    log,
    now: () => new Date(),
    report: (line) => console.log(line),
    signal: stop.signal,
  });
  if (result.kind === "not-needed") {
    console.log("The database is of this version of PostgreSQL already, or there is none.");
    return;
  }
  const { cluster, old, from, to, leftBehind } = result;
  const seconds = ((performance.now() - begunAtMs) / 1000).toFixed(1);
  console.log(`The database is now ${cluster}, of PostgreSQL ${to}, in ${seconds} s.`);
  if (leftBehind.length > 0) {
    console.log(`Not ours, and so in the old database only: ${leftBehind.join(", ")}.`);
  }
  const { unused } = upgradeFolders(dataDirectory, to);
  console.log("The way back, without what will be written from now on, with the server stopped:");
  console.log(`  mv ${cluster} ${unused}`);
  console.log(`and then the version of the program that brought PostgreSQL ${from}.`);
  console.log(`The old database stays in ${old}: delete that folder when you no longer need it.`);
}

function readCommand(): void {
  try {
    parseArgs();
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error), usage);
  }
}

function fail(...lines: readonly string[]): never {
  for (const line of lines) process.stderr.write(`mosdo: ${line}\n`);
  process.exit(1);
}
