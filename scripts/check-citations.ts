import { existsSync, globSync, readdirSync, readFileSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { findCitationErrors } from "./citation-errors.ts";

/**
 * `node scripts/check-citations.ts`: fails where a comment, a test or a document cites a rule of
 * docs/product, a decision record or a document that does not exist, and when it has read nothing,
 * because success would prove nothing.
 */
const notOurs = ["node_modules", "build", "data", "test-results", "playwright-report"];

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
const paths = globSync("**/{NOTICE,*.{ts,tsx,css,cjs,md,sh}}", {
  exclude: (name) => notOurs.includes(name) || (name.startsWith(".") && name.length > 1),
});
const { errors, citations, rules } = findCitationErrors({
  texts: new Map(paths.map((path) => [path, readFileSync(path, "utf8")])),
  // An empty folder is not in the repository: a move may have left it behind.
  exists: (path) =>
    existsSync(path) && (!statSync(path).isDirectory() || readdirSync(path).length > 0),
});
for (const error of errors) console.error(error);
if (rules === 0 || citations === 0)
  console.error(`only ${citations} citations and ${rules} rules were read`);
if (errors.length > 0 || rules === 0 || citations === 0) process.exit(1);
console.log(
  `${citations} citations lead to ${rules} rules and the decision records (${paths.length} files)`,
);
