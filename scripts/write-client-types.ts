import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { apiDocument } from "#server/http/api-routes.ts";
import { clientTypesHeading } from "./client-types.ts";

/*
 * `npm run client:types`: generates the types of `client/` from the API's description. The
 * generator needs an older TypeScript than ours, so the client has packages of its own.
 */

const client = fileURLToPath(new URL("../client", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "mosdo-client-"));
try {
  const description = join(folder, "openapi.json");
  const types = join(folder, "schema.d.ts");
  const document = apiDocument();
  writeFileSync(description, JSON.stringify(document));
  run("npm", ["ci", "--no-audit", "--no-fund"]);
  run(join(client, "node_modules/.bin/openapi-typescript"), [description, "--output", types]);
  const made = readFileSync(types, "utf8");
  writeFileSync(join(client, "schema.d.ts"), clientTypesHeading(document) + made);
} finally {
  rmSync(folder, { recursive: true });
}

function run(command: string, parameters: readonly string[]): void {
  const { status } = spawnSync(command, parameters, { cwd: client, stdio: "inherit" });
  if (status !== 0) process.exit(1);
}
