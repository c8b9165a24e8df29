import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { findGoneWords } from "./gone-words.ts";

/**
 * `node scripts/check-words.ts`: fails where a file or a declared name contains a word that its
 * folder no longer uses, and names the replacement. Fails too when it has read nothing.
 */
process.chdir(fileURLToPath(new URL("..", import.meta.url)));
const paths = globSync("{app,basemap,build-tools,cli,domain,scripts,server,tests}/**/*.{ts,tsx}");
const found = paths.flatMap((path) => findGoneWords({ path, text: readFileSync(path, "utf8") }));
for (const complaint of found) console.error(complaint);
if (paths.length === 0) console.error("no file was read");
if (found.length > 0 || paths.length === 0) process.exit(1);
console.log(`${paths.length} files have the words of today`);
