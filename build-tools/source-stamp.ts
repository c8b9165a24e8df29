import { createHash } from "node:crypto";
import { globSync, statSync } from "node:fs";
import { join } from "node:path";

/** Files and folders that the build depends on. */
const sources = [
  "app/**",
  "build-tools/**",
  "domain/**",
  "public/**",
  "server/**",
  "package-lock.json",
  "react-router.config.ts",
  "tsconfig.json",
  "vite.config.ts",
];
const isTest = /\.(test|fixture)\.tsx?$/;

/** Fingerprint of the sources below `root` by names, sizes and times; where it has changed, the build is out of date. */
export function sourceStamp(root: string): string {
  const hash = createHash("sha256");
  for (const path of globSync(sources, { cwd: root }).sort()) {
    const stats = statSync(join(root, path));
    if (!stats.isFile() || isTest.test(path)) continue;
    hash.update(`${path}\n${stats.size}\n${stats.mtimeMs}\n`);
  }
  return hash.digest("hex");
}
