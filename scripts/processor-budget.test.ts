import { describe, expect, it } from "vitest";
import { accountFor, describeRunnable } from "./processor-budget.ts";
import { type Outcome, readTimes } from "./run-step.ts";

function outcome(
  processorSeconds: number,
  budgetSeconds?: number,
  costs: Record<string, number> = {},
): Outcome {
  return {
    ...{ step: { title: "Tests", commands: [], budgetSeconds }, seconds: 0, processorSeconds },
    ...{ costs: new Map(Object.entries(costs)), unstable: [] },
    ...{ passed: 1, failed: 0, skipped: 0, failures: [] },
  };
}

describe("accountFor", () => {
  it("counts in seconds of the machine of the budgets", () => {
    expect(accountFor([outcome(120, 50), outcome(30, 40)], 2)).toMatchObject({
      ...{ seconds: 75, budget: 90 },
    });
  });

  it("warns above the budget only", () => {
    const first = (seconds: number) => accountFor([outcome(seconds, 50)], 1).lines[0];
    expect(first(50)).not.toContain("OVER BUDGET");
    expect(first(51)).toContain("OVER BUDGET");
  });

  it("leaves out steps without a budget", () => {
    expect(accountFor([outcome(10, 50), outcome(1_000)], 1)).toMatchObject({ seconds: 10 });
  });

  it("names the twenty dearest files, dearest first", () => {
    const costs = Object.fromEntries(Array.from({ length: 25 }, (_, n) => [`file-${n}`, n]));
    const [, ...files] = accountFor([outcome(10, 50, costs)], 1).lines;
    expect(files).toHaveLength(20);
    expect(files[0]).toMatch(/ 24\.0 s {2}file-24$/);
  });
});

describe("describeRunnable", () => {
  it("warns of more than twice as many processes as processors", () => {
    expect(describeRunnable([3, 4], 2)[0]).not.toContain("MORE");
    expect(describeRunnable([3, 5], 2)[0]).toContain("MORE THAN TWICE");
  });

  it("is silent where they are not known", () => {
    expect(describeRunnable([null])).toEqual([]);
  });
});

describe("readTimes", () => {
  it.each([
    ["0m0.01s 0m0.02s\n1m2.50s 0m0.25s\n", 62.75],
    ["0m0,010s 0m0,020s\n0m1,500s 0m0,500s\n", 2],
    ["", 0],
  ])("reads the children's times of %j", (text, seconds) => {
    expect(readTimes(text)).toBe(seconds);
  });
});
