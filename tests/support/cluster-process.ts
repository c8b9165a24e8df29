import { once } from "node:events";
import { createServer } from "node:http";
import { listen } from "#server/listen.ts";
import { joinProcesses, superviseProcesses } from "#server/processes.ts";

/**
 * `node tests/support/cluster-process.ts`: supervises two processes of the same module on `PORT`, whose responses are
 * their process ids, and the metrics of all at `/metrics`. With `FAILS` each ends as it starts, with that exit code.
 */
const { PORT, FAILS } = process.env;
const address = { port: Number(PORT), host: null };
const print = (_values: unknown, line?: string) => console.log(line);
const stopRequested = once(process, "SIGTERM");

const cluster = joinProcesses();
if (cluster === null) {
  const script = import.meta.filename;
  const log = { info: print, error: print };
  process.exit(await superviseProcesses({ count: 2, address, script, log, stopRequested }));
}
console.log(`started ${process.pid}`);
if (FAILS) process.exit(Number(FAILS));
const server = createServer(async ({ url }, response) => {
  response.setHeader("Connection", "close");
  response.end(url === "/metrics" ? await cluster.gatherMetrics() : String(process.pid));
});
await listen(server, { ...address, reusePort: true });
cluster.serveMetrics(
  async () => `# HELP process_id Its id.\n# TYPE process_id gauge\nprocess_id ${process.pid}\n`,
);
cluster.announceReady();
await Promise.race([stopRequested, cluster.abandoned]);
process.exit(0);
