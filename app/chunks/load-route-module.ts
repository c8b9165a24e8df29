import { importChunk } from "./import-chunk.ts";

/** What the router's manifest says of a page's script. */
interface RouteEntry {
  readonly id: string;
  readonly module: string;
  readonly imports?: readonly string[];
}

/**
 * Loads a page's script when the visitor goes there. It stands in the place of the router's own
 * function, which asks once and then loads the page anew that the visitor is leaving; without a
 * connection that loses this page as well.
 *
 * It must not fail, for the router would show an empty page. A page that did not come is a module
 * that throws a `ChunkLoadError` wherever it is used, for the error boundary to explain.
 *
 * @param modules the pages' modules that there are, by route; what comes is added
 */
export async function loadRouteModule(
  { id, module, imports = [] }: RouteEntry,
  modules: Record<string, object>,
): Promise<object> {
  const known = modules[id];
  if (known) return known;
  try {
    const loaded: object = await importChunk(
      () => import(/* @vite-ignore */ module),
      [module, ...imports],
    );
    modules[id] = loaded;
    return loaded;
  } catch (error) {
    return pageThatThrows(error);
  }
}

function pageThatThrows(error: unknown): object {
  const fail = () => {
    throw error;
  };
  return { default: fail, clientLoader: fail, clientAction: fail };
}
