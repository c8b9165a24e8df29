import type { HttpBindings } from "@hono/node-server";
import type { RequestClient, Viewer } from "#server/accounts/viewer.ts";
import type { CachedResponse } from "./response-cache/response-cache.ts";

/** Hono environment: Node's own request and response, and the values that middleware sets for a request. */
export interface AppEnvironment {
  Bindings: HttpBindings;
  Variables: {
    client: RequestClient;
    viewer: Viewer;
    nonce: () => string;
    /** The request that a page is rendered from where it is cached for others (`response-cache/cacheable-page.ts`). */
    sharedRequest?: Request;
    /** The handler's response, for the cache (`contentResponse` in `caching.ts`). */
    cacheable?: CachedResponse;
    /** Whether the response has its content coding. */
    isCoded?: true;
  };
}
