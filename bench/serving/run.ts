import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { buildWhenNeeded } from "#tests/support/server-process.ts";
import { describeMachine } from "../figures.ts";
import { listenForStop } from "../resources.ts";
import { startStaticServer } from "../static-server.ts";
import { formatReport } from "./format-report.ts";
import { measureSize, type SizeResult } from "./measure-size.ts";

const stop = listenForStop();
const machine = describeMachine();
const { values, positionals } = parseArgs({
  options: { save: { type: "boolean" }, observations: { type: "string", default: "0" } },
  allowPositionals: true,
});
const given = positionals.map(Number).filter(Number.isInteger);
const counts = given.length > 0 ? given : [10_000, 100_000, 1_000_000];

buildWhenNeeded();
const results: SizeResult[] = [];
{
  await using still = await startStaticServer();
  for (const count of counts) {
    console.error(`measuring ${count} places…`);
    results.push(await measureSize(count, still.origin, stop, Number(values.observations)));
  }
}
console.log(formatReport(results, results, machine));
if (values.save) {
  const saved = formatReport(results, results.slice(-1), machine);
  writeFileSync(join(import.meta.dirname, "RESULTS.md"), `${saved}\n`);
}
