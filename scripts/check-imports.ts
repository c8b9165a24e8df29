import { globSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { cruise, type ICruiseResult } from "dependency-cruiser";
import { importArrows } from "./import-arrows.ts";
import { teachSwcUsing } from "./teach-swc-using.ts";

/**
 * `node scripts/check-imports.ts`: fails when an import goes against the arrows of
 * import-arrows.ts, and also when the tool read fewer modules than there are, because then
 * its silence proves nothing.
 */
const folders = ["app", "basemap", "bench", "cli", "domain", "scripts", "server", "tests"];
const leastShareSeen = 0.9;

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
const sources = folders.flatMap((folder) =>
  globSync(`${folder}/**/*.{ts,tsx}`, { exclude: ["**/node_modules"] }),
);
const present = folders.filter((folder) => sources.some((path) => path.startsWith(`${folder}/`)));
const { forbidden, options } = importArrows;
teachSwcUsing();
const { output } = await cruise(present, {
  ...options,
  validate: true,
  ruleSet: { forbidden },
});
const faults = findFaults(output as ICruiseResult);
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exit(1);
console.log(`import arrows hold in ${sources.length} modules (${forbidden.length} rules)`);

function findFaults({ modules, summary }: ICruiseResult): string[] {
  const seen = new Set(modules.map(({ source }) => source));
  const unseen = sources.filter((path) => !seen.has(path));
  const violations = summary.violations.map(
    ({ rule, from, to, cycle }) =>
      `${rule.name}: ${from} → ${cycle ? cycle.map(({ name }) => name).join(" → ") : to}`,
  );
  if (sources.length - unseen.length >= sources.length * leastShareSeen) return violations;
  return [
    `only ${sources.length - unseen.length} of ${sources.length} modules were read`,
    ...violations,
  ];
}
