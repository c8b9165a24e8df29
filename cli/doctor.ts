import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { pino } from "pino";
import { loadConfigOf, readEnvironment } from "#server/config/load-config.ts";
import { checkSetup, describeFindings, type Finding, hasFailure } from "./check-setup.ts";

/**
 * `npm run doctor`: checks the settings and everything that they refer to, and gives advice. It
 * changes nothing, and the server may run meanwhile. The exit code is 1 where something does not
 * work.
 */
const log = pino({ level: "silent" });

const root = fileURLToPath(new URL("..", import.meta.url));
const findings = await check();
console.log(describeFindings(findings));
process.exit(hasFailure(findings) ? 1 : 0);

async function check(): Promise<Finding[]> {
  const loaded = loadConfigOf(root);
  if (!loaded.ok) return loaded.errors.map((text) => ({ severity: "failure", text }));
  const settings = readEnvironment(root);
  const settingsPath = join(root, ".env");
  return checkSetup({ config: loaded.config, settings, settingsPath, log, now: () => new Date() });
}
