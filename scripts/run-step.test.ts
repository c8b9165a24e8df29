import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Outcome, rerunCommand, rerunFailures, runStep, type Step } from "./run-step.ts";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "mosdo-step-"));
  vi.spyOn(process.stdout, "write").mockReturnValue(true);
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(root, { recursive: true });
});

/** Vitest's report of one test. */
const reportOf = (status: "passed" | "failed") =>
  JSON.stringify({
    numPassedTests: status === "passed" ? 1 : 0,
    numFailedTests: status === "failed" ? 1 : 0,
    numPendingTests: 0,
    numTodoTests: 0,
    testResults: [
      {
        name: "a.test.ts",
        message: "",
        assertionResults: [{ status, fullName: "a test", failureMessages: ["it is red\nat a"] }],
      },
    ],
  });

/** A step with a stand-in for Vitest, which fails its first runs. */
function stubVitest(failingRuns: number): Step {
  const tools = join(root, "node_modules/.bin");
  mkdirSync(tools, { recursive: true });
  writeFileSync(
    join(tools, "vitest"),
    `#!/bin/sh
     echo run >> runs
     for argument; do case $argument in --outputFile.json=*) report=\${argument#*=};; esac; done
     if [ "$(grep -c run runs)" -le ${failingRuns} ]
     then printf %s '${reportOf("failed")}' > "$report"; exit 1
     else printf %s '${reportOf("passed")}' > "$report"; fi`,
    { mode: 0o755 },
  );
  return { title: "Tests", commands: [["vitest", "run"]], report: "vitest" };
}

async function runTwice(step: Step): Promise<[Outcome, Outcome]> {
  const surroundings = { root, reportDirectory: root, isShownAtEnd: true };
  const first = await runStep(step, surroundings);
  return [first, await rerunFailures(first, surroundings)];
}

describe("rerunFailures", () => {
  it("calls a test that passes alone unstable", async () => {
    const [first, again] = await runTwice(stubVitest(1));
    expect(first).toMatchObject({ passed: 0, failed: 1, unstable: [] });
    expect(again).toMatchObject({ passed: 1, failed: 0, failures: [] });
    expect(again.unstable.map(({ line }) => line)).toEqual(["a.test.ts: a test: it is red"]);
  });

  it("leaves a test that fails again failed", async () => {
    const [, again] = await runTwice(stubVitest(2));
    expect(again).toMatchObject({ passed: 0, failed: 1, unstable: [] });
  });

  it("runs nothing again where everything has passed", async () => {
    const [first, again] = await runTwice(stubVitest(0));
    expect(again).toBe(first);
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

  it("runs a file that did not load whole", () => {
    const failures = [failure("a.ts", null), failure("b.ts", "b")];
    expect(rerunCommand(step("vitest"), failures)).not.toContain("-t");
  });

  it("leaves the choice to Playwright", () => {
    expect(rerunCommand(step("playwright"), [failure("a.ts", "a")])).toEqual([
      ...["playwright", "test", "--last-failed", "--workers=1"],
    ]);
  });

  it("has none for a step without counted tests", () => {
    expect(rerunCommand({ title: "Format", commands: [["biome"]] }, [])).toBeNull();
  });
});
