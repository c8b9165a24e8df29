import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import type { IpRange } from "#server/config/settings.ts";
import { proxiesOf, servicesWith } from "#tests/support/services/stand-ins.ts";
import type { AppEnvironment } from "./app-environment.ts";
import { getMetrics, metricsReaders } from "./get-metrics.ts";

const thisMachine: IpRange[] = [
  { address: "127.0.0.1", prefix: 32 },
  { address: "::1", prefix: 128 },
];

interface MetricsRequest {
  readonly from: string | undefined;
  readonly forwardedFor?: string;
  /** Whether another header shows that the request was forwarded. */
  readonly isForwarded?: boolean;
}

function mayRead(allowed: IpRange[], count: number, request: MetricsRequest): boolean {
  const { from, forwardedFor, isForwarded = false } = request;
  return metricsReaders(
    allowed,
    proxiesOf(count === 0 ? "off" : `${count}`),
  )({
    socketAddress: from,
    forwardedFor,
    isForwarded: isForwarded || forwardedFor !== undefined,
  });
}

describe("metricsReaders", () => {
  it.each<[string, number, string, boolean]>([
    ["127.0.0.1", 32, "127.0.0.1", true],
    ["127.0.0.1", 32, "127.0.0.2", false],
    ["127.0.0.1", 32, "::ffff:127.0.0.1", true],
    ["127.0.0.1", 32, "::ffff:7f00:1", true],
    ["127.0.0.1", 32, "::ffff:127.0.0.2", false],
    ["127.0.0.1", 32, "::1", false],
    ["::1", 128, "::1", true],
    ["::1", 128, "0:0:0:0:0:0:0:1", true],
    ["::1", 128, "::2", false],
    ["10.1.0.0", 16, "10.1.0.0", true],
    ["10.1.0.0", 16, "10.1.255.255", true],
    ["10.1.0.0", 16, "10.0.255.255", false],
    ["10.1.0.0", 16, "10.2.0.0", false],
    ["10.1.0.0", 16, "::ffff:10.1.255.255", true],
    ["10.1.2.3", 16, "10.1.9.9", true],
    ["10.0.0.4", 30, "10.0.0.7", true],
    ["10.0.0.4", 30, "10.0.0.8", false],
    ["0.0.0.0", 0, "203.0.113.9", true],
    ["0.0.0.0", 0, "2001:db8::1", false],
    ["2001:db8:ff00::", 40, "2001:db8:ffff:ffff::1", true],
    ["2001:db8:ff00::", 40, "2001:db8:fe00::1", false],
    ["fe80::", 10, "fe80::1%eth0", true],
    ["::", 0, "unknown", false],
  ])("%s/%i and %s: %s", (address, prefix, from, expected) => {
    expect(mayRead([{ address, prefix }], 0, { from })).toBe(expected);
  });

  it("allows no one where the list is empty, nor a request without a connection", () => {
    expect(mayRead([], 0, { from: "127.0.0.1" })).toBe(false);
    expect(mayRead(thisMachine, 0, { from: undefined })).toBe(false);
  });

  it("refuses what an untrusted proxy on this machine forwards, by any of its headers", () => {
    const from = "127.0.0.1";
    expect(mayRead(thisMachine, 0, { from, forwardedFor: "203.0.113.9" })).toBe(false);
    expect(mayRead(thisMachine, 0, { from, forwardedFor: "127.0.0.1" })).toBe(false);
    expect(mayRead(thisMachine, 0, { from, isForwarded: true })).toBe(false);
    expect(mayRead(thisMachine, 1, { from, isForwarded: true })).toBe(false);
    const proxy = [{ address: "10.0.0.5", prefix: 32 }];
    expect(mayRead(proxy, 0, { from: "10.0.0.5", forwardedFor: "203.0.113.9" })).toBe(false);
    expect(mayRead(proxy, 0, { from: "10.0.0.5" })).toBe(true);
  });

  it("accepts the address that a trusted proxy saw, but never for this machine's", () => {
    const monitor = [...thisMachine, { address: "10.0.0.5", prefix: 32 }];
    const from = "127.0.0.1";
    expect(mayRead(monitor, 1, { from, forwardedFor: "10.0.0.5" })).toBe(true);
    expect(mayRead(monitor, 1, { from, forwardedFor: "10.0.0.5, 203.0.113.9" })).toBe(false);
    expect(mayRead(monitor, 2, { from, forwardedFor: "10.0.0.5, 203.0.113.9" })).toBe(true);
    for (const forwardedFor of ["127.0.0.1", "::1", "::ffff:127.0.0.1", "127.9.9.9", ""])
      expect(mayRead(monitor, 1, { from: "203.0.113.9", forwardedFor })).toBe(false);
    expect(mayRead(monitor, 1, { from, forwardedFor: "" })).toBe(false);
    // A monitor on this machine requests without the proxy.
    expect(mayRead(monitor, 1, { from })).toBe(true);
  });
});

describe("getMetrics", () => {
  function createApp(metricsAllow: IpRange[]) {
    const app = new Hono<AppEnvironment>();
    const operator = { metricsAllow, metrics: async () => "a 1\n" };
    app.get("/metrics", getMetrics(servicesWith({ operator, trustedProxies: proxiesOf("off") })));
    app.all("*", (context) => context.text("a page that does not exist", 404));
    return (headers: Record<string, string> = {}) =>
      app.request("/metrics", { headers }, {
        incoming: { socket: { remoteAddress: "127.0.0.1" } },
      } as never);
  }

  it("responds with the text, which is never cached", async () => {
    const response = await createApp(thisMachine)();
    expect(response.status).toBe(200);
    expect(response.headers.get("Content-Type")).toBe("text/plain; version=0.0.4; charset=utf-8");
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    expect(await response.text()).toBe("a 1\n");
  });

  it.each(["X-Forwarded-For", "Forwarded", "X-Real-IP", "Via"])(
    "is a page that does not exist for a request with %s",
    async (name) => {
      const response = await createApp(thisMachine)({ [name]: "for=127.0.0.1" });
      expect([response.status, await response.text()]).toEqual([404, "a page that does not exist"]);
    },
  );

  it("is one for everyone else too", async () => {
    expect((await createApp([{ address: "10.0.0.5", prefix: 32 }])()).status).toBe(404);
  });
});
