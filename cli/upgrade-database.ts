import { upgradeCluster } from "#server/backup/upgrade-cluster.ts";
import { upgradeFolders } from "#server/database/embedded/cluster-upgrade.ts";
import { type Command, fail } from "./command.ts";

/**
 * `npm run upgrade-database`: upgrades the database in the data directory to the installed major version of PostgreSQL.
 * All servers must be stopped. The old database stays unchanged in its folder, also after a failure.
 */
export const upgradeDatabase: Command = async (context) => {
  context.parse("usage: npm run upgrade-database", {});
  const { config, print, log } = context;
  const { databaseUrl, dataDirectory } = config;
  const signal = context.stopSignal();
  context.actAsOwner(dataDirectory);
  if (databaseUrl !== null) {
    print("DATABASE_URL names a database of your own: nothing was done.");
    return 0;
  }
  const begunAtMs = performance.now();
  const result = await upgradeCluster({
    dataDirectory,
    log: log.child({}, { level: "error" }),
    now: () => new Date(),
    report: print,
    signal,
  }).catch((error) => {
    if (signal.aborted) fail("Stopped. The old database is as it was.");
    throw error;
  });
  if (result.kind === "not-needed") {
    print("The database is of this version of PostgreSQL already, or there is none.");
    return 0;
  }
  const { cluster, old, from, to, leftBehind } = result;
  const seconds = ((performance.now() - begunAtMs) / 1000).toFixed(1);
  print(`The database is now ${cluster}, of PostgreSQL ${to}, in ${seconds} s.`);
  if (leftBehind.length > 0) {
    print(`Not ours, and so in the old database only: ${leftBehind.join(", ")}.`);
  }
  const { unused } = upgradeFolders(dataDirectory, to);
  print("The way back, without what will be written from now on, with the server stopped:");
  print(`  mv ${cluster} ${unused}`);
  print(`and then the version of the program that brought PostgreSQL ${from}.`);
  print(`The old database stays in ${old}: delete that folder when you no longer need it.`);
  return 0;
};
