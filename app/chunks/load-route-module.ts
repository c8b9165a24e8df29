import { failedLoad, importChunk } from "./import-chunk.ts";

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
 * that throws a `ChunkLoadError` where it is shown, for the error boundary to explain. A form is often sent from
 * another page, which must stay: it asks for the script again each time, and without it answers that it has failed.
 *
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
