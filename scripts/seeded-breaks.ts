import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { randomNumbers } from "#tests/support/random-numbers.ts";
import { type Break, findBreaks } from "./find-breaks.ts";
import { readTestReport } from "./test-report.ts";

/**
 * Mutation test of the suite, for the time before and after tests are removed.
 *
 * `node scripts/seeded-breaks.ts list SEED COUNT > LIST` chooses breaks of `domain/` and `server/`, by turns, at most
 * one a file. The same seed and code give the same list, a smaller count gives its beginning.
 *
 * `node scripts/seeded-breaks.ts run LIST [MOST]` makes each break in turn, runs the tests that import its file, the
 * cheapest kind and the nearest first, until one fails, and restores the file. It writes each outcome into LIST and
 * prints it as a row of a Markdown table; the next run goes on with the first break without an outcome. Browser tests
 * are not run, and of other tests a limited number.
 */
interface ListedBreak extends Break {
  outcome?: Outcome;
}

interface Outcome {
  /** The first failed test and its message, `survived`, or `line is gone`. */
  readonly result: string;
  /** Kind of the tests that were run last; null where no test imports the file. */
  readonly kind: TestKind | null;
  readonly testFiles: number;
  readonly seconds: number;
}

/** Project of Vitest. */
type TestKind = "unit" | "components" | "integration";

interface Batches {
  /** Number of test files that one process runs. */
  readonly files: number;
  /** Number of test files that are run at most. */
  readonly most: number;
  /** Time after which a process counts as failed: a break can make an endless loop. */
  readonly minutes: number;
}

const kinds: Readonly<Record<TestKind, Batches>> = {
  unit: { files: 40, most: 120, minutes: 6 },
  components: { files: 40, most: 40, minutes: 12 },
  integration: { files: 6, most: 24, minutes: 12 },
};
/** The cheapest first. */
const testKinds: readonly TestKind[] = ["unit", "components", "integration"];

const root = fileURLToPath(new URL("..", import.meta.url));
/** Tests start `node` and other tools by name. */
const searchPath = `${dirname(process.execPath)}:${join(root, "node_modules/.bin")}:${process.env.PATH}`;
process.chdir(root);
const [command, ...args] = process.argv.slice(2);
if (command === "list" && args.length === 2) {
  console.log(JSON.stringify(chooseBreaks(Number(args[0]), Number(args[1])), null, 2));
} else if (command === "run" && args.length > 0) {
  await runBreaks(args[0], Number(args[1] ?? Number.POSITIVE_INFINITY));
} else {
  console.error("usage: node scripts/seeded-breaks.ts list SEED COUNT | run LIST [MOST]");
  process.exit(2);
}

/** The dice chooses a file by its number of lines, a kind of break, and a break of this kind. */
function chooseBreaks(seed: number, count: number): Break[] {
  const random = randomNumbers(seed);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)];
  const folders = ["domain", "server"].map((folder) =>
    globSync(`${folder}/**/*.ts`, { exclude: ["**/*.{test,fixture}.ts"] })
      .sort()
      .map((path) => {
        const text = readFileSync(path, "utf8");
        return { lines: text.split("\n"), breaks: findBreaks(path, text) };
      })
      .filter(({ breaks }) => breaks.length > 0),
  );
  return Array.from({ length: count }, (_, index) => {
    const files = folders[index % folders.length];
    const chosen = pick(files.flatMap((file) => file.lines.map(() => file)));
    files.splice(files.indexOf(chosen), 1);
    const kind = pick([...new Set(chosen.breaks.map((each) => each.kind))]);
    return pick(chosen.breaks.filter((each) => each.kind === kind));
  });
}

async function runBreaks(listPath: string, most: number): Promise<void> {
  if (execFileSync("git", ["status", "--porcelain", "--untracked-files=no"]).length > 0)
    throw new Error("the working tree has changes: commit them first");
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, () => process.exit(1));
  const list: ListedBreak[] = JSON.parse(readFileSync(listPath, "utf8"));
  const importers = findImporters();
  for (const each of list.filter(({ outcome }) => !outcome).slice(0, most)) {
    each.outcome = await tryBreak(each, importers);
    writeFileSync(listPath, `${JSON.stringify(list, null, 2)}\n`);
    console.log(tableRow(list.indexOf(each) + 1, each, each.outcome));
  }
}

