/** Words that names in a folder no longer contain, and their replacement. */
interface GoneWord {
  /** Whole words of a name, in lower case: `faults` is one of `codeFaults`. */
  readonly words: readonly string[];
  readonly instead: string;
}

const goneWords: readonly GoneWord[] = [
  { words: ["word", "words"], instead: "message (of translations), text, label or title" },
  { words: ["fault", "faults", "faulty"], instead: "error, invalid" },
  { words: ["ask", "asks", "asked", "asking"], instead: "fetch, request, query" },
  { words: ["answered"], instead: "response, result" },
  { words: ["tell", "tells", "told"], instead: "notify, report, post, announce" },
  { words: ["said"], instead: "current, source, reported, text" },
  { words: ["kept"], instead: "cached, saved, stored" },
  { words: ["waiting"], instead: "pending (a place), queued (a write, a mail)" },
  { words: ["look", "looks"], instead: "appearance, theme, style, label, poll" },
  { words: ["heir"], instead: "nearest" },
  { words: ["figures"], instead: "metrics, values" },
  { words: ["pager"], instead: "pagination" },
  { words: ["announcer"], instead: "live region" },
  { words: ["panes"], instead: "dialog, tabs, disclosure" },
];

/** Folders whose names have been changed. */
const doneFolders = [
  ...["app/", "basemap/", "build-tools/", "cli/", "domain/", "scripts/", "server/"],
  ...["tests/e2e/", "tests/permissions/", "tests/support/", "tests/hostile-writes/"],
];

/**
 * Files in which a word has its technical sense, or is stored: the machine words of a sort, the injected faults of a
 * cluster, the names of migrations, which the database records.
 */
const technicalFiles = [
  "scripts/check-words.",
  "scripts/gone-words.",
  "domain/place-index/radix-sort.",
  "server/database/migrations/",
  "server/high-availability.full.test.ts",
];

/** Names whose word has its everyday sense: the tests of long words. */
const allowedNames: ReadonlySet<string> = new Set([
  "long-words.spec",
  "leaveLongWords",
  "wideWords",
  "word",
]);

const comments = /\/\*[\s\S]*?\*\/|(?<![:"'`\w])\/\/[^\n]*/g;
const imports = /^import\b[^;]*;/gm;

const declaration =
  /(?:^|[\s;(}])(?:const|let|function\*?|class|interface|type|enum)\s+([A-Za-z_$][\w$]*)/g;

interface GoneWordsInput {
  readonly path: string;
  readonly text: string;
}

/** Complaints about the file's name and the names that it declares; comments and texts are not checked. */
export function findGoneWords({ path, text }: GoneWordsInput): string[] {
  if (!doneFolders.some((folder) => path.startsWith(folder))) return [];
  if (technicalFiles.some((file) => path.startsWith(file))) return [];
  const code = text.replace(comments, "").replace(imports, "");
  const declared = [...code.matchAll(declaration)].map(([, name]) => name);
  const parts = path.replace(/\.\w+$/, "").split("/");
  return [...new Set([...parts, ...declared])].flatMap((name) => {
    if (allowedNames.has(name)) return [];
    const words = wordsOf(name);
    const gone = goneWords.find((each) => each.words.some((word) => words.includes(word)));
    return gone ? [`${path}: ${name}; the word is ${gone.instead}`] : [];
  });
}

/** Words of a name in camelCase, PascalCase, kebab-case or UPPER_CASE, in lower case. */
function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z\d]+/);
}
