import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const importChunk = pathTo("../app/chunks/import-chunk.ts");

/** Vite's wrapper around every `import()`, which loads the chunk's own files first. */
const preloadHelper = /^\0vite\/preload-helper\.js$/;
const routeLoader = /\/react-router\/dist\/[^/]+\/lib\/dom\/ssr\/routeModules\.js$/;

/**
 * Retries every `import()` of the built pages (docs/decisions/011), our own and the router's. The build fails when
 * the code that
 * is replaced here is missing: neither Vite nor React Router offers a setting.
 */
export function retriedImports(): Plugin {
  const missing = new Set([preloadHelper, routeLoader]);
  let base = "/";
  return {
    name: "mosdo:retried-imports",
    apply: "build",
    enforce: "pre",
    applyToEnvironment: ({ name }) => name === "client",
    configResolved(config) {
      base = config.base;
    },
    load: {
      filter: { id: [preloadHelper, routeLoader] },
      handler(id) {
        const replaced = preloadHelper.test(id) ? preloadHelper : routeLoader;
        missing.delete(replaced);
        return replaced === routeLoader
          ? `export { loadRouteModule } from ${importChunk};`
          : `import { importChunk } from ${importChunk};
            export const __vitePreload = (load, files = []) =>
              importChunk(load, files.map((file) => ${JSON.stringify(base)} + file));`;
      },
    },
    buildEnd(error) {
      if (error || missing.size === 0) return;
      this.error(`nothing to replace matches ${[...missing].join(" and ")}`);
    },
  };
}

function pathTo(relative: string): string {
  return JSON.stringify(fileURLToPath(new URL(relative, import.meta.url)));
}
