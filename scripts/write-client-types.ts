import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { apiDocument } from "#server/http/api-routes.ts";
import { notChecked } from "./run-step.ts";

/*
 * `npm run client:types`: writes `client/schema.d.ts` from the API's description. The generator needs an older
 * TypeScript than ours, so the client has packages of its own. Without a registry the step of `npm run test:full` is
 * skipped.
 */
const client = fileURLToPath(new URL("../client", import.meta.url));
if (run("npm", ["ci"]) !== 0) process.exit(notChecked);
const generator = "node_modules/.bin/openapi-typescript";
process.exitCode = run(generator, ["--output", "schema.d.ts"], JSON.stringify(apiDocument()));

function run(command: string, parameters: readonly string[], input?: string): number {
  const stdin = input === undefined ? "inherit" : "pipe";
  const { status } = spawnSync(command, parameters, {
    cwd: client,
    input,
    stdio: [stdin, "inherit", "inherit"],
  });
  return status ?? 1;
}
