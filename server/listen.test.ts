import { once } from "node:events";
import { createServer, get, type IncomingMessage } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { listen, ServerStop } from "./listen.ts";

let server: ReturnType<typeof createServer>;
let stop: ServerStop;
/** Ends the request in flight. */
let requestEnd: PromiseWithResolvers<void>;

beforeEach(async () => {
  requestEnd = Promise.withResolvers();
  server = createServer((_, response) => void requestEnd.promise.then(() => response.end("whole")));
  // Longer than any test: waiting for the request would not end.
  stop = new ServerStop(server, { drainMs: 0, requestTimeoutMs: 3_600_000 });
  await listen(server, { port: 0, host: "127.0.0.1" });
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const port = () => (server.address() as AddressInfo).port;

test("a stop waits for the request in flight, whose response has Connection: close", async () => {
  const received = once(get({ port: port(), host: "127.0.0.1" }), "response");
  await once(server, "request");
  const order: string[] = [];
  const stopped = stop.stop().then(() => order.push("stopped"));
  expect(stop.isStopping).toBe(true);
  await expect.poll(() => server.listening).toBe(false);
  requestEnd.resolve();
  const [response]: IncomingMessage[] = await received;
  expect(response.headers.connection).toBe("close");
  let text = "";
  for await (const part of response) text += part;
  order.push(text);
  await stopped;
  expect(order).toEqual(["whole", "stopped"]);
});

test("a stopping server still accepts a connection, so that balancers see that it is not ready", async () => {
  requestEnd.resolve();
  const stopped = new ServerStop(server, { drainMs: 0, requestTimeoutMs: 1 }).stop(3_000);
  const [response]: IncomingMessage[] = await once(
    get({ port: port(), host: "127.0.0.1" }),
    "response",
  );
  expect(response.statusCode).toBe(200);
  response.resume();
  await stopped;
});

test("a stop does not wait for a silent connection", async () => {
  const silent = connect(port(), "127.0.0.1");
  silent.on("error", () => {});
  await once(server, "connection");
  const closed = once(silent, "close");
  await stop.stop();
  await closed;
});

test("a stop cuts a request that takes longer than its limit", async () => {
  const impatient = new ServerStop(server, { drainMs: 0, requestTimeoutMs: 1 });
  const request = get({ port: port(), host: "127.0.0.1" });
  const cut = once(request, "error");
  await once(server, "request");
  await impatient.stop();
  expect(await cut).toMatchObject([{ code: "ECONNRESET" }]);
});

test("a taken port is reported in one line", async () => {
  const other = createServer();
  await expect(listen(other, { port: port(), host: "127.0.0.1" })).rejects.toThrow(
    /^Cannot listen on port \d+ \(EADDRINUSE\)/,
  );
});
