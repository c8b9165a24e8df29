import { join } from "node:path";
import { buildWhenNeeded } from "#tests/support/server-process.ts";
import { describeMachine, percentile } from "../figures.ts";
import { startProductServer } from "../product-server.ts";
import { listenForStop, temporaryDirectory } from "../resources.ts";

const directories = 5;
const laterStarts = 3;
const targetsMs = { first: 3000, later: 1000 };

const stop = listenForStop();
const machine = describeMachine();
buildWhenNeeded();

// One more, unmeasured, so that all files are in the system's cache.
await measureDirectory();
const firstMs: number[] = [];
const laterMs: number[] = [];
for (let run = 0; run < directories; run++) {
  const [first, ...later] = await measureDirectory();
  firstMs.push(first);
  laterMs.push(...later);
}
console.log(`\n## Start-up\n\n${machine}\n`);
console.log("| process start to `/readyz` 200, ms | least | median | most | target |");
console.log("|---|--:|--:|--:|--:|");
report("empty directory: database made, migrated, filled with samples", firstMs, targetsMs.first);
report("later", laterMs, targetsMs.later);

/** Starts on an empty directory, and then on the same one again. */
async function measureDirectory(): Promise<number[]> {
  const times: number[] = [];
  await using folder = await temporaryDirectory();
  for (let start = 0; start <= laterStarts; start++) {
    stop.throwIfAborted();
    await using server = await startProductServer(join(folder.path, "data"));
    times.push(server.readyAfterMs);
  }
  return times;
}

function report(name: string, times: number[], targetMs: number): void {
  const [least, median, most] = [0, 0.5, 1].map((share) => percentile(times, share).toFixed(0));
  console.log(`| ${name} (${times.length}×) | ${least} | ${median} | ${most} | ${targetMs} |`);
}
