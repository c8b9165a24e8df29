import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/*
 * Clock of processes that tests start (docs/decisions/053). Preloaded into a process, this file shifts `Date`: by
 * a fixed offset, by the milliseconds in a file, which may change meanwhile, or by both. Worker threads and child
 * processes inherit it. Timers stay real.
 */

/** Environment of a process whose `Date` is shifted by the milliseconds in a file; the database's clock stays. */
export function clockEnvironment(shiftFile: string): Record<string, string> {
  return { CLOCK_SHIFT_FILE: shiftFile, ...preloaded };
}

/**
 * Environment in which a process and its database sessions run as if `start` were now; their clocks tick.
 * A connection that names `options` of its own does not take it.
 */
function clockFrom(start: Date): Record<string, string> {
  return shiftedBy(start.getTime() - Date.now());
}

/** Start of each test run: an ordinary Wednesday, 10:31 in Budapest. */
const runStart = new Date("2026-06-17T08:31:00Z");

/**
 * Environment of a test run that begins at `runStart`. The configuration may be read again in the run's processes:
 * the first reading decides.
 */
export function clockOfRun(): Record<string, string> {
  return process.env.CLOCK_OFFSET_MS === undefined ? clockFrom(runStart) : inheritedClock();
}

/** Environment for a child of this process by which the child has this process's clock; empty where that is real. */
export function inheritedClock(): Record<string, string> {
  const { CLOCK_OFFSET_MS } = process.env;
  const faketime: Record<string, string> = {};
  for (const [name, value] of Object.entries(process.env)) {
    if (ofFaketime.test(name) && value !== undefined) faketime[name] = value;
  }
  return CLOCK_OFFSET_MS === undefined
    ? faketime
    : { ...faketime, ...shiftedBy(Number(CLOCK_OFFSET_MS)) };
}

/** What Debian's faketime sets, by which the machine's own clock is another one (`scripts/test-at-instants.ts`). */
export const ofFaketime = /^(?:LD_PRELOAD|FAKETIME.*|NO_FAKE_STAT)$/;

/**
 * Instant of the run: `new Date()` for the tests of a run whose servers have `clockFrom` while its own process, as
 * Playwright and its browser, keeps the real clock.
 */
export function testNow(): Date {
  return new Date(Date.now() + (isPreloaded() ? 0 : Number(process.env.CLOCK_OFFSET_MS ?? 0)));
}

/**
 * Milliseconds from the machine's real clock to that of the run. The browser and PostgreSQL keep the real one, also
 * under faketime: Chromium does not start with it, and the product gives PostgreSQL an environment of its own.
 */
export function realClockOffsetMs(offsetMs = Number(process.env.CLOCK_OFFSET_MS)): number {
  return offsetMs + Number(process.env.FAKETIME ?? 0) * 1000;
}

/** Milliseconds for which a shift that was read from a file counts. */
const clockMemoryMs = 20;

const preloads = [import.meta.filename, join(import.meta.dirname, "quick-passwords.ts")];
const preloaded = {
  NODE_OPTIONS: preloads.map((path) => `--import ${pathToFileURL(path)}`).join(" "),
};

function shiftedBy(offsetMs: number): Record<string, string> {
  return {
    CLOCK_OFFSET_MS: String(offsetMs),
    PGOPTIONS: `-c mosdo.clock_shift=${realClockOffsetMs(offsetMs) / 1000}`,
    ...preloaded,
  };
}

function isPreloaded(): boolean {
  return process.env.NODE_OPTIONS?.includes(preloaded.NODE_OPTIONS) ?? false;
}

/** In a thread whose `Date` is shifted; Vitest loads this module once more than Node.js has. */
const mark = Symbol.for("mosdo.test-clock");

if (isPreloaded() && !(mark in globalThis)) {
  Object.defineProperty(globalThis, mark, { value: true });
  shiftDate(process.env.CLOCK_SHIFT_FILE, Number(process.env.CLOCK_OFFSET_MS ?? 0));
}

function shiftDate(shiftFile: string | undefined, offsetMs: number): void {
  const RealDate = Date;
  let shiftMs = offsetMs;
  let readAtMs = Number.NEGATIVE_INFINITY;
  const now = () => {
    if (shiftFile !== undefined && performance.now() - readAtMs > clockMemoryMs) {
      shiftMs = offsetMs + Number(readFileSync(shiftFile, "utf8"));
      readAtMs = performance.now();
    }
    return RealDate.now() + shiftMs;
  };
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, parts, made) =>
      Reflect.construct(target, parts.length === 0 ? [now()] : parts, made),
    apply: () => new RealDate(now()).toString(),
    get: (target, key, receiver) => (key === "now" ? now : Reflect.get(target, key, receiver)),
  });
}
