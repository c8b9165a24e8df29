import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import type { EmbeddedConnection } from "#server/database/embedded/embedded-server.ts";

/**
 * Treatment of connections: `pass` forwards them to PostgreSQL, `refuse` is a host on which nothing listens, `reset`
 * cuts every connection, and `swallow` is an unresponsive host: it accepts every byte and sends none. All but `pass`
 * also fall on the connections that are open, and those never recover.
 */
export type ProxyMode = "pass" | "swallow" | "refuse" | "reset";

/** A TCP port that forwards to PostgreSQL's socket: a database 'on another host' that can become unavailable. */
export class DatabaseProxy implements AsyncDisposable {
  readonly #upstream: EmbeddedConnection;
  readonly #server: Server;
  readonly #pairs = new Set<{ near: Socket; far: Socket | null }>();
  readonly port: number;
  #mode: ProxyMode = "pass";

  static async start(upstream: EmbeddedConnection): Promise<DatabaseProxy> {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    return new DatabaseProxy(upstream, server);
  }

  private constructor(upstream: EmbeddedConnection, server: Server) {
    this.#upstream = upstream;
    this.#server = server;
    this.port = (server.address() as AddressInfo).port;
    server.on("connection", (near) => this.#accept(near));
  }

  /** For `pg`: a TCP connection to the same database. */
  get connection() {
    const { user, database } = this.#upstream;
    return { host: "127.0.0.1", port: this.port, user, database };
  }

  /** The same as a `DATABASE_URL`. */
  get url(): string {
    const { host, port, user, database } = this.connection;
    return `postgres://${user}@${host}:${port}/${database}`;
  }

  /** Number of open connections. */
  get count(): number {
    return this.#pairs.size;
  }

  async set(mode: ProxyMode): Promise<void> {
    this.#mode = mode;
    if (mode === "refuse") this.#server.close();
    else if (!this.#server.listening) {
      this.#server.listen(this.port, "127.0.0.1");
      await once(this.#server, "listening");
    }
    for (const pair of this.#pairs) {
      if (mode === "refuse" || mode === "reset") pair.near.resetAndDestroy();
      if (mode === "swallow") this.#silence(pair);
    }
  }

  #accept(near: Socket): void {
    if (this.#mode === "reset") {
      near.resetAndDestroy();
      return;
    }
    const { host } = this.#upstream;
    const far = this.#mode === "pass" ? connect(join(host, ".s.PGSQL.5432")) : null;
    const pair = { near, far };
    this.#pairs.add(pair);
    near.on("error", () => {});
    near.on("close", () => {
      far?.destroy();
      this.#pairs.delete(pair);
    });
    far?.on("error", () => near.resetAndDestroy());
    far?.on("close", () => {
      // An unresponsive host does not close connections.
      if (this.#mode !== "swallow") near.destroy();
    });
    if (far) {
      near.pipe(far);
      far.pipe(near);
    } else near.resume();
  }

  #silence({ near, far }: { near: Socket; far: Socket | null }): void {
    near.unpipe();
    far?.unpipe();
    near.resume();
    far?.resume();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = this.#server.listening ? once(this.#server, "close") : null;
    this.#server.close();
    for (const { near } of this.#pairs) near.destroy();
    await closed;
  }
}
