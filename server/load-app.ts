import type { RequestListener, Server } from "node:http";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { Logger } from "pino";
import type { createListener as CreateListener } from "./app.ts";
import type { Services } from "./services.ts";

export interface LoadAppOptions {
  /** Folder of the project, absolute. */
  root: string;
  /** The HTTP server, which also serves the web socket of Vite's development client. */
  server: Server;
  isDevelopment: boolean;
}

type App = (services: Services, log: Logger) => RequestListener;

/** Application that handles requests: the built one, or in development Vite's, which reloads changed files. */
export function loadApp(options: LoadAppOptions): Promise<App> {
  return options.isDevelopment ? loadDevelopmentApp(options) : loadBuiltApp(options.root);
}

async function loadBuiltApp(root: string): Promise<App> {
  const entry = pathToFileURL(path.join(root, "build/server/index.js")).href;
  const { createListener } = (await import(entry)) as { createListener: typeof CreateListener };
  const clientRoot = path.join(root, "build/client");
  return (services, log) => createListener({ services, log, clientRoot, isDevelopment: false });
}

async function loadDevelopmentApp({ root, server }: LoadAppOptions): Promise<App> {
  const { createServer } = await import("vite");
  const listeners = new Set(process.listeners("SIGTERM"));
  const vite = await createServer({
    root,
    server: { middlewareMode: true, hmr: { server } },
    appType: "custom",
  });
  // Vite would end the process at once, with the database still running.
  for (const listener of process.listeners("SIGTERM")) {
    if (!listeners.has(listener)) process.off("SIGTERM", listener);
  }
  return (services, log) => (request, response) => {
    const respond = async () => {
      const loaded = await vite.ssrLoadModule("./server/app.ts");
      const createListener = loaded.createListener as typeof CreateListener;
      const handle = createListener({
        services,
        log,
        clientRoot: null,
        isDevelopment: true,
      });
      await handle(request, response);
    };
    vite.middlewares(request, response, () => {
      respond().catch((error: Error) => {
        vite.ssrFixStacktrace(error);
        log.error({ err: error }, "development server");
        if (!response.headersSent) response.writeHead(500);
        response.end(error.stack);
      });
    });
  };
}
