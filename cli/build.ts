import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { compressFiles } from "./compress-files.ts";
import { sourceStamp } from "./source-stamp.ts";

/**
 * `node cli/build.ts [--when-needed]`: builds the pages and the server's application into `build/`.
 * With `--when-needed` it does so only if no build is there or the sources have changed since, and
 * shows the builder's output only when it fails.
 */
const root = fileURLToPath(new URL("..", import.meta.url));
const stampPath = join(root, "build/source-stamp");
const isQuiet = process.argv.includes("--when-needed");
const stamp = sourceStamp(root);

if (!isQuiet || readStamp() !== stamp) await build();

function readStamp(): string | null {
  return existsSync(stampPath) ? readFileSync(stampPath, "utf8") : null;
}

async function build(): Promise<void> {
  const builder = join(root, "node_modules/@react-router/dev/bin.cjs");
  if (!existsSync(builder)) {
    fail("the build tools are missing: run npm ci without --omit=dev and with NODE_ENV unset.");
  }
  if (isQuiet) console.log("Building the pages, once…");
  // Removed first: an interrupted build must not pass for a finished one.
  rmSync(stampPath, { force: true });
  const { status, stdout, stderr } = spawnSync(process.execPath, [builder, "build"], {
    cwd: root,
    // The pages are those that visitors get, also when a test runs the build.
    env: { ...process.env, NODE_ENV: "production" },
    stdio: isQuiet ? "pipe" : "inherit",
    encoding: "utf8",
  });
  if (status !== 0) {
    process.stderr.write(`${stdout ?? ""}${stderr ?? ""}`);
    fail("the build failed.");
  }
  await compressFiles(join(root, "build/client"));
  writeFileSync(stampPath, stamp);
}

function fail(message: string): never {
  console.error(`mosdo: ${message}`);
  process.exit(1);
}
