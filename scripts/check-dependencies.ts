import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { type AuditReport, judgeAudit } from "./judge-audit.ts";
import { notChecked } from "./run-step.ts";

/**
 * `node scripts/check-dependencies.ts`: fails on a grave advisory about a package that the product
 * runs with, unless it is listed here. A registry that does not respond is not a failure, since a
 * town's machine may have no access: the step counts as skipped.
 */

/** Advisories that cannot be fixed yet, by id, and the reason why each does no harm here. */
const knownAdvisories: Readonly<Record<string, string>> = {};

/**
 * Time limit of the request to the registry, which never responds to a machine without internet.
 */
const registryTimeoutMs = 20_000;

const audit = spawn("npm", ["audit", "--omit=dev", "--json"], {
  stdio: ["ignore", "pipe", "ignore"],
  timeout: registryTimeoutMs,
});
const report = readReport(await text(audit.stdout));
if (report === null) {
  console.log("NOT CHECKED: the registry did not say what is known about the dependencies.");
  process.exitCode = notChecked;
} else {
  const { unlisted, notices, outdated } = judgeAudit(report, knownAdvisories);
  for (const notice of notices) console.log(`NOTICE: ${notice}`);
  for (const id of outdated) console.error(`${id} is listed as known and no longer there.`);
  for (const line of unlisted) {
    console.error(
      `${line}\n  Update the package, or list the advisory with the reason why it stays.`,
    );
  }
  if (unlisted.length > 0 || outdated.length > 0) process.exitCode = 1;
  else console.log("No grave advisory about the packages that the product runs with.");
}

/** The report; null for other output of npm, such as that its registry cannot be reached. */
function readReport(output: string): AuditReport | null {
  try {
    const parsed = JSON.parse(output);
    return parsed.auditReportVersion === 2 ? parsed : null;
  } catch {
    return null;
  }
}
