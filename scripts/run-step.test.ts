import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  notChecked,
  type Outcome,
  rerunCommand,
  rerunFailures,
  runStep,
  type Step,
} from "./run-step.ts";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "mosdo-step-"));
  vi.spyOn(process.stdout, "write").mockReturnValue(true);
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(root, { recursive: true });
});

const vitest: Step = { title: "Tests", commands: [["vitest", "run"]], report: "vitest" };

/** Writes a test file for Vitest itself, whose first test fails in the first run. */
function writeUnstableTest(): void {
  const modules = fileURLToPath(new URL("../node_modules", import.meta.url));
  symlinkSync(modules, join(root, "node_modules"));
  writeFileSync(
    join(root, "a.test.ts"),
    `import { appendFileSync, readFileSync } from "node:fs";
     import { describe, expect, it } from "vitest";
     describe("a group", () => {
       describe("within (another)", () => {
         it("has 1 + 1 tests", () => {
           appendFileSync("runs", "x");
           if (readFileSync("runs", "utf8").length === 1) throw new Error("it is red");
         });
         it("has 1 + 1 tests that pass", () => {});
       });
     });`,
  );
}

/** Writes a program in place of Vitest, which reports one failed test in each run. */
function writeFailingVitest(): void {
  const failure = { status: "failed", ancestorTitles: [], title: "b", failureMessages: ["no"] };
  const report = JSON.stringify({
    ...{ numPassedTests: 1, numFailedTests: 1, numPendingTests: 0, numTodoTests: 0 },
    testResults: [{ name: "a.test.ts", message: "", assertionResults: [failure] }],
  });
  const program = `#!/bin/sh
    for argument; do
      case $argument in --outputFile.json=*) echo '${report}' > "\${argument#*=}";; esac
    done
    exit 1`;
  mkdirSync(join(root, "node_modules/.bin"), { recursive: true });
  writeFileSync(join(root, "node_modules/.bin/vitest"), program, { mode: 0o755 });
}

async function runTwice(): Promise<[Outcome, Outcome]> {
  const surroundings = { root, reportDirectory: root, isShownAtEnd: true };
  const first = await runStep(vitest, surroundings);
  return [first, await rerunFailures(first, surroundings)];
}

describe("runStep", () => {
  it.each([
    [0, { passed: 1, failed: 0, skipped: 0 }],
    [1, { passed: 0, failed: 1, skipped: 0 }],
    [notChecked, { passed: 0, failed: 0, skipped: 1 }],
  ])("counts a command with exit code %i", async (code, counts) => {
    const surroundings = { root, reportDirectory: root, isShownAtEnd: true };
    const step: Step = { title: "Check", commands: [["node", "-e", `process.exit(${code})`]] };
    expect(await runStep(step, surroundings)).toMatchObject(counts);
  });
});

describe("rerunFailures", () => {
  it("marks a test that passes alone as unstable", async () => {
    writeUnstableTest();
    const [first, again] = await runTwice();
    expect(first).toMatchObject({ passed: 1, failed: 1, unstable: [] });
    expect(again).toMatchObject({ passed: 2, failed: 0, failures: [] });
    expect(again.unstable.map(({ line }) => line)).toEqual([
      `${join(root, "a.test.ts")}: a group > within (another) > has 1 + 1 tests: Error: it is red`,
    ]);
  });

  it("leaves a test that fails again failed", async () => {
    writeFailingVitest();
    const [, again] = await runTwice();
    expect(again).toMatchObject({ passed: 1, failed: 1, unstable: [] });
  });

  it("runs nothing again where everything has passed", async () => {
    const surroundings = { root, reportDirectory: root, isShownAtEnd: true };
    const counts = { passed: 2, failed: 0, skipped: 0, failures: [], unstable: [] };
    const spent = { seconds: 1, processorSeconds: 1, costs: new Map() };
    const outcome: Outcome = { step: vitest, ...spent, ...counts };
    expect(await rerunFailures(outcome, surroundings)).toBe(outcome);
  });
});

describe("rerunCommand", () => {
  const step = (report: "vitest" | "playwright"): Step => ({
    title: "Tests",
    commands: [[report, "test"]],
    report,
  });
  const failure = (file: string, title: string | null) => ({ file, title, line: "" });

  it("names the files and the tests for Vitest, one worker at a time", () => {
    const failures = [failure("a.ts", "adds (1 + 1)"), failure("b.ts", "b"), failure("a.ts", "c")];
    const [, , workers, ...rest] = rerunCommand(step("vitest"), failures) ?? [];
    expect(workers).toBe("--maxWorkers=1");
    expect(rest.slice(0, 3)).toEqual(["a.ts", "b.ts", "-t"]);
    const names = new RegExp(rest[3]);
    expect(
      ["adds (1 + 1)", "b", "c", "adds (1 + 1) twice", "x"].map((name) => names.test(name)),
    ).toEqual([true, true, true, false, false]);
  });

  it("runs all of a file that did not load", () => {
    const failures = [failure("a.ts", null), failure("b.ts", "b")];
    expect(rerunCommand(step("vitest"), failures)).not.toContain("-t");
  });

  it("leaves the choice to Playwright", () => {
    expect(rerunCommand(step("playwright"), [failure("a.ts", "a")])).toEqual([
      ...["playwright", "test", "--last-failed", "--workers=1"],
    ]);
  });

  it("is null for a step without counted tests", () => {
    expect(rerunCommand({ title: "Format", commands: [["biome"]] }, [])).toBeNull();
  });
});
