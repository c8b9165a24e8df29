import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { connectionTimes, limitConnections, limitPending } from "./connections.ts";

const open: { server: Server; socket: Socket }[] = [];

afterEach(() => {
  for (const { server, socket } of open.splice(0)) {
    socket.destroy();
    server.closeAllConnections();
    server.close();
  }
});

/** A server that responds by path, and a connection to it that records the responses. */
async function serve(handler: (path: string, response: ServerResponse) => void) {
  const begun: string[] = [];
  const server = createServer(
    limitPending(({ url = "" }, response) => {
      begun.push(url);
      handler(url, response);
    }),
  );
  const responses: ServerResponse[] = [];
  server.on("request", (_, response) => responses.push(response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  open.push({ server, socket });
  let received = "";
  socket.on("data", (chunk) => {
    received += chunk;
  });
  socket.on("error", () => {});
  const send = (...paths: string[]) =>
    socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`).join(""));
  return { begun, ask: send, socket, received: () => received, answers: responses };
}

const bodies = (received: string) => received.match(/<[^>]*>/g) ?? [];
const later = (path: string, response: ServerResponse) =>
  void delay(30).then(() => response.end(`<${path}>`));
const numbered = (count: number) => Array.from({ length: count }, (_, n) => `/${n + 1}`);

describe("limitUnanswered", () => {
  it("responds to two requests that come at once, and leaves the connection open", async () => {
    const { ask: send, received, socket } = await serve(later);
    send("/1", "/2");
    await expect.poll(() => bodies(received())).toEqual(["</1>", "</2>"]);
    expect(received()).not.toMatch(/connection: close/i);
    send("/3");
    await expect.poll(() => bodies(received())).toHaveLength(3);
    expect(socket.closed).toBe(false);
  });

  it.each([3, 20])("responds to two of %i, in order, and closes the connection", async (count) => {
    const { ask: send, begun, received, socket } = await serve(later);
    send(...numbered(count));
    await once(socket, "close");
    expect(begun).toEqual(["/1", "/2"]);
    expect(bodies(received())).toEqual(["</1>", "</2>"]);
    expect(received().match(/connection: close/gi)).toHaveLength(1);
  });

  it("reads no further when one too many has come: of thousands, a handful is made", async () => {
    const { ask: send, begun, received, socket, answers: responses } = await serve(later);
    send(...numbered(5_000));
    await once(socket, "close");
    expect(begun).toEqual(["/1", "/2"]);
    expect(bodies(received())).toEqual(["</1>", "</2>"]);
    expect(responses).toHaveLength(3);
  });

  it("counts requests without a response, whatever the chunks", async () => {
    const {
      ask: send,
      begun,
      socket,
    } = await serve((path, response) => {
      if (path !== "/1") response.end();
    });
    for (const path of numbered(5)) {
      send(path);
      await delay(20);
    }
    expect(begun).toEqual(["/1", "/2"]);
    expect(socket.closed).toBe(false);
  });

  it("tells every response that its connection has ended, also the queued ones", async () => {
    const ended: string[] = [];
    const {
      ask: send,
      begun,
      socket,
      answers: responses,
    } = await serve((path, response) => {
      response.on("close", () => ended.push(path));
    });
    send("/1", "/2", "/3");
    await expect.poll(() => begun).toHaveLength(2);
    const dropped = once(responses[2], "close");
    socket.destroy();
    await dropped;
    expect(ended.sort()).toEqual(["/1", "/2"]);
  });

  it("serves any number one after the other", async () => {
    const { ask: send, received } = await serve((path, response) => response.end(`<${path}>`));
    for (let n = 1; n <= 50; n++) {
      send(`/${n}`);
      await expect.poll(() => bodies(received()).length, { interval: 1 }).toBe(n);
    }
    expect(received()).not.toMatch(/connection: close/i);
  });

  it("closes after a response that has begun before there were too many", async () => {
    const {
      ask: send,
      received,
      socket,
      answers: responses,
    } = await serve((path, response) => {
      response.write(`<${path}>`);
    });
    send("/1", "/2");
    await expect.poll(() => responses.length).toBe(2);
    send("/3");
    await expect.poll(() => responses.length).toBe(3);
    const closed = once(socket, "close");
    for (const response of responses.slice(0, 2)) response.end();
    await closed;
    expect(bodies(received())).toEqual(["</1>", "</2>"]);
  });
});

describe("the limits of a server's connections", () => {
  it("bound how many there are and how long each takes", () => {
    const server = createServer(connectionTimes({ trustedProxies: { count: 0, networks: [] } }));
    limitConnections(server);
    expect(server.maxConnections).toBe(5_000);
    expect(server.headersTimeout).toBe(15_000);
    expect(server.requestTimeout).toBe(60_000);
    expect(server.timeout).toBe(60_000);
    expect(server.keepAliveTimeout).toBe(5_000);
  });

  it("keep a connection of a trusted proxy longer than the proxy does", () => {
    expect(
      connectionTimes({ trustedProxies: { count: 1, networks: [] } }).keepAliveTimeout,
    ).toBeGreaterThan(60_000);
  });
});
