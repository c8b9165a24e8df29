import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { cruise, type ICruiseResult } from "dependency-cruiser";
import config from "../.dependency-cruiser.ts";

/**
 * `node scripts/check-imports.ts`: fails when an import breaks a rule of `.dependency-cruiser.ts`, or when two sibling
 * folders import both ways, for which dependency-cruiser has no rule. Also when it has read few imports,
 * because success would prove nothing.
 */
const leastImports = 5_000;

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
const folders = "app basemap bench build-tools cli domain scripts server tests".split(" ");
const result = await cruise(folders, { ...config.options, validate: true, ruleSet: config });
const { modules, summary } = result.output as ICruiseResult;
const errors = summary.violations.map(
  ({ rule, from, to, cycle }) =>
    `${rule.name}: ${from} → ${cycle ? cycle.map(({ name }) => name).join(" → ") : to}`,
);
errors.push(...findTwoWayFolders());
const imports = summary.totalDependenciesCruised ?? 0;
if (imports < leastImports) errors.push(`only ${imports} imports were read`);
for (const error of errors) console.error(error);
if (errors.length > 0) process.exit(1);
console.log(
  `${imports} imports of ${modules.length} modules keep ${config.forbidden.length} rules`,
);

/** Folders in one folder whose files, tests left out, import each other. */
function findTwoWayFolders(): string[] {
  const arrows = new Map<string, string>();
  for (const { source, dependencies } of modules) {
    if (/\.(test|spec)\.tsx?$/.test(source)) continue;
    for (const { resolved } of dependencies) {
      const arrow = arrowBetween(dirname(source), dirname(resolved));
      if (arrow) arrows.set(arrow, source);
    }
  }
  return [...arrows].flatMap(([arrow, source]) => {
    const [from, to] = arrow.split(" → ");
    const back = arrows.get(`${to} → ${from}`);
    return from < to && back ? [`two-way folders: ${arrow} in ${source}, back in ${back}`] : [];
  });
}

/** The sibling folders of two files, at any depth; null where one folder contains the other. */
function arrowBetween(from: string, to: string): string | null {
  const [fromParts, toParts] = [from.split("/"), to.split("/")];
  const fork = fromParts.findIndex((part, at) => part !== toParts[at]);
  if (fork < 1 || fork >= toParts.length) return null;
  return `${fromParts.slice(0, fork + 1).join("/")} → ${toParts.slice(0, fork + 1).join("/")}`;
}
