import { fileURLToPath } from "node:url";
import { pino } from "pino";
import { loadConfigOf, readEnvironment } from "#server/config/load-config.ts";
import { checkSetup, type Finding } from "./check-setup.ts";

/**
 * `npm run doctor`: looks at the settings and at everything that they lead to, and says what to do. It
 * changes nothing, and the server may run meanwhile. The exit code is 1 where something does not work.
 */
const marks: Record<Finding["level"], string> = {
  good: "ok    ",
  advice: "advice",
  fault: "FAULT ",
};
const log = pino({ level: "silent" });

const root = fileURLToPath(new URL("..", import.meta.url));
const findings = await look();
for (const { level, text } of findings) console.log(`${marks[level]} ${text}`);
const count = (level: Finding["level"]) => findings.filter((one) => one.level === level).length;
console.log(`\n${count("fault")} faults, ${count("advice")} pieces of advice.`);
process.exit(count("fault") > 0 ? 1 : 0);

async function look(): Promise<Finding[]> {
  const loaded = loadConfigOf(root);
  if (!loaded.ok) return loaded.faults.map((text) => ({ level: "fault", text }));
  const settings = readEnvironment(root);
  return checkSetup({ config: loaded.config, settings, log, now: () => new Date() });
}
