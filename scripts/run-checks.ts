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

const format: Step = { title: "Format and lint", commands: [["biome", "ci"]] };
const types: Step = { title: "Types", commands: [["react-router", "typegen"], ["tsc"]] };
const arrows: Step = { title: "Import arrows", commands: [["node", "scripts/check-imports.ts"]] };
const deadCode: Step = { title: "Dead code", commands: [["knip", "--no-progress"]] };
const citations: Step = { title: "Citations", commands: [["node", "scripts/check-citations.ts"]] };
const pin: Step = { title: "Node.js version", commands: [["node", "scripts/check-node-pin.ts"]] };
const audit: Step = {
  title: "Dependencies",
  commands: [["node", "scripts/check-dependencies.ts"]],
};
const build: Step = { title: "Build", commands: [["node", "cli/build.ts"]] };
const browsers: Step = {
  title: "Supported browsers",
  commands: [["node", "scripts/check-browsers.ts"]],
};
const unit: Step = {
  title: "Unit tests",
  commands: [["vitest", "run", "--project", "unit", "--project", "components"]],
  report: "vitest",
};
const integration: Step = {
  title: "Integration tests",
  commands: [["vitest", "run", "--project", "integration*"]],
  report: "vitest",
};
const endToEnd: Step = {
  title: "End-to-end tests",
  commands: [["playwright", "test"]],
  report: "playwright",
};
const engines: Step = {
  title: "Firefox and WebKit",
  commands: [["playwright", "test", "--config", "tests/engines/playwright.config.ts"]],
  report: "playwright",
};

/**
 * Stages, one after the other; each has lanes that run side by side, and a lane its steps in order.
 * Tests measure time: nothing runs beside them.
 */
const isWhole = process.argv[2] === "all";
const stages: readonly (readonly (readonly Step[])[])[] = [
  [
    // Imports and dead code need the types that the first step generates.
    [types, arrows, deadCode],
    [format, citations, pin, ...(isWhole ? [audit, build, browsers] : [])],
  ],
  [[unit]],
  ...(isWhole ? [[[integration]], [[endToEnd]], [[engines]]] : []),
];

const reportDirectory = mkdtempSync(join(tmpdir(), "mosdo-reports-"));
const outcomes: Outcome[] = [];
for (const lanes of stages) outcomes.push(...(await Promise.all(lanes.map(runLane))).flat());
rmSync(reportDirectory, { recursive: true });

console.log("");
for (const { title, passed, failed, skipped, seconds, failures } of outcomes) {
  const verdict = failed > 0 ? `${failed} FAILED, ${passed} passed` : `${passed} passed`;
  console.log(`${title}: ${verdict}${skipped > 0 ? `, ${skipped} skipped` : ""} (${seconds} s)`);
  for (const failure of failures) console.log(`  ${failure}`);
}
const failed = sum("failed");
const skipped = sum("skipped") > 0 ? `, ${sum("skipped")} skipped` : "";
console.log(`\n${sum("passed")} passed, ${failed} failed${skipped}`);
process.exit(failed > 0 ? 1 : 0);

async function runLane(
  steps: readonly Step[],
  _: number,
  lanes: readonly unknown[],
): Promise<Outcome[]> {
  const surroundings = { root, reportDirectory, isShownAtEnd: lanes.length > 1 };
  const ended: Outcome[] = [];
  for (const step of steps) ended.push(await runStep(step, surroundings));
  return ended;
}

function sum(key: "passed" | "failed" | "skipped"): number {
  return outcomes.reduce((total, outcome) => total + outcome[key], 0);
}
