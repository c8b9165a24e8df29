import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin, Rolldown, build as viteBuild } from "vite";

const root = fileURLToPath(new URL("..", import.meta.url));
const entry = join(root, "app/worker/worker.ts");

/** Pages that work offline, and the start of every page. */
const startingModules = [
  "app/entry.client.tsx",
  "app/root.tsx",
  "app/routes/any-page.tsx",
  "app/routes/map.tsx",
  "app/routes/places.tsx",
  "app/routes/offline.tsx",
  "app/routes/card.tsx",
];

/** Modules that these load on demand, for staff alone. */
const modulesOfStaff = [
  "app/features/moderation/place-moderation.tsx",
  "app/features/moderation/undo-toast.tsx",
];

/**
 * The service worker, built with the pages as `/worker.js`, with the URLs of all files that the
 * offline pages may need (docs/decisions/045). Its version follows from these and from its own
 * script.
 *
 * @param build Vite's, with which the worker is built
 */
export function offlineWorker(build: typeof viteBuild): Plugin {
  return {
    name: "mosdo:offline-worker",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "client",
    async writeBundle({ dir = "" }, bundle) {
      const files = shellFiles(bundle);
      const missing = startingModules.filter((path) => findEntry(bundle, path) === undefined);
      if (missing.length > 0) this.error(`no chunk begins with ${missing.join(", ")}`);
      const script = await buildWorker(build, files);
      const version = createHash("sha256").update(script).digest("base64url").slice(0, 12);
      writeFileSync(join(dir, "worker.js"), script.replace(unnamedVersion, version));
    },
  };
}

/** Placeholder of the version until it is known. */
const unnamedVersion = "unnamed-version";

async function buildWorker(build: typeof viteBuild, files: string[]): Promise<string> {
  const built = (await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: "warn",
    define: { builtShell: JSON.stringify({ version: unnamedVersion, files }) },
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: {
        input: entry,
        // One classic script: some supported browsers do not accept a module here.
        output: { format: "iife", entryFileNames: "worker.js" },
      },
    },
  })) as Rolldown.RolldownOutput;
  return built.output[0].code;
}

type Bundle = Rolldown.OutputBundle;

/** Paths of the chunks that the starting modules need, also on demand, with styles and icons. */
function shellFiles(bundle: Bundle): string[] {
  const found = new Set<string>();
  const pending = startingModules.flatMap((path) => findEntry(bundle, path)?.fileName ?? []);
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    const chunk = bundle[name];
    if (found.has(name) || chunk?.type !== "chunk") continue;
    found.add(name);
    const { importedCss, importedAssets } = chunk.viteMetadata ?? {};
    for (const asset of [...(importedCss ?? []), ...(importedAssets ?? [])]) found.add(asset);
    pending.push(...chunk.imports);
    for (const name of chunk.dynamicImports) if (!isOfStaff(bundle[name])) pending.push(name);
  }
  return [...found].map((name) => `/${name}`).sort();
}

function isOfStaff(output: Rolldown.OutputChunk | Rolldown.OutputAsset | undefined): boolean {
  const module = output?.type === "chunk" ? output.facadeModuleId?.split("?")[0] : undefined;
  return modulesOfStaff.some((path) => module === join(root, path));
}

function findEntry(bundle: Bundle, path: string) {
  return Object.values(bundle).find(
    (output) =>
      output.type === "chunk" &&
      output.isEntry &&
      // The router's plugin requests its pages with a query.
      output.facadeModuleId?.split("?")[0] === join(root, path),
  );
}
