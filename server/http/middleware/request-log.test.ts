import { once } from "node:events";
import { createServer, get } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { pino } from "pino";
import { expect, it, onTestFinished, vi } from "vitest";
import { answerFailure } from "#server/http/answer-failure.ts";
import type { AppEnvironment } from "#server/http/app-environment.ts";
import { TurnQueue } from "#server/turns/turn-queue.ts";
import { requestLog } from "./request-log.ts";
import { takeTurns } from "./take-turns.ts";

const info = 30;
const error = 50;

/** A server that listens, with a way to ask it something, and what it logs. */
async function serve(add: (app: Hono<AppEnvironment>) => void) {
  const lines: object[] = [];
  const log = pino({}, { write: (line: string) => lines.push(JSON.parse(line)) });
  const app = new Hono<AppEnvironment>();
  app.use(requestLog({ log }));
  app.use((context, next) => {
    const { headers } = context.req.raw;
    context.set("caller", { headers, clientAddress: "192.0.2.1", language: "en" });
    return next();
  });
  add(app);
  app.onError((failure, context) => answerFailure(context, failure, { log, what: "failed" }));
  const server = createServer(getRequestListener(app.fetch)).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const ask = (path: string) => {
    const request = get({ host: "127.0.0.1", port, path, agent: false });
    request.on("error", () => {});
    request.on("response", (answer) => answer.resume());
    return request;
  };
  return { ask, lines };
}

/** Goes on when the client of a request has gone. */
async function untilGone({ signal }: Request): Promise<void> {
  if (!signal.aborted) await once(signal, "abort");
}

it("logs a broken answer as an error, without what was asked for", async () => {
  const { ask, lines } = await serve((app) => app.get("/", (context) => context.body(null, 500)));
  await once(ask("/?place=1"), "response");
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
    const reached = Promise.withResolvers<void>();
    const { ask, lines } = await serve((app) => {
      app.get("/_.data", (context) => {
        reached.resolve();
        return call(context.req.raw);
      });
    });
    const request = ask("/_.data");
    await reached.promise;
    request.destroy();
    const gone = { level: info, msg: "request", method: "GET", path: "/_.data", status: 499 };
    await vi.waitFor(() => expect(lines.at(-1)).toMatchObject(gone));
    expect(lines.every((line) => "level" in line && line.level === info)).toBe(true);
  },
);

it("logs a client that has gone while it waited for its turn", async () => {
  const turns = new TurnQueue({ task: "tests", atOnce: 1, waiting: 9, waitMs: 60_000 });
  const held = Promise.withResolvers<void>();
  const first = turns.run(() => held.promise);
  const reached = vi.fn();
  const waits = Promise.withResolvers<void>();
  const { ask, lines } = await serve((app) => {
    app.use((_, next) => {
      const call = next();
      waits.resolve();
      return call;
    });
    app.get("/places", takeTurns(turns), (context) => {
      reached();
      return context.text("list");
    });
  });
  const request = ask("/places");
  await waits.promise;
  request.destroy();
  await vi.waitFor(() => expect(lines).toHaveLength(1));
  expect(lines).toMatchObject([{ level: info, path: "/places", status: 499 }]);
  held.resolve();
  await first;
  expect(reached).not.toHaveBeenCalled();
});
