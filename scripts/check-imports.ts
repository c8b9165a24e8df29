import { globSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import type { Statement, VariableDeclarator } from "@swc/core";
import visitorModule from "@swc/core/Visitor.js";
import { cruise, type ICruiseResult } from "dependency-cruiser";
import { type CodeModule, describeCode } from "./code-metrics.ts";
import { importArrows } from "./import-arrows.ts";

/**
 * `node scripts/check-imports.ts`: fails when an import goes against the arrows of import-arrows.ts, when
 * folders beside each other import both ways, and when the tool read fewer modules than exist, because
 * success would prove nothing. It ends with the metrics of the code's shape (code-metrics.ts).
 */
const folders = [
  "app",
  "basemap",
  "bench",
  "build-tools",
  "cli",
  "domain",
  "scripts",
  "server",
  "tests",
];
const leastShareSeen = 0.9;
const isTest = /\.(test|spec)\.tsx?$/;

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
const errors = [
  ...findErrors(output as ICruiseResult),
  ...findTwoWayFolders(output as ICruiseResult),
];
for (const error of errors) console.error(error);
if (errors.length > 0) process.exit(1);
console.log(`import arrows hold in ${sources.length} modules (${forbidden.length} rules)`);
for (const line of describeCode(listModules(output as ICruiseResult))) console.log(`  ${line}`);

/** Every file that is not a test, with its importers among them. */
function listModules({ modules }: ICruiseResult): CodeModule[] {
  const isCounted = (path: string) => sources.includes(path) && !isTest.test(path);
  return modules
    .filter(({ source }) => isCounted(source))
    .map(({ source, dependents }) => ({
      path: source,
      lines: readFileSync(source, "utf8").split("\n").length - 1,
      importers: dependents.filter(isCounted),
    }));
}

function findErrors({ modules, summary }: ICruiseResult): string[] {
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

/** Folders in one folder whose files, tests left out, import each other. */
function findTwoWayFolders({ modules }: ICruiseResult): string[] {
  const imports = new Map<string, string>();
  for (const { source, dependencies } of modules) {
    if (isTest.test(source)) continue;
    for (const { resolved } of dependencies) {
      const arrow = arrowBetween(dirname(source), dirname(resolved));
      if (arrow) imports.set(arrow, source);
    }
  }
  return [...imports].flatMap(([arrow, source]) => {
    const [from, to] = arrow.split(" → ");
    const back = imports.get(`${to} → ${from}`);
    return from < to && back ? [`two-way folders: ${arrow} in ${source}, back in ${back}`] : [];
  });
}

/** The folders beside each other that two files are in, at any depth; null where one holds the other. */
function arrowBetween(from: string, to: string): string | null {
  const [fromParts, toParts] = [from.split("/"), to.split("/")];
  const fork = fromParts.findIndex((part, at) => part !== toParts[at]);
  if (fork < 1 || fork >= toParts.length) return null;
  return `${fromParts.slice(0, fork + 1).join("/")} → ${toParts.slice(0, fork + 1).join("/")}`;
}

interface UsingDeclaration {
  type: "UsingDeclaration";
  decls: VariableDeclarator[];
}

/**
 * swc parses `using` and `await using`, but its visitor, through which dependency-cruiser finds
 * imports, throws on them. Afterwards it also finds imports in such a declaration's initial value.
 */
function teachSwcUsing(): void {
  // The types call the class the default export; at run time it is a member of that.
  const { Visitor } = visitorModule as unknown as { Visitor: typeof visitorModule };
  const visitKnownStatement = Visitor.prototype.visitStatement;
  Visitor.prototype.visitStatement = function (
    this: InstanceType<typeof visitorModule>,
    statement: Statement | UsingDeclaration,
  ): Statement {
    if (statement.type !== "UsingDeclaration") return visitKnownStatement.call(this, statement);
    this.visitVariableDeclarators(statement.decls);
    return { type: "EmptyStatement", span: { start: 0, end: 0, ctxt: 0 } };
  };
}
