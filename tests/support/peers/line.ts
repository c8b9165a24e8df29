import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { pipeline } from "node:stream";

/** Treatment of a request on the line: it passes, or its connection is cut. */
export type LineState = "passing" | "cut";

/** The line between a browser and a server: it can be cut, and it can respond instead of the server. */
export class Line implements AsyncDisposable {
  state: LineState = "passing";
  /** Method and URL of the requests that have passed. */
  readonly seen: string[] = [];
  /** Bodies by path that replace the server's. */
  readonly instead = new Map<string, (body: string) => string>();
  readonly #server = createServer((incoming, outgoing) => this.#take(incoming, outgoing));
  readonly #sockets = new Set<Socket>();
  #to: number;

  private constructor(to: number) {
    this.#to = to;
    this.#server.on("connection", (socket) => {
      this.#sockets.add(socket);
      socket.on("close", () => this.#sockets.delete(socket));
    });
  }

  /** @param to port of the server */
  static async lay(to: number): Promise<Line> {
    const line = new Line(to);
    line.#server.listen(0, "localhost");
    await once(line.#server, "listening");
    return line;
  }

  /** Origin for the browser. */
  get origin(): string {
    return `http://localhost:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Cuts the requests in flight, and all from now on. */
  cut(): void {
    this.state = "cut";
    for (const socket of this.#sockets) socket.destroy();
  }

  #take(incoming: IncomingMessage, outgoing: ServerResponse): void {
    if (this.state === "cut") incoming.socket.destroy();
    else this.#pass(incoming, outgoing);
  }

  #pass(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { method, url: path = "", headers } = incoming;
    this.seen.push(`${method} ${path}`);
    const change = this.instead.get(path);
    const sent = change ? { ...headers, "accept-encoding": "identity" } : headers;
    const passed = request({ port: this.#to, host: "localhost", method, path, headers: sent });
    passed.on("error", () => outgoing.headersSent || outgoing.writeHead(502).end());
    passed.on("response", async (response) => {
      if (!change) {
        outgoing.writeHead(response.statusCode ?? 502, response.rawHeaders);
        pipeline(response, outgoing, () => {});
        return;
      }
      // The browser may have navigated to another page meanwhile, which destroys the response.
      const parts = await response.toArray().catch(() => null);
      if (parts === null) return;
      const body = change(parts.join(""));
      const { "content-length": _, etag: __, ...stored } = response.headers;
      outgoing.writeHead(response.statusCode ?? 502, stored).end(body);
    });
    outgoing.on("close", () => passed.destroy());
    pipeline(incoming, passed, () => {});
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }
}
