import type { HttpBindings } from "@hono/node-server";
import type { Caller, Viewer } from "#server/accounts/viewer.ts";

/** What a request carries through the middleware: Node's own request and response, who is asking, and the page's nonce. */
export interface AppEnvironment {
  Bindings: HttpBindings;
  Variables: { caller: Caller; viewer: Viewer; nonce: string };
}
