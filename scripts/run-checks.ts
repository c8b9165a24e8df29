import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  accountFor,
  describeRunnable,
  failingRatio,
  measureSlowness,
  RunnableSamples,
} from "./processor-budget.ts";
import { notChecked, type Outcome, rerunFailures, runStep, type Step } from "./run-step.ts";

/**
 * `node scripts/run-checks.ts [quick|all|full]`: runs every step, also after one has failed, and ends
 * with one line, `N passed, N failed`. A step without counted tests counts as one.
 *
 * `quick` (`npm run check`) is for each commit; `all` (`npm test`) adds what needs a database, the
 * build and a browser; `full` (`npm run test:full`) adds what measures the machine or takes its time
 * (docs/decisions/023).
 *
 * The last lines say what the run has cost, a stage and a file, in processor time; one of more than
 * one and a half times its budget fails.
 *
 * With `CI` set, at most two failed tests are run once more at the end. Where they pass, the run passes
 * and names them as unstable: a defect to repair next.
 */
const root = fileURLToPath(new URL("..", import.meta.url));

const format: Step = { title: "Format and lint", commands: [["biome", "ci"]], budgetSeconds: 10 };
const types: Step = {
  title: "Types",
  commands: [
    ["react-router", "typegen"],
    // A second checker reads again what both need: a quarter more processor time.
    ["tsc", "--checkers", "1"],
  ],
  budgetSeconds: 18,
};
const arrows: Step = {
  title: "Import arrows",
  commands: [["node", "scripts/check-imports.ts"]],
  budgetSeconds: 8,
};
const client: Step = {
  title: "Types of the API's client",
  commands: [["node", "scripts/write-client-types.ts"]],
};
const deadCode: Step = {
  title: "Dead code",
  commands: [["knip", "--no-progress"]],
  budgetSeconds: 8,
};
/** Prints nothing where the registry does not respond: then the step is skipped. */
const audited = "npm audit --omit=dev --audit-level=high --fetch-retries=0 --fetch-timeout=20000";
const audit: Step = {
  title: "Grave advisories about packages of the product",
  commands: [
    [
      "sh",
      "-c",
      `out=$(${audited}) && exit; echo "$out"; [ "$out" ] || exit ${notChecked}; exit 1`,
    ],
  ],
};
const build: Step = {
  title: "Build",
  commands: [["node", "cli/build.ts"]],
  budgetSeconds: 24,
};
const browsers: Step = {
  title: "Supported browsers",
  commands: [["node", "scripts/check-browsers.ts"]],
  budgetSeconds: 5,
};
const unit: Step = {
  title: "Unit tests",
  commands: [["vitest", "run", "--project", "unit", "--project", "components"]],
  report: "vitest",
  budgetSeconds: 78,
};
const integration: Step = {
  title: "Integration tests",
  commands: [["vitest", "run", "--project", "integration*"]],
  report: "vitest",
  budgetSeconds: 215,
};
const endToEnd: Step = {
  title: "End-to-end tests",
  commands: [["playwright", "test", "--project=chromium"]],
  report: "playwright",
  budgetSeconds: 180,
};
const endToEndInFull: Step = {
  title: "End-to-end tests in full",
  commands: [["playwright", "test", "--project=full"]],
  report: "playwright",
};
const lighthouse: Step = {
  title: "Lighthouse",
  commands: [
    ["sh", "-c", `npm ci --prefix tests/lighthouse || exit ${notChecked}`],
    ["playwright", "test", "--project=lighthouse"],
  ],
  report: "playwright",
};
const full: Step = {
  title: "Faults and load",
  commands: [["vitest", "run", "--project", "full"]],
  report: "vitest",
};
const engines: Step = {
  title: "Firefox and WebKit",
  commands: [["playwright", "test", "--config", "tests/engines/playwright.config.ts"]],
  report: "playwright",
};

