import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { replaceFolder, takeLock } from "../build-tools/build-folder.ts";
import { compressFiles } from "../build-tools/compress-files.ts";
import { sourceStamp } from "../build-tools/source-stamp.ts";

/**
 * `node cli/build.ts [--when-needed]`: builds the pages and the server's application into `build/`.
 * With `--when-needed` it does so only if there is no build or the sources have changed since, and
 * shows the builder's output only when it fails.
 *
 * The build is written to a separate folder and renamed, under a lock: `build/` is always a
 * complete build with its stamp, however many commands build at once.
 */
const root = fileURLToPath(new URL("..", import.meta.url));
const finished = join(root, "build");
const unfinished = join(root, "build.new");
const isQuiet = process.argv.includes("--when-needed");

if (!isNeeded()) process.exit(0);
await takeLock(join(root, "build.lock"));
// Another command may have built meanwhile.
if (isNeeded()) await build();

function isNeeded(): boolean {
  if (!isQuiet) return true;
  const stampPath = join(finished, "source-stamp");
  const stamp = existsSync(stampPath) ? readFileSync(stampPath, "utf8") : null;
  return stamp !== sourceStamp(root);
}

async function build(): Promise<void> {
  const builder = join(root, "node_modules/@react-router/dev/bin.cjs");
  if (!existsSync(builder)) {
    fail("the build tools are missing: run npm ci without --omit=dev and with NODE_ENV unset.");
  }
  if (isQuiet) console.log("Building the pages, once…");
  // Stamp of the sources as the build reads them: an edit during the build makes it out of date.
  const stamp = sourceStamp(root);
  rmSync(unfinished, { recursive: true, force: true });
  const { status, stdout, stderr } = spawnSync(process.execPath, [builder, "build"], {
    cwd: root,
    // The pages are production pages, also when a test runs the build.
    env: { ...process.env, NODE_ENV: "production", BUILD_DIRECTORY: unfinished },
    stdio: isQuiet ? "pipe" : "inherit",
    encoding: "utf8",
  });
  if (status !== 0) {
    process.stderr.write(`${stdout ?? ""}${stderr ?? ""}`);
    fail("the build failed.");
  }
  await compressFiles(join(unfinished, "client"));
  writeFileSync(join(unfinished, "source-stamp"), stamp);
  replaceFolder(finished, unfinished);
}

function fail(message: string): never {
  console.error(`mosdo: ${message}`);
  process.exit(1);
}
