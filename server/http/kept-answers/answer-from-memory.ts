import type { IncomingMessage, RequestListener } from "node:http";
import type { Logger } from "pino";
import { logRequest } from "#server/http/middleware/request-log.ts";

/** Memory that answers requests of visitors. */
export interface AnswerMemory {
  /** The answer to a plain request; null where the application has to make it. */
  find(request: IncomingMessage): FoundAnswer | null;
}

/** Answer to one request, as it is sent. */
export interface FoundAnswer {
  /** 304 where the client has the answer. */
  readonly status: 200 | 304;
  /** Name and value by turns. */
  readonly headers: string[];
  /** Text holds a byte in each character (latin1): with it, Node sends head and body in one write. */
  readonly body: string | Uint8Array | undefined;
}

/**
 * Listener that answers a request from the first memory that has its answer, before anything else is done for
 * it, and leaves every other request to `listener`.
 */
export function answerFromMemory(
  memories: readonly AnswerMemory[],
  log: Pick<Logger, "debug" | "info" | "error">,
  listener: RequestListener,
): RequestListener {
  return (request, response) => {
    const startedAtMs = performance.now();
    const found = isPlainGet(request) ? findIn(memories, request) : null;
    if (found === null) return listener(request, response);
    const { status, headers, body } = found;
    response.writeHead(status, headers);
    if (typeof body === "string") response.end(body, "latin1");
    else response.end(body);
    logRequest(log, { method: "GET", path: pathOf(request.url ?? ""), status, startedAtMs });
  };
}

function findIn(memories: readonly AnswerMemory[], request: IncomingMessage): FoundAnswer | null {
  for (const memory of memories) {
    const found = memory.find(request);
    if (found !== null) return found;
  }
  return null;
}

/** Whether a request asks for a whole answer and brings nothing along. */
export function isPlainGet({ method, headers }: IncomingMessage): boolean {
  return (
    method === "GET" &&
    headers["content-length"] === undefined &&
    headers["transfer-encoding"] === undefined
  );
}

/** Path of an address, without its query. */
export function pathOf(address: string): string {
  const query = address.indexOf("?");
  return query < 0 ? address : address.slice(0, query);
}

/**
 * Whether a client has the answer already (RFC 9110, 13.1.2).
 *
 * @param ifNoneMatch the request's header of that name
 * @param etag the answer's validator, in quotes
 */
export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  // Weak comparison (RFC 9110, 8.8.3.2): the tag with its quotes, whatever stands before it.
  return ifNoneMatch === "*" || ifNoneMatch.includes(etag.replace("W/", ""));
}
