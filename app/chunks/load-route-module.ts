import { importChunk } from "./import-chunk.ts";

/** A page's script in the router's manifest. */
interface RouteEntry {
  readonly id: string;
  readonly module: string;
  readonly imports?: readonly string[];
}

/**
 * Loads a page's script when the visitor goes there. It replaces the router's function, which tries once and
 * then reloads the page that the visitor is leaving; without a connection that loses this page as well.
 *
 * It must not fail, because the router would show an empty page. A page that could not be loaded is a module
 * that throws a `ChunkLoadError` on every use, for the error boundary to explain.
 *
 * @param modules the loaded pages' modules by route; a new one is added
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
