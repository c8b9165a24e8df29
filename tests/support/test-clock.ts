import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

/*
 * Clock of a server that a test sets: preloaded into the process (`clockEnvironment`), it shifts `Date` by the
 * milliseconds that stand in a file. Timers and the database's clock go on as they are.
 */

/** Environment of a server whose clock is shifted by the milliseconds in a file, which may change meanwhile. */
export function clockEnvironment(shiftFile: string): Record<string, string> {
  const preloaded = pathToFileURL(import.meta.filename);
  return { CLOCK_SHIFT_FILE: shiftFile, NODE_OPTIONS: `--import ${preloaded}` };
}

/** Time for which a shift that was read counts, in milliseconds. */
export const clockMemoryMs = 20;

if (process.env.CLOCK_SHIFT_FILE) shiftDate(process.env.CLOCK_SHIFT_FILE);

function shiftDate(shiftFile: string): void {
  const RealDate = Date;
  let shiftMs = 0;
  let readAtMs = Number.NEGATIVE_INFINITY;
  const now = () => {
    if (performance.now() - readAtMs > clockMemoryMs) {
      shiftMs = Number(readFileSync(shiftFile, "utf8"));
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
