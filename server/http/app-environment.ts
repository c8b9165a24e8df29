import type { HttpBindings } from "@hono/node-server";
import type { Caller, Viewer } from "#server/accounts/viewer.ts";
import type { Encoding } from "./middleware/compress.ts";

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
    /** The request that the page is made from, where it is kept for others (`kept-answers/kept-pages.ts`). */
    keptRequest?: Request;
    whole?: WholeAnswer;
    /** Whether the answer has the content coding that it is to have, and must not be held in memory. */
    isCoded?: true;
  };
}

/** Answer of status 200 that nothing changes any more (`answerWhole` in `caching.ts`). */
export interface WholeAnswer {
  /** Content coding that the client prefers; a short answer is not compressed in any. */
  readonly encoding: Encoding | null;
  readonly headers: Readonly<Record<"ETag" | "Cache-Control" | "Content-Type", string>>;
  readonly body: Buffer<ArrayBuffer>;
}