/** Maximum number of tests that fail once and pass alone in a run in CI. */
const maxUnstable = 2;

/** Stages, one after the other; each has lanes that run side by side, and a lane its steps in order. */
const isFull = process.argv[2] === "full";
const isAll = isFull || process.argv[2] === "all";
const stages: readonly (readonly (readonly Step[])[])[] = [
  [
    // Imports and dead code need the types that the first step generates.
    [...(isFull ? [client] : []), types, arrows, deadCode],
    [format, ...(isAll ? [build, browsers] : [])],
  ],
  [[unit]],
  ...(isAll ? [[[integration]], [[endToEnd]]] : []),
  ...(isFull ? [[[audit]], [[full]], [[engines]], [[endToEndInFull]], [[lighthouse]]] : []),
];

const reportDirectory = mkdtempSync(join(tmpdir(), "mosdo-reports-"));
// Runners and servers of all stages share the code that Node.js has compiled.
process.env.NODE_COMPILE_CACHE ??= join(reportDirectory, "compile-cache");
// Node.js itself removes the types from the tests, as from the product: Playwright's compiler takes twice as long.
process.env.PW_DISABLE_TS_ESM = "1";
// The compiler, a program in Go, collects its garbage less often, for a quarter of its time.
process.env.GOGC = "400";
/** Before the run and after each stage: the speed of a shared machine changes within minutes. */
const measured = [measureSlowness()];
let outcomes: Outcome[] = [];
const runnable: (number | null)[] = [];
for (const lanes of stages) {
  const samples = new RunnableSamples();
  outcomes.push(...(await Promise.all(lanes.map(runLane))).flat());
  runnable.push(samples.stop());
  measured.push(measureSlowness());
}
const slowness = measured.reduce((total, each) => total + each, 0) / measured.length;
if (process.env.CI && sum("failed") <= maxUnstable) {
  const alone = { root, reportDirectory, isShownAtEnd: false };
  const settled: Outcome[] = [];
  for (const outcome of outcomes) settled.push(await rerunFailures(outcome, alone));
  outcomes = settled;
}
rmSync(reportDirectory, { recursive: true });

console.log("");
for (const { step, passed, failed, skipped, seconds, processorSeconds, failures } of outcomes) {
  const verdict = failed > 0 ? `${failed} FAILED, ${passed} passed` : `${passed} passed`;
  const left = skipped > 0 ? `, ${skipped} skipped` : "";
  const isNotChecked = passed + failed === 0 && skipped > 0;
  const result = isNotChecked ? "NOT CHECKED" : verdict + left;
  const spent = `${seconds} s, processor ${describeSpent(step, processorSeconds)}`;
  console.log(`${step.title}: ${result} (${spent})`);
  for (const { line } of failures) console.log(`  ${line}`);
}
const unstable = outcomes.flatMap((outcome) => outcome.unstable);
if (unstable.length > 0) console.log("\nunstable: failed once, and passed alone");
for (const { line } of unstable) console.log(`  ${line}`);
const spent = accountFor(outcomes, slowness);
for (const line of ["", ...spent.lines, ...describeRunnable(runnable)]) console.log(line);
const isTooDear = spent.seconds > failingRatio * spent.budget;
if (isTooDear) console.log(`The run has cost more than ${failingRatio} times its budget.`);
const failed = sum("failed") + Number(isTooDear);
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

/** Processor time of a step, with its budget at the speed of this machine. */
function describeSpent({ budgetSeconds }: Step, spentSeconds: number): string {
  if (budgetSeconds === undefined) return `${spentSeconds.toFixed(1)} s`;
  const budget = budgetSeconds * slowness;
  return `${spentSeconds.toFixed(1)} of ${budget.toFixed(0)} s${spentSeconds > budget ? ", OVER BUDGET" : ""}`;
}

function sum(key: "passed" | "failed" | "skipped"): number {
  return outcomes.reduce((total, outcome) => total + outcome[key], 0);
}
