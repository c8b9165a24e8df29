/** Time limit of loading a file of the build (docs/product#loading-of-scripts). */
const timeoutMs = 120_000;
/** Pause before the second attempt, in which a broken connection may come back. */
const pauseMs = 1_000;

/** Event on the window: a request got no response, or a part of one. */
export const failedLoad = "mosdo:failed-load";

const arrivals = new Map<string, Promise<void>>();

/**
 * Replacement for `import()` (docs/decisions/011): fetches the chunk's files first, since a failed import cannot be
 * tried again.
 * @param paths the chunk's file, the scripts that it imports, and their style sheets
 * @throws {ChunkLoadError} when one of them cannot be loaded
 */
export async function importChunk<Module>(
  load: () => Promise<Module>,
  paths: readonly string[],
): Promise<Module> {
  await Promise.all(paths.map(fetchAhead));
  const stylesheets = paths.filter((path) => path.endsWith(".css"));
  await Promise.all(stylesheets.map(addStylesheet));
  return load().catch((cause: unknown) => {
    throw new ChunkLoadError(`${paths[0]} could not be imported`, { cause });
  });
}

/** Adds a style sheet to the page unless it is there, and waits until it applies. @throws {ChunkLoadError} */
async function addStylesheet(path: string): Promise<void> {
  if (isInlined(path)) return;
  const link = findStylesheet(path) ?? appendStylesheet(path);
  if (link.sheet) return;
  await new Promise((resolve, reject) => {
    link.addEventListener("load", resolve, { once: true });
    link.addEventListener(
      "error",
      () => {
        link.remove();
        reject(new ChunkLoadError(`${path} could not be loaded`));
      },
      { once: true },
    );
  });
}

function findStylesheet(path: string): HTMLLinkElement | null {
  return document.querySelector<HTMLLinkElement>(`link[rel=stylesheet][href="${path}"]`);
}

function appendStylesheet(path: string): HTMLLinkElement {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = path;
  return document.head.appendChild(link);
}

/**
 * Fetches a file of the build into the browser's cache (docs/decisions/011), once more after a failure or 120 s; one
 * that the page has loaded is not fetched.
 * @param path such as `/assets/map-canvas-B4aPUt7z.js`
 * @throws {ChunkLoadError} when the second attempt fails too
 */
export function fetchAhead(path: string): Promise<void> {
  const known = arrivals.get(path);
  if (known) return known;
  const arrival = isInDocument(path) ? Promise.resolve() : fetchTwice(path);
  arrivals.set(path, arrival);
  arrival.catch(() => arrivals.delete(path));
  return arrival;
}

/** Whether the server's document has already loaded the file. */
function isInDocument(path: string): boolean {
  const link = `link[href="${path}"]`;
  return (
    isInlined(path) ||
    document.querySelector(`${link}[rel=modulepreload],${link}[rel=stylesheet]`) !== null
  );
}

/** Whether a style sheet is in the server's document itself, for as long as that is open (`orderPage`). */
function isInlined(path: string): boolean {
  return document.querySelector(`link[disabled][href="${path}#"]`) !== null;
}

async function fetchTwice(path: string): Promise<void> {
  try {
    await fetchInTime(path);
  } catch {
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    await fetchInTime(path).catch((cause: unknown) => {
      throw new ChunkLoadError(`${path} could not be loaded`, { cause });
    });
  }
}

async function fetchInTime(path: string): Promise<void> {
  const response = await fetch(path, { signal: AbortSignal.timeout(timeoutMs) });
  if (!response.ok) throw new Error(`answered with ${response.status}`);
  // A browser caches only a response that was read to its end.
  await response.arrayBuffer();
}

/** A script could not be loaded, twice. */
export class ChunkLoadError extends Error {
  override readonly name = "ChunkLoadError";
}

/** A page's script in the router's manifest. */
interface RouteEntry {
  readonly id: string;
  readonly module: string;
  readonly imports?: readonly string[];
}

/**
 * Loads a page's script. The router's own function, which this replaces, tries once and then reloads the page that
 * the visitor is leaving.
 * It never fails: the router would show an empty page. Instead the module throws a `ChunkLoadError` where it is
 * shown, and a form asks for the script again.
 * @param modules the loaded pages' modules by route; a new one is added
 */
export async function loadRouteModule(
  { id, module, imports = [] }: RouteEntry,
  modules: Record<string, object>,
): Promise<object> {
  const load = async () => {
    modules[id] ??= await importChunk<object>(
      () => import(/* @vite-ignore */ module),
      [module, ...imports],
    );
    return modules[id];
  };
  try {
    return await load();
  } catch (error) {
    return pageThatThrows(error, load);
  }
}

function pageThatThrows(error: unknown, load: () => Promise<object>): object {
  const fail = () => {
    throw error;
  };
  return {
    default: fail,
    clientLoader: fail,
    clientAction: (sent: SentForm) => sendAgain(sent, load),
  };
}

interface SentForm {
  readonly serverAction: () => Promise<unknown>;
}

interface WithAction {
  readonly clientAction?: (sent: SentForm) => unknown;
}

async function sendAgain(sent: SentForm, load: () => Promise<object>) {
  let page: WithAction;
  try {
    page = await load();
  } catch {
    window.dispatchEvent(new Event(failedLoad));
    return failedForm;
  }
  return page.clientAction ? page.clientAction(sent) : sent.serverAction();
}

/** What the results of all forms hold of a failure, each in its own way. */
const failedForm = {
  ...{ ok: false, kind: "failed", intent: null },
  ...{ code: "error.error", failure: { code: "error.error" } },
} as const;
