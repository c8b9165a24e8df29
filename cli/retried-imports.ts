import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const importChunk = pathTo("../app/chunks/import-chunk.ts");
const loadRouteModule = pathTo("../app/chunks/load-route-module.ts");

/** What Vite wraps around every `import()`, with the files that it needs. */
const preloadHelper = /^\0vite\/preload-helper\.js$/;
/** What React Router loads a page's script with. */
const routeLoader = /\/react-router\/dist\/[^/]+\/lib\/dom\/ssr\/routeModules\.js$/;

/**
 * Makes every `import()` of the built pages one that is tried again (docs/decisions/011), our own and
 * the router's. There is no official place for this, so the build fails when what is replaced here
 * is no longer there.
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
          ? `export { loadRouteModule } from ${loadRouteModule};`
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
