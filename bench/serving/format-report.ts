import { percentile } from "../figures.ts";
import type { Row } from "./measure-question.ts";
import type { SizeResult } from "./measure-size.ts";
import type { Question } from "./questions.ts";

/** The run as Markdown: targets and starts of all sizes, the questions of the sizes in `shown`. */
export function formatReport(
  results: readonly SizeResult[],
  shown: readonly SizeResult[],
  machine: string,
): string {
  const misses = findMisses(results);
  return [
    "# Serving: results",
    `${machine}. One run of \`npm run bench -- serving\` on ${new Date().toISOString().slice(0, 10)}; what the columns mean is in the README.`,
    formatStarts(results),
    ...shown.map(formatSize),
    misses.length === 0 ? "Every target is met." : `Missed: ${misses.join("; ")}. `,
  ].join("\n\n");
}

function formatStarts(results: readonly SizeResult[]): string {
  const rows = results.map((result) => [
    words(result.count),
    seconds(percentile(result.readyMs, 0.5)),
    seconds(percentile(result.readyMs, 1)),
    megabytes(result.startedBytes),
    megabytes(result.servedBytes),
    megabytes(result.postgresBytes),
    milliseconds(percentile(result.worldTileMs, 0.5)),
    milliseconds(percentile(result.worldTileMs, 1)),
    seconds(result.loadMs),
  ]);
  const heads =
    "places|ready, s (median)|ready, s (most)|server after start, MB|server after all requests, MB|PostgreSQL, MB|z0 tile not kept, ms (median)|z0 tile not kept, ms (most)|filling the database, s";
  return `## Start and memory\n\nTargets at a million: ready under ${seconds(startTargets.readyMs)} s, server under ${megabytes(startTargets.serverBytes)} MB.\n\n${table(heads, rows)}`;
}

function formatSize({ count, rows }: SizeResult): string {
  const heads =
    "question|first, ms|p50, ms|p95, ms|p99, ms|requests/s|share of static|processor, ms a request|bytes";
  const cells = rows.map((row: Row) => [
    row.question.name,
    milliseconds(row.firstMs),
    milliseconds(row.p50Ms),
    milliseconds(row.p95Ms),
    milliseconds(row.p99Ms),
    row.requestsPerSecond.toFixed(0),
    `${((100 * row.requestsPerSecond) / row.staticRequestsPerSecond).toFixed(0)}%`,
    row.cpuMs === null ? "–" : row.cpuMs.toFixed(2),
    row.meanBytes.toFixed(0),
  ]);
  return `## ${words(count)} places\n\n${table(heads, cells)}`;
}

function table(heads: string, rows: readonly string[][]): string {
  const columns = heads.split("|").length;
  const line = (text: string) => `| ${text} |`;
  return [
    line(heads.replaceAll("|", " | ")),
    `|---|${"--:|".repeat(columns - 1)}`,
    ...rows.map((cells) => line(cells.join(" | "))),
  ].join("\n");
}

const words = (count: number) => count.toLocaleString("en-GB");
const seconds = (ms: number) => (ms / 1000).toFixed(1);
const milliseconds = (ms: number) => ms.toFixed(1);
const megabytes = (bytes: number | null) => (bytes === null ? "–" : (bytes / 1e6).toFixed(0));

/** Percentile and target with one connection at a million places. */
const latencyTargets = {
  tile: ["p99", 20],
  list: ["p99", 15],
  page: ["p99", 60],
  way: ["p95", 150],
} as const satisfies Record<Question["kind"], unknown>;

/** At a million places. */
const startTargets = { readyMs: 8_000, serverBytes: 500e6 };

/** The most that a request may cost at a million places, in requests at ten thousand. */
const maxGrowth = 3;
const least = 10_000;
const most = 1_000_000;

/** Every target that the run misses, in words. Sizes that were not measured miss none. */
function findMisses(results: readonly SizeResult[]): string[] {
  const small = results.find(({ count }) => count === least);
  const large = results.find(({ count }) => count === most);
  if (!large) return [];
  const misses = findStartMisses(large);
  for (const [number, row] of large.rows.entries()) {
    misses.push(...findRowMisses(row, small?.rows[number]));
  }
  return misses;
}

function findStartMisses({ readyMs, startedBytes, servedBytes }: SizeResult): string[] {
  const misses: string[] = [];
  const ready = percentile(readyMs, 0.5);
  if (ready >= startTargets.readyMs) misses.push(`ready after ${(ready / 1000).toFixed(1)} s`);
  const bytes = Math.max(startedBytes ?? 0, servedBytes ?? 0);
  if (bytes >= startTargets.serverBytes) misses.push(`${(bytes / 1e6).toFixed(0)} MB`);
  return misses;
}

function findRowMisses(large: Row, small: Row | undefined): string[] {
  const { name, kind } = large.question;
  const misses: string[] = [];
  const [of, targetMs] = latencyTargets[kind];
  const ms = large[`${of}Ms`];
  if (ms >= targetMs) misses.push(`${name}: ${of} ${milliseconds(ms)} ms`);
  // A way has as many places as stand beside it.
  const growth = small && kind !== "way" ? growthOf(large, small) : 0;
  if (growth > maxGrowth) misses.push(`${name}: ${growth.toFixed(1)} times its cost at 10,000`);
  return misses;
}

/** Processor time is fairer than the clock's where others use the machine. */
function growthOf(large: Row, small: Row): number {
  if (large.cpuMs !== null && small.cpuMs !== null) return large.cpuMs / small.cpuMs;
  return large.p50Ms / small.p50Ms;
}
