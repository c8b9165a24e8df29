import { join } from "node:path";
import { loadConfigOf, readEnvironment } from "#server/config/load-config.ts";
import { checkSetup, describeFindings, type Finding, hasFailure } from "./check-setup.ts";
import type { Command, CommandContext } from "./command.ts";

/**
 * `npm run doctor`: checks the settings and everything that they refer to, and gives advice. It
 * changes nothing, and the server may run meanwhile. The exit code is 1 where something does not
 * work.
 */
export const doctor: Command = async (context) => {
  const findings = await check(context);
  context.print(describeFindings(findings));
  return hasFailure(findings) ? 1 : 0;
};

async function check({ root, environment, log }: CommandContext): Promise<Finding[]> {
  const loaded = loadConfigOf(root, environment);
  if (!loaded.ok) return loaded.errors.map((text) => ({ severity: "failure", text }));
  return checkSetup({
    config: loaded.config,
    settings: readEnvironment(root, environment),
    settingsPath: join(root, ".env"),
    log: log.child({}, { level: "silent" }),
    now: () => new Date(),
  });
}