async function tryBreak(each: Break, importers: Importers): Promise<Outcome> {
  const content = readFileSync(each.file, "utf8");
  const lines = content.split("\n");
  const at = lines.flatMap((line, index) => (line === each.text ? [index] : []))[each.occurrence];
  if (at === undefined) return { result: "line is gone", kind: null, testFiles: 0, seconds: 0 };
  const begun = performance.now();
  const restore = () => writeFileSync(each.file, content);
  let result = "survived";
  let kind: TestKind | null = null;
  let testFiles = 0;
  process.once("exit", restore);
  try {
    writeFileSync(each.file, lines.with(at, each.replacement).join("\n"));
    for (const batch of batchesOf(each.file, importers)) {
      kind = batch.kind;
      testFiles += batch.files.length;
      const failure = await runTests(kind, batch.files);
      if (failure !== null) {
        result = failure;
        break;
      }
    }
  } finally {
    restore();
    process.off("exit", restore);
  }
  return { result, kind, testFiles, seconds: Math.round((performance.now() - begun) / 1000) };
}

/** The first failed test of these files, or what else failed; null where all passed. */
async function runTests(kind: TestKind, files: readonly string[]): Promise<string | null> {
  const folder = mkdtempSync(join(tmpdir(), "seeded-breaks-"));
  const report = join(folder, "report.json");
  const options = ["--project", kind, "--bail=1", "--maxWorkers=1", "--passWithNoTests"];
  // A group of processes, so that none of them outlives a batch that does not end.
  const child = spawn(
    process.execPath,
    [
      "node_modules/vitest/vitest.mjs",
      "run",
      ...options,
      "--reporter=json",
      `--outputFile=${report}`,
      ...files,
    ],
    { detached: true, stdio: "ignore", env: { ...process.env, PATH: searchPath } },
  );
  const stop = () => process.kill(-child.pid!, "SIGKILL");
  process.once("exit", stop);
  const limit = setTimeout(stop, kinds[kind].minutes * 60_000);
  try {
    const [code, signal] = await once(child, "close");
    if (code === 0) return null;
    if (signal !== null) return `no end within ${kinds[kind].minutes} minutes`;
    const [failure] = readTestReport("vitest", report)?.failures ?? [];
    return failure?.line.replaceAll(root, "") ?? `Vitest ended with ${code}`;
  } finally {
    clearTimeout(limit);
    process.off("exit", stop);
    rmSync(folder, { recursive: true });
  }
}

/** Paths of the files that import, load or start a file, by its path. */
type Importers = ReadonlyMap<string, readonly string[]>;

function findImporters(): Importers {
  const paths = globSync("{app,build-tools,cli,domain,scripts,server,tests}/**/*.{ts,tsx}");
  const importers = new Map<string, string[]>(paths.map((path) => [path, []]));
  for (const path of paths) {
    const code = readFileSync(path, "utf8").replaceAll(/^import type\b[^;]*;/gm, "");
    // Every text that is a path, from the file or from the root: `import()`, workers and processes too.
    for (const [, named] of code.matchAll(/["']#?([\w./-]+\.tsx?)["']/g)) {
      for (const imported of [join(dirname(path), named), normalize(named)])
        importers.get(imported)?.push(path);
    }
  }
  return importers;
}

/** Batches of the test files that import a file: the cheapest kind first, then those in its folder, then the nearest. */
function batchesOf(file: string, importers: Importers): { kind: TestKind; files: string[] }[] {
  const nearest = new Set([file]);
  // Breadth-first, since a set yields what is added during the loop.
  for (const path of nearest) {
    for (const importer of importers.get(path) ?? []) nearest.add(importer);
  }
  const isElsewhere = (path: string) => Number(dirname(path) !== dirname(file));
  const tests = [...nearest]
    .filter((path) => /\.test\.tsx?$/.test(path))
    .sort((one, other) => isElsewhere(one) - isElsewhere(other));
  return testKinds.flatMap((kind) => {
    const { files, most } = kinds[kind];
    const ofKind = tests.filter((path) => kindOf(path) === kind).slice(0, most);
    const starts = Array.from({ length: Math.ceil(ofKind.length / files) }, (_, at) => at * files);
    return starts.map((start) => ({ kind, files: ofKind.slice(start, start + files) }));
  });
}

/** Kind of a test file; null for one of the full run. */
function kindOf(path: string): TestKind | null {
  if (path.includes(".full.test.")) return null;
  if (path.includes(".integration.test.")) return "integration";
  return path.endsWith(".dom.test.tsx") ? "components" : "unit";
}

function tableRow(
  number: number,
  { file, line, text, replacement }: Break,
  outcome: Outcome,
): string {
  const { result, kind, testFiles, seconds } = outcome;
  const cells = [
    number,
    `${file}:${line}`,
    `\`${text.trim()}\` → \`${replacement.trim()}\``,
    result,
    kind ?? "no test",
    testFiles,
    `${seconds} s`,
  ];
  return `| ${cells.map((cell) => String(cell).replaceAll("|", "\\|")).join(" | ")} |`;
}
