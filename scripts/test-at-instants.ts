import { spawnSync } from "node:child_process";

/**
 * `node scripts/test-at-instants.ts [command…]` (`npm run test:instants`): runs `npm test`, or
 * another command, once with the machine's clock set to each of the instants at which a test may
 * fail that uses the machine's time (docs/decisions/053). It needs Debian's faketime, changes no
 * settings of the machine, and ends with a line for each instant.
 */
const instants = [
  ["2026-12-26T23:56+01:00", "Saturday, the day and soon the week end"],
  ["2027-01-01T00:02+01:00", "a year has begun"],
  ["2027-03-28T01:58+01:00", "summer time begins"],
  ["2027-10-31T02:58+02:00", "summer time ends"],
  ["2028-02-29T12:00+01:00", "a leap day"],
  ["2026-12-12T10:00+01:00", "a Saturday on which Hungary works"],
] as const;

const [command = "npm", ...args] =
  process.argv.length > 2 ? process.argv.slice(2) : ["npm", "test"];

if (spawnSync("faketime", ["--version"]).error) {
  console.error("This needs faketime: apt-get install faketime on Debian.");
  process.exit(1);
}

const outcomes = instants.map(([instant, name]) => {
  console.log(`\n══ ${instant}, ${name}`);
  // An offset, which all processes share: with `@instant` each would begin again.
  const offsetSeconds = Math.round((Date.parse(instant) - Date.now()) / 1000);
  const offset = `${offsetSeconds < 0 ? "" : "+"}${offsetSeconds}`;
  const { status } = spawnSync("faketime", ["-m", "-f", offset, command, ...args], {
    stdio: "inherit",
    // Timers and the times of files stay real.
    env: { ...process.env, FAKETIME_DONT_FAKE_MONOTONIC: "1", NO_FAKE_STAT: "1" },
  });
  return {
    isGreen: status === 0,
    line: `${instant}, ${name}: ${status === 0 ? "passed" : "FAILED"}`,
  };
});

console.log("");
for (const { line } of outcomes) console.log(line);
process.exit(outcomes.every(({ isGreen }) => isGreen) ? 0 : 1);
