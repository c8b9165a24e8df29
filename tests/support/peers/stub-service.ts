import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

/** A request as the stub has received it. */
export interface StubRequest {
  readonly method: string;
  /** The path without the query, as it was sent. */
  readonly path: string;
  readonly query: Record<string, string>;
  readonly headers: IncomingMessage["headers"];
  /** Parsed where it is JSON, else the text. */
  readonly body: unknown;
  /** Time of its arrival, by `performance.now()`. */
  readonly atMs: number;
}

/** Response; null leaves the request without one until the stub is closed. */
export type StubResponse = {
  readonly status?: number;
  readonly json?: unknown;
  readonly text?: string;
  readonly bytes?: Uint8Array;
  readonly type?: string;
  /** Where it redirects to. */
  readonly location?: string;
} | null;

export interface StubService extends AsyncDisposable {
  readonly url: string;
  /** In the order of their arrival. */
  readonly requests: StubRequest[];
  answer: (request: StubRequest) => StubResponse;
}

/** Stub of a service on another host: responds as configured, and records its requests. */
export async function startStubService(
  answer: (request: StubRequest) => StubResponse = () => null,
): Promise<StubService> {
  const requests: StubRequest[] = [];
  const server = createServer(async (incoming, response) => {
    const request = await readRequest(incoming);
    requests.push(request);
    send(response, stub.answer(request));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const stub: StubService = {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    answer,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  return stub;
}

async function readRequest(incoming: IncomingMessage): Promise<StubRequest> {
  const atMs = performance.now();
  let text = "";
  for await (const chunk of incoming) text += chunk;
  const [path, search = ""] = (incoming.url ?? "").split("?");
  const isJson = incoming.headers["content-type"]?.startsWith("application/json");
  return {
    method: incoming.method ?? "",
    path,
    query: Object.fromEntries(new URLSearchParams(search)),
    headers: incoming.headers,
    body: isJson ? JSON.parse(text) : text,
    atMs,
  };
}

function send(response: ServerResponse, answer: StubResponse): void {
  if (answer === null) return;
  const { status = 200, json, text, bytes } = answer;
  const type = answer.type ?? (json === undefined ? "text/plain" : "application/json");
  const headers = answer.location === undefined ? {} : { Location: answer.location };
  response.writeHead(status, { "Content-Type": type, ...headers });
  response.end(bytes ?? text ?? JSON.stringify(json));
}
