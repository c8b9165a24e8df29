import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import type { Outcome } from "./run-step.ts";

/*
 * Budget of a test run in processor time (docs/decisions/023). A run counts in the seconds of the machine on which the
 * budgets were set: a fixed calculation says how much slower this one is.
 */

/** Processor time of the calculation on the machine of the budgets. */
const calculationSeconds = 0.52;

/** A run whose processor time exceeds its budget this many times fails; above the budget it warns. */
export const failingRatio = 1.5;

/** Number of the dearest test files that a run names. */
const namedFiles = 20;

/** How many times slower this machine is now than the one of the budgets: it sorts, parses, matches and hashes text. */
export function measureSlowness(rounds = 24): number {
  const begun = process.cpuUsage();
  for (let round = 0; round < rounds; round++) {
    const rows = Array.from({ length: 6_000 }, (_, n) => ({
      id: (n * 7_919 + round) % 6_007,
      name: `${(n * 31) % 977} utca ${n}`,
    }));
    const sorted = rows.toSorted((a, b) => a.name.localeCompare(b.name, "hu") || a.id - b.id);
    const text = JSON.stringify(JSON.parse(JSON.stringify(sorted)));
    createHash("sha256")
      .update(text.replaceAll(/(\d+) utca/g, "$1. út"))
      .digest();
  }
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1e6 / calculationSeconds;
}

/**
 * Samples the number of runnable processes until it is stopped, not of threads: a browser draws, and Node.js collects
 * garbage, in as many as there are processors. Without `/proc`, as on macOS, there are no samples.
 */
export class RunnableSamples {
  readonly #counts: number[] = [];
  readonly #timer = setInterval(() => this.#sample(), 2_000);

  #sample(): void {
    try {
      const processes = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
      this.#counts.push(processes.filter(isRunnable).length);
    } catch {
      clearInterval(this.#timer);
    }
  }

  /** Number that nine of ten samples do not exceed; null without samples. */
  stop(): number | null {
    clearInterval(this.#timer);
    const sorted = this.#counts.toSorted((a, b) => a - b);
    return sorted[Math.floor(sorted.length * 0.9)] ?? null;
  }
}

/** Whether a process other than this one has a runnable thread: state R of proc_pid_stat(5). */
function isRunnable(id: string): boolean {
  if (Number(id) === process.pid) return false;
  try {
    const threads = readdirSync(`/proc/${id}/task`);
    return threads.some((thread) =>
      /\) R /.test(readFileSync(`/proc/${id}/task/${thread}/stat`, "latin1")),
    );
  } catch {
    // It has ended meanwhile.
    return false;
  }
}

/** Lines on runnable processes: where there are more than twice as many as processors, they delay each other. */
export function describeRunnable(
  counts: readonly (number | null)[],
  processors = availableParallelism(),
): string[] {
  const known = counts.filter((count) => count !== null);
  if (known.length === 0) return [];
  const isCrowded = Math.max(...known) > 2 * processors;
  const warning = isCrowded ? `, MORE THAN TWICE THE ${processors} PROCESSORS` : "";
  return [`Runnable processes by stage, at nine of ten instants: ${known.join(", ")}${warning}`];
}

interface Spent {
  /** In seconds of the machine of the budgets. */
  readonly seconds: number;
  readonly budget: number;
  readonly lines: readonly string[];
}

/** What the steps with a budget have cost, and the dearest test files. */
export function accountFor(outcomes: readonly Outcome[], slowness: number): Spent {
  const counted = outcomes.filter(({ step }) => step.budgetSeconds !== undefined);
  const budget = counted.reduce((sum, { step }) => sum + (step.budgetSeconds ?? 0), 0);
  const seconds =
    counted.reduce((sum, { processorSeconds }) => sum + processorSeconds, 0) / slowness;
  const costs = outcomes.flatMap((outcome) => [...outcome.costs]).sort(([, a], [, b]) => b - a);
  const over = seconds > budget ? ", OVER BUDGET" : "";
  return {
    seconds,
    budget,
    lines: [
      `Processor time: ${Math.round(seconds * slowness)} s, on the machine of the budget ${Math.round(seconds)} of ${budget} s${over}`,
      ...costs
        .slice(0, namedFiles)
        .map(([file, spent]) => `  ${(spent / slowness).toFixed(1).padStart(6)} s  ${file}`),
    ],
  };
}
