import { Hono } from "hono";
import { createMiddleware } from "hono/factory";
import { pino } from "pino";
import { type Viewer, visitor } from "#server/accounts/viewer.ts";
import type { Database } from "#server/database/connect.ts";
import { apiRoutes } from "#server/http/api-routes.ts";
import type { AppEnvironment } from "#server/http/app-environment.ts";
import type { PlaceFeed } from "#server/places/feed/follow-place-changes.ts";
import type { Services } from "#server/services.ts";
import { createTestServices } from "./create-test-services.ts";
import { expectDescribed } from "./expect-described.ts";

/** A call of the API, with the values that a test sets. */
interface ApiCall {
  readonly method?: string;
  /** Below `/api/v1`. */
  readonly path: string;
  readonly viewer?: Viewer;
  /** Sent as JSON; a text as it is. */
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  readonly clientAddress?: string;
}

export interface TestApi extends AsyncDisposable {
  readonly services: Services;
  readonly feed: PlaceFeed;
  /**
   * Calls the API in process, in the name of the given viewer; the response is checked against the OpenAPI document.
   */
  call(call: ApiCall): Promise<Response>;
}

/** Middleware that sets viewer and client, instead of the product's identification. */
export function setViewer(viewer: Viewer, clientAddress = "::1") {
  return createMiddleware<AppEnvironment>((context, next) => {
    const { headers } = context.req.raw;
    context.set("viewer", viewer);
    context.set("client", { headers, clientAddress, language: "en" });
    return next();
  });
}

/** The product's API on a database of a test, without the identification of the viewer. */
export async function createTestApi(
  database: Database,
  options?: Parameters<typeof createTestServices>[1],
): Promise<TestApi> {
  const { services, ...resources } = await createTestServices(database, options);
  // One application for all calls: making the routes costs more than most calls.
  const app = new Hono<AppEnvironment>();
  const askers = new WeakMap<Request, ReturnType<typeof setViewer>>();
  app.use((context, next) => askers.get(context.req.raw)!(context, next));
  app.route("/api/v1", apiRoutes(services, pino({ level: "silent" })));
  return {
    services,
    feed: resources.feed,
    call: async ({
      method = "GET",
      path,
      viewer = visitor,
      body,
      headers,
      clientAddress = "::1",
    }) => {
      const request = new Request(`http://localhost/api/v1${path}`, {
        method,
        headers: {
          ...(body === undefined ? {} : { "Content-Type": "application/json" }),
          ...headers,
        },
        body: body === undefined || typeof body === "string" ? body : JSON.stringify(body),
      });
      askers.set(request, setViewer(viewer, clientAddress));
      const response = await app.request(request);
      await expectDescribed(response, method, path);
      return response;
    },
    [Symbol.asyncDispose]: () => resources[Symbol.asyncDispose](),
  };
}
