import { mkdtempSync, rmSync } from "node:fs";
import { Agent, type IncomingMessage, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { buildWhenNeeded, findFreePort, ServerProcess } from "#tests/support/server-process.ts";

/** Sends requests at a steady pace over kept-alive connections, as the clients of a proxy do. */
class Load implements Disposable {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: maxAtOnce });
  readonly #timer: NodeJS.Timeout;
  readonly #origin: string;
  readonly lost: string[] = [];
  responseCount = 0;
  underWay = 0;
  #sent = 0;

  constructor(origin: string, perSecond: number) {
    this.#origin = origin;
    const begun = performance.now();
    this.#timer = setInterval(() => {
      const due = ((performance.now() - begun) / 1000) * perSecond;
      // A machine too slow for the pace gets fewer requests.
      while (this.#sent < due && this.underWay < maxAtOnce) this.#send();
    }, 5);
  }

  #send(): void {
    const path = loadPaths[this.#sent++ % loadPaths.length];
    const isPost = path === "/api/v1/vitals";
    this.underWay++;
    const sent = request(`${this.#origin}${path}`, {
      agent: this.#agent,
      method: isPost ? "POST" : "GET",
      headers: isPost ? { Origin: this.#origin, "Content-Type": "application/json" } : {},
    });
    const end = (error?: NodeJS.ErrnoException) => {
      this.underWay--;
      // A connection that was never made cannot lose a request.
      if (error && error.code !== "ECONNREFUSED") this.lost.push(`${path}: ${error.message}`);
    };
    sent.once("error", end);
    sent.once("response", (response: IncomingMessage) => {
      sent.off("error", end);
      sent.on("error", () => {});
      if ((response.statusCode ?? 500) >= 500) this.lost.push(`${path}: ${response.statusCode}`);
      response.resume();
      response.once("end", () => {
        this.responseCount++;
        end();
      });
      response.once("error", end);
    });
    sent.end(isPost ? "{}" : undefined);
  }

  /** Sends no more requests; those in flight continue. */
  end(): void {
    clearInterval(this.#timer);
  }

  [Symbol.dispose](): void {
    this.end();
    this.#agent.destroy();
  }
}

const maxAtOnce = 10;

const loadPaths = [
  "/tiles/places/5/17/11.mvt",
  "/api/v1/places",
  "/tiles/places/6/35/22.mvt",
  "/api/v1/vitals",
  "/locales/hu/translation.json",
  "/tiles/places/7/70/44.mvt",
  "/guide",
];

test.each([
  ["loses no request of 200 a second when it is stopped, and takes under two seconds", "1"],
  ["so do three processes on one port", "3"],
])(
  "%s",
  async (_, processes) => {
    buildWhenNeeded();
    await using stack = new AsyncDisposableStack();
    const dataDirectory = mkdtempSync(join(tmpdir(), "mosdo-stop-"));
    stack.defer(() => rmSync(dataDirectory, { recursive: true }));
    const server = new ServerProcess(await findFreePort(), {
      DATA_DIR: dataDirectory,
      GEO_PROVIDER: "embedded",
      LOG_LEVEL: "info",
      WEB_CONCURRENCY: processes,
    });
    stack.defer(async () => void (await server.stop()));
    const isReady = () => server.output.match(/is ready at/g)?.length === Number(processes);
    await expect.poll(isReady, { timeout: 60_000 }).toBe(true);
    using load = new Load(server.origin, 200);
    await expect.poll(() => load.responseCount, { timeout: 30_000 }).toBeGreaterThan(100);
    // Work left over from the first seconds would keep connections waiting in the port's queue.
    await expect.poll(() => load.underWay, { timeout: 30_000, interval: 20 }).toBeLessThan(5);
    const countBefore = load.responseCount;
    await delay(500);
    const perSecond = 2 * (load.responseCount - countBefore);
    const countAtStop = load.responseCount;
    const begun = performance.now();
    server.child.kill("SIGTERM");
    let countUnready: number | null = null;
    let lastResponse: Response | null = null;
    while (!server.hasExited) {
      const response = await fetch(`${server.origin}/readyz`).catch(() => null);
      if (response?.status === 503) {
        countUnready ??= load.responseCount;
        lastResponse = response;
      }
      await delay(20);
    }
    const stopMs = Math.round(performance.now() - begun);
    load.end();
    await expect.poll(() => load.underWay).toBe(0);
    const responseCount = load.responseCount - countAtStop;
    console.log(
      `server: stopped ${stopMs} ms after SIGTERM at ${perSecond} requests a second, ${responseCount} requests answered meanwhile, ${load.lost.length} lost`,
    );
    expect(await server.exitCode()).toBe(0);
    // Not ready, and still serving: balancers have time to see it.
    expect(countUnready).not.toBeNull();
    expect(load.responseCount).toBeGreaterThan(countUnready ?? 0);
    expect(lastResponse?.headers.get("Connection")).toBe("close");
    // On a machine that cannot keep the pace, connections wait in the port's queue all the time, and requests are lost
    // because of the machine: such a run proves nothing, and fails.
    expect(perSecond).toBeGreaterThanOrEqual(150);
    expect(load.lost).toEqual([]);
    expect(stopMs).toBeLessThan(2_000);
  },
  180_000,
);
