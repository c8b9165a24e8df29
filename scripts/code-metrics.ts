/** A file of code that is not a test, and the files of that kind that import it. */
export interface CodeModule {
  readonly path: string;
  readonly lines: number;
  readonly importers: readonly string[];
}

/** Number of lines below which a file counts as short. */
const fewLines = 20;

/**
 * Metrics of the code's shape, one line each: number of files, median of their lines, share of
 * files with few lines, share with a single importer, the longest file, and the folder with the
 * most files of its own.
 */
export function describeCode(modules: readonly CodeModule[]): string[] {
  const lines = modules.map((module) => module.lines).sort((a, b) => a - b);
  const small = lines.filter((count) => count < fewLines).length;
  const imported = modules.filter(({ importers }) => importers.length === 1);
  const besideImporter = imported.filter(
    ({ path, importers }) => folderOf(path) === folderOf(importers[0]),
  );
  const longest = modules.reduce((most, module) => (module.lines > most.lines ? module : most));
  const [folder, files] = fullestFolder(modules);
  return [
    `${modules.length} modules, median ${median(lines)} lines`,
    `${share(small, modules.length)} under ${fewLines} lines`,
    `${share(imported.length, modules.length)} with one importer (${besideImporter.length} beside it)`,
    `longest file: ${longest.path} (${longest.lines} lines)`,
    `folder with most files: ${folder} (${files})`,
  ];
}

/** Median of ascending numbers; the mean of the two middle ones of an even number. */
function median(ascending: readonly number[]): number {
  const middle = ascending.length >> 1;
  if (ascending.length % 2 === 1) return ascending[middle];
  return (ascending[middle - 1] + ascending[middle]) / 2;
}

function fullestFolder(modules: readonly CodeModule[]): [folder: string, files: number] {
  const counts = new Map<string, number>();
  for (const { path } of modules) counts.set(folderOf(path), (counts.get(folderOf(path)) ?? 0) + 1);
  return [...counts].reduce((most, entry) => (entry[1] > most[1] ? entry : most));
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf("/"), 0));
}

function share(part: number, total: number): string {
  return `${Math.round((part / total) * 100)} %`;
}
