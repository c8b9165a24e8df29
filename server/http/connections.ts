import type {
  IncomingMessage,
  RequestListener,
  Server,
  ServerOptions,
  ServerResponse,
} from "node:http";
import type { Socket } from "node:net";
import { createMiddleware } from "hono/factory";
import type { Config } from "#server/config/config.ts";
import type { AppEnvironment } from "./app-environment.ts";

const second = 1_000;

/**
 * Maximum number of pipelined requests of a connection: clients send the next one when they have the response; the
 * second is for a response whose end the server has not noticed yet.
 */
const maxUnanswered = 2;

/** Number of dropped requests after which a connection is cut at once, without the responses it waits for. */
const maxDropped = 32;

/** Maximum number of connections; further ones are closed as they arrive, since each takes memory. */
const maxConnections = 5_000;

/** Time for which a proxy usually keeps an idle connection. */
const proxyKeepAliveMs = 60 * second;

/**
 * Time limits of a connection: on a request's head, on a request with its body, on an inactive connection, and on one
 * that waits for its next request.
 *
 * @param trustedProxies behind trusted proxies the server is not the first to close a
 *   connection that waits: a request could be on its way
 */
export function connectionTimes({ trustedProxies }: Pick<Config, "trustedProxies">): ServerOptions {
  return {
    headersTimeout: 15 * second,
    requestTimeout: 60 * second,
    connectionsCheckingInterval: 5 * second,
    keepAliveTimeout: trustedProxies.count > 0 ? proxyKeepAliveMs + 5 * second : 5 * second,
  };
}

/** Sets the limits for which Node has no options. */
export function limitConnections(server: Server): void {
  server.maxConnections = maxConnections;
  server.timeout = 60 * second;
}

/**
 * Limits the pipelined requests of a connection: the first two get a response, the second with `Connection: close`; the
 * rest are dropped, and where they are many, the connection is cut. Node itself begins every request of a chunk,
 * hundreds at once, and holds all of them until the connection ends (docs/decisions/016).
 */
export function limitPending(listener: RequestListener): RequestListener {
  const connections = new WeakMap<Socket, Connection>();

  return (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    const connection = connections.get(socket) ?? { unanswered: new Set(), dropped: 0 };
    connections.set(socket, connection);
    const { unanswered } = connection;
    if (connection.dropped > 0 || unanswered.size >= maxUnanswered) {
      connection.dropped++;
      if (connection.dropped === 1) closeAfter(socket, unanswered);
      if (connection.dropped > maxDropped) socket.destroy();
      return;
    }
    unanswered.add(response);
    response.once("close", () => unanswered.delete(response));
    listener(request, response);
  };
}

interface Connection {
  readonly unanswered: Set<ServerResponse>;
  /** Number of its requests that were dropped. */
  dropped: number;
}

/** Reads nothing more from the connection, and closes it when its responses have been sent. */
function closeAfter(socket: Socket, unanswered: ReadonlySet<ServerResponse>): void {
  socket.pause();
  stopParser(socket);
  const last = [...unanswered].at(-1);
  // Always there: the connection is closed after these responses.
  if (!last) return;
  // A head that has been sent can no longer get the header.
  last.shouldKeepAlive = false;
  last.once("close", () => socket.destroySoon());
}

/** Return value by which the parser stops: that for the head of an upgrade. */
const parseNoFurther = 2;

/**
 * Stops Node's parser in the middle of a chunk, by an internal of Node: the public API has only a pause, which takes
 * effect after the chunk. Without that internal the requests of one chunk are made and dropped.
 */
function stopParser(socket: Socket): void {
  if (!("parser" in socket)) return;
  const { parser } = socket;
  if (typeof parser === "object" && parser !== null && "onIncoming" in parser) {
    parser.onIncoming = () => parseNoFurther;
  }
}

/**
 * Closes the connection after a response to an incomplete request: the rest of its body could be taken for the next
 * request.
 */
export const closeUnread = createMiddleware<AppEnvironment>(async (context, next) => {
  await next();
  // A request within the process, as in tests, has no connection.
  const incoming = context.env?.incoming;
  if (incoming && !incoming.complete) context.header("Connection", "close");
});

/** Refuses a request with several `Host` headers (RFC 9112, 3.2), of which Node and a proxy may take different ones. */
export const requireOneHost = createMiddleware<AppEnvironment>(async (context, next) => {
  const hosts = context.env?.incoming?.headersDistinct.host ?? [];
  if (hosts.length <= 1) return next();
  return context.body(null, 400, { Connection: "close" });
});

/**
 * Responds while the server starts: the process is up (`/healthz`), every other request gets a 503 with `Retry-After`.
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
