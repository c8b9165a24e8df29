import { once } from "node:events";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { Server as NetServer, type Socket } from "node:net";
import { setTimeout as delay, setImmediate as nextTurn } from "node:timers/promises";

interface ListenOptions {
  readonly port: number;
  /** Null for all addresses. */
  readonly host: string | null;
  /** Whether other processes of the server listen there too (`SO_REUSEPORT`, Linux). */
  readonly reusePort?: boolean;
}

/** Opens the port; rejects with one clear line where it is in use or not allowed. */
export async function listen(
  server: NetServer,
  { port, host, reusePort }: ListenOptions,
): Promise<void> {
  server.listen({ port, reusePort, ...(host !== null && { host }) });
  try {
    await once(server, "listening");
  } catch (cause) {
    const reason = cause instanceof Error && "code" in cause ? String(cause.code) : "unknown";
    throw new Error(`Cannot listen on port ${port} (${reason}). Set PORT or HOST.`, { cause });
  }
}

/**
 * Time in which a connection may still send a request, from the closing of the port or its last response, which has
 * `Connection: close`.
 */
const idleMs = 300;

/** Total time for all connections, so that one that keeps sending last requests ends too. */
const maxIdleMs = 1_000;

const pollMs = 20;

/** Longest tick of the event loop that counts as quiet. */
const quietTickMs = 0.2;

/** Longest wait for a quiet moment to close the port. */
const quietMomentMs = 1_000;

interface StopLimits {
  /** Time in which a stopping server still accepts requests, so that a load balancer sees that it is not ready. */
  readonly drainMs: number;
  /** Longest wait for requests in flight before their connections are cut. */
  readonly requestTimeoutMs: number;
}

const usualLimits: StopLimits = { drainMs: 500, requestTimeoutMs: 5_000 };

/** State of an open connection. */
interface OpenConnection {
  /** Number of requests in flight. */
  requests: number;
  /** Bytes read when the last response ended; more than these mean that a request is arriving. */
  readBytes: number;
  /** Time of its opening or of the end of its last response; by `performance.now()`. */
  quietSinceMs: number;
}

/** Stop of a server without losing a request; it follows the server's connections from the start. */
export class ServerStop {
  readonly #server: Server;
  readonly #limits: StopLimits;
  readonly #connections = new Map<Socket, OpenConnection>();
  readonly #answers = new Set<ServerResponse>();
  #isStopping = false;
  #isClosed = false;

  constructor(server: Server, limits = usualLimits) {
    this.#server = server;
    this.#limits = limits;
    server.on("connection", (socket) => this.#open(socket));
    server.prependListener("request", (request, response) => this.#begin(request, response));
  }

  /** Whether the server is stopping, so that a load balancer should send it nothing more. */
  get isStopping(): boolean {
    return this.#isStopping;
  }

  /**
   * Stops the server. For half a second, and the given delay, it still serves every request; then it accepts no more
   * connections, sends each response as the last of its connection, and waits five seconds at most.
   *
   * Connections end only after the port is closed: clients that had to open new ones before would fill the port's queue
   * at that moment, and the connections in it are lost.
   */
  async stop(delayMs = 0): Promise<void> {
    this.#isStopping = true;
    await delay(this.#limits.drainMs + delayMs);
    await this.#quietMoment();
    // An HTTP server's own `close` would also close connections on which a request is on its way.
    NetServer.prototype.close.call(this.#server);
    this.#isClosed = true;
    const closedAtMs = performance.now();
    for (const response of this.#answers) announceEnd(response);
    while (this.#connections.size > 0) {
      const waitedMs = performance.now() - closedAtMs;
      if (waitedMs > this.#limits.requestTimeoutMs) this.#destroyWhere(() => true);
      else if (waitedMs > maxIdleMs) this.#destroyWhere(isIdle);
      else if (waitedMs > idleMs) this.#destroyWhere(isLongIdle);
      await delay(pollMs);
      await nextTurn();
    }
  }

  #open(socket: Socket): void {
    this.#connections.set(socket, { requests: 0, readBytes: 0, quietSinceMs: performance.now() });
    socket.once("close", () => this.#connections.delete(socket));
  }

  #begin({ socket }: IncomingMessage, response: ServerResponse): void {
    const connection = this.#connections.get(socket);
    if (connection) connection.requests++;
    this.#answers.add(response);
    if (this.#isClosed) announceEnd(response);
    response.once("close", () => {
      this.#answers.delete(response);
      if (!connection) return;
      connection.requests--;
      connection.readBytes = socket.bytesRead;
      connection.quietSinceMs = performance.now();
    });
  }

  /**
   * Waits for a short tick of the event loop without a new connection: closing a port resets the connections in its
   * queue, and after such a tick there is none. An overloaded server has no such tick; the wait is bounded.
   */
  async #quietMoment(): Promise<void> {
    let hasCome = false;
    const come = () => {
      hasCome = true;
    };
    this.#server.on("connection", come);
    const latestMs = performance.now() + quietMomentMs;
    for (let isQuiet = false; !isQuiet && performance.now() < latestMs; ) {
      hasCome = false;
      const begunMs = performance.now();
      await nextTurn();
      isQuiet = !hasCome && performance.now() - begunMs < quietTickMs;
    }
    this.#server.off("connection", come);
  }

  #destroyWhere(which: (socket: Socket, connection: OpenConnection) => boolean): void {
    for (const [socket, connection] of this.#connections) {
      if (which(socket, connection)) socket.destroy();
    }
  }
}

function isIdle(socket: Socket, { requests, readBytes }: OpenConnection): boolean {
  return requests === 0 && socket.bytesRead === readBytes;
}

function isLongIdle(socket: Socket, connection: OpenConnection): boolean {
  return isIdle(socket, connection) && performance.now() - connection.quietSinceMs > idleMs;
}

function announceEnd(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader("Connection", "close");
}
