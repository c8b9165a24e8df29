import type { IncomingMessage, ServerResponse } from "node:http";

/**
 * Responds while the database starts and the place index is read: the process is up (`/healthz`), every other request
 * gets a 503 with `Retry-After` of a second.
 */
export function respondWhileStarting(request: IncomingMessage, response: ServerResponse): void {
  const isUp = request.url === "/healthz";
  const body = isUp
    ? { status: "up" }
    : { type: "about:blank", title: "Starting", status: 503, code: "error.unavailable" };
  response.writeHead(isUp ? 200 : 503, {
    "Content-Type": isUp ? "application/json" : "application/problem+json",
    "Cache-Control": "no-store",
    ...(isUp ? {} : { "Retry-After": "1" }),
  });
  response.end(JSON.stringify(body));
}
