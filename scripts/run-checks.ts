import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Outcome, runStep, type Step } from "./run-step.ts";

/**
 * `node scripts/run-checks.ts [quick|all]`: runs every step, also after one has failed, and ends
 * with one line, `N passed, N failed`. A step without counted tests counts as one.
 *
 * `quick` (`npm run check`) is for each commit; `all` (`npm test`) adds what needs a database, the
 * build and a browser.
 */
const root = fileURLToPath(new URL("..", import.meta.url));

const quick: readonly Step[] = [
  { title: "Format and lint", commands: [["biome", "ci"]] },
  { title: "Types", commands: [["react-router", "typegen"], ["tsc"]] },
  { title: "Import arrows", commands: [["node", "scripts/check-imports.ts"]] },
  { title: "Dead code", commands: [["knip", "--no-progress"]] },
  { title: "Citations", commands: [["node", "scripts/check-citations.ts"]] },
  { title: "Node.js version", commands: [["node", "scripts/check-node-pin.ts"]] },
  { title: "Unit tests", commands: [["vitest", "run", "--project", "unit"]], report: "vitest" },
];
const slow: readonly Step[] = [
  { title: "Build", commands: [["node", "cli/build.ts"]] },
  {
    title: "Integration tests",
    commands: [["vitest", "run", "--project", "integration"]],
    report: "vitest",
  },
  { title: "End-to-end tests", commands: [["playwright", "test"]], report: "playwright" },
];

const steps = process.argv[2] === "all" ? [...quick, ...slow] : quick;
const reportDirectory = mkdtempSync(join(tmpdir(), "mosdo-reports-"));
const outcomes: Outcome[] = [];
for (const step of steps) outcomes.push(await runStep(step, { root, reportDirectory }));
rmSync(reportDirectory, { recursive: true });

console.log("");
for (const { title, passed, failed, skipped, seconds } of outcomes) {
  const verdict = failed > 0 ? `${failed} FAILED, ${passed} passed` : `${passed} passed`;
  console.log(`${title}: ${verdict}${skipped > 0 ? `, ${skipped} skipped` : ""} (${seconds} s)`);
}
const failed = sum("failed");
const skipped = sum("skipped") > 0 ? `, ${sum("skipped")} skipped` : "";
console.log(`\n${sum("passed")} passed, ${failed} failed${skipped}`);
process.exit(failed > 0 ? 1 : 0);

function sum(key: "passed" | "failed" | "skipped"): number {
  return outcomes.reduce((total, outcome) => total + outcome[key], 0);
}
