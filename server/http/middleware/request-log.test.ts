import { once } from "node:events";
import { createServer, get } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { pino } from "pino";
import { expect, it, onTestFinished, vi } from "vitest";
import { ConcurrencyLimiter } from "#server/concurrency/concurrency-limiter.ts";
import type { AppEnvironment } from "#server/http/app-environment.ts";
import { failureResponse } from "#server/http/failure-response.ts";
import { limitConcurrency } from "./limit-concurrency.ts";
import { requestLog } from "./request-log.ts";

const info = 30;
const error = 50;

/** A server that listens, a function that sends a request to it, and its log. */
async function serve(add: (app: Hono<AppEnvironment>) => void) {
  const lines: object[] = [];
  const log = pino({}, { write: (line: string) => lines.push(JSON.parse(line)) });
  const app = new Hono<AppEnvironment>();
  app.use(requestLog({ log }));
  app.use((context, next) => {
    const { headers } = context.req.raw;
    context.set("client", { headers, clientAddress: "192.0.2.1", language: "en" });
    return next();
  });
  add(app);
  app.onError((failure, context) => failureResponse(context, failure, { log, what: "failed" }));
  const server = createServer(getRequestListener(app.fetch)).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const send = (path: string) => {
    const request = get({ host: "127.0.0.1", port, path, agent: false });
    request.on("error", () => {});
    request.on("response", (handler) => handler.resume());
    return request;
  };
  return { ask: send, lines };
}

/** Goes on when the client of a request has gone. */
async function untilGone({ signal }: Request): Promise<void> {
  if (!signal.aborted) await once(signal, "abort");
}

it("counts a request with its user agent and destination", async () => {
  const counted: object[] = [];
  const app = new Hono<AppEnvironment>();
  const log = pino({ level: "silent" });
  app.use(requestLog({ log, count: (request) => void counted.push(request) }));
  app.get("/places/7", (context) => context.text("a place"));
  await app.request("/places/7?lang=en", {
    headers: { "User-Agent": "Firefox", "Sec-Fetch-Dest": "document" },
  });
  expect(counted).toEqual([
    {
      ...{ method: "GET", path: "/places/7", status: 200, seconds: expect.any(Number) },
      ...{ userAgent: "Firefox", destination: "document" },
    },
  ]);
});

it("logs a broken response as an error, without the query", async () => {
  const { ask: send, lines } = await serve((app) =>
    app.get("/", (context) => context.body(null, 500)),
  );
  await once(send("/?place=1"), "response");
  expect(lines).toMatchObject([{ level: error, method: "GET", path: "/", status: 500 }]);
});

it.each<[string, (request: Request) => Promise<Response>]>([
  [
    "answers 500, as the router does to a page of which the loading was given up",
    (request) => untilGone(request).then(() => new Response(null, { status: 500 })),
  ],
  [
    "throws",
    (request) =>
      untilGone(request).then(() => {
        throw new Error("given up");
      }),
  ],
])(
  "logs a client that has gone as that and not as an error, where the call %s",
  async (_, call) => {
    const begun = Promise.withResolvers<void>();
    const { ask: send, lines } = await serve((app) => {
      app.get("/_.data", (context) => {
        begun.resolve();
        return call(context.req.raw);
      });
    });
    const request = send("/_.data");
    await begun.promise;
    request.destroy();
    const gone = { level: info, msg: "request", method: "GET", path: "/_.data", status: 499 };
    await vi.waitFor(() => expect(lines.at(-1)).toMatchObject(gone), 20_000);
    expect(lines.every((line) => "level" in line && line.level === info)).toBe(true);
  },
);

it("logs a client that has gone while its request was queued", async () => {
  const limiter = new ConcurrencyLimiter({
    task: "tests",
    maxRunning: 1,
    maxQueued: 9,
    maxWaitMs: 60_000,
  });
  const work = Promise.withResolvers<void>();
  const first = limiter.run(() => work.promise);
  const reached = vi.fn();
  const begun = Promise.withResolvers<void>();
  const { ask: send, lines } = await serve((app) => {
    app.use(async (_, next) => {
      const pending = next();
      begun.resolve();
      await pending;
    });
    app.get("/places", limitConcurrency(limiter), (context) => {
      reached();
      return context.text("list");
    });
  });
  const request = send("/places");
  await begun.promise;
  request.destroy();
  await vi.waitFor(() => expect(lines).toHaveLength(1), 20_000);
  expect(lines).toMatchObject([{ level: info, path: "/places", status: 499 }]);
  work.resolve();
  await first;
  expect(reached).not.toHaveBeenCalled();
});
