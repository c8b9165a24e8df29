import type { HttpBindings } from "@hono/node-server";
import type { Caller, Viewer } from "#server/accounts/viewer.ts";
import type { WholeAnswer } from "./caching.ts";

/**
 * Values of a request in the middleware: Node's own request and response, the viewer, and the
 * page's nonce.
 */
export interface AppEnvironment {
  Bindings: HttpBindings;
  Variables: {
    caller: Caller;
    viewer: Viewer;
    nonce: string;
    /** The request that the page is made from, where it is kept for others (`pages/keep-pages.ts`). */
    keptRequest?: Request;
    /** The answer, where it is complete (`caching.ts`). */
    whole?: WholeAnswer;
  };
}
