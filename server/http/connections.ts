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
 * Maximum number of requests of one connection that wait for their answer. Browsers and proxies
 * send the next one when they have the answer; the second is for an answer whose end the server has
 * not noticed yet.
 */
const maxUnanswered = 2;

/** A connection that has sent more than this beyond them is cut at once, without the answers it waits for. */
const maxDropped = 32;

/**
 * Maximum number of connections; further ones are closed as they come, since each takes memory
 * before its first request.
 */
const maxConnections = 5_000;

/** Longest time that a proxy of our own usually keeps an idle connection. */
const proxyKeepAliveMs = 60 * second;

/**
 * Time limits of a connection: on a request's head, on a request with its body, on a connection where
 * nothing moves, and on one that waits for its next request.
 *
 * @param trustedProxies with proxies of our own in front, the server is not the first to close a
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

/** Puts the limits that Node takes no options for on a server. */
export function limitConnections(server: Server): void {
  server.maxConnections = maxConnections;
  server.timeout = 60 * second;
}

/**
 * Limits the requests of a connection: of those that it sends without waiting for answers, the
 * first two are answered, the second with `Connection: close`, and the rest are dropped; where
 * these are many, the connection is cut. Node itself begins every request of a piece that has
 * arrived, hundreds at once, and keeps all of them until the connection ends (docs/decisions/016).
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

/** Reads nothing more from the connection, and closes it when its answers have been sent. */
function closeAfter(socket: Socket, unanswered: ReadonlySet<ServerResponse>): void {
  socket.pause();
  stopParser(socket);
  const last = [...unanswered].at(-1);
  // Always there: what is owed is why the connection is closed.
  if (!last) return;
  // A head that has been sent can no longer get the header.
  last.shouldKeepAlive = false;
  last.once("close", () => socket.destroySoon());
}

/** Return value by which the parser stops: the answer to the head of an upgrade. */
const parseNoFurther = 2;

/**
 * Stops Node's parser in the middle of the piece that it is at. That is an inner part of Node, which has
 * no public way: a pause takes effect after the piece. Where a later Node has no such part, the requests
 * of one piece are made and dropped, which costs memory for a moment.
 */
function stopParser(socket: Socket): void {
  if (!("parser" in socket)) return;
  const { parser } = socket;
  if (typeof parser === "object" && parser !== null && "onIncoming" in parser) {
    parser.onIncoming = () => parseNoFurther;
  }
}

/**
 * Closes the connection after an answer to a request of which not all has come, such as one that is too large: the
 * rest of its body, or the next request, would be taken for the other.
 */
export const closeUnread = createMiddleware<AppEnvironment>(async (context, next) => {
  await next();
  // A request within the process, as in tests, has no connection.
  const incoming = context.env?.incoming;
  if (incoming && !incoming.complete) context.header("Connection", "close");
});
