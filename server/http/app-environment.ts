import type { HttpBindings } from "@hono/node-server";
import type { Caller, Viewer } from "#server/accounts/viewer.ts";
import type { CachedResponse } from "./response-cache/response-cache.ts";

/**
 * Values of a request in the middleware: Node's own request and response, the viewer, and the
 * page's nonce.
 */
export interface AppEnvironment {
  Bindings: HttpBindings;
  Variables: {
    caller: Caller;
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
