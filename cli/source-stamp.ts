import { createHash } from "node:crypto";
import { globSync, statSync } from "node:fs";
import { join } from "node:path";

/** Everything that the build is made of. */
const sources = [
  "app/**",
  "cli/retried-imports.ts",
  "domain/**",
  "public/**",
  "server/**",
  "package-lock.json",
  "react-router.config.ts",
  "tsconfig.json",
  "vite.config.ts",
];
const isTest = /\.(test|fixture)\.tsx?$/;

/**
 * A fingerprint of the sources below `root` from their names, sizes and times: another one means
 * that the build is out of date. Tests don't count. Reads no file, so it takes milliseconds.
 */
export function sourceStamp(root: string): string {
  const hash = createHash("sha256");
  for (const path of globSync(sources, { cwd: root }).sort()) {
    const stats = statSync(join(root, path));
    if (!stats.isFile() || isTest.test(path)) continue;
    hash.update(`${path}\n${stats.size}\n${stats.mtimeMs}\n`);
  }
  return hash.digest("hex");
}
