import { BlockList, isIP } from "node:net";
import type { MiddlewareHandler } from "hono";
import type { AddressRange } from "#server/config/config.ts";
import { metricTextType } from "#server/figures/metric-text.ts";
import type { Services } from "#server/services.ts";
import type { AppEnvironment } from "./app-environment.ts";
import { clientAddress } from "./middleware/identify-caller.ts";

/**
 * `GET /metrics`: figures of this process for Prometheus, for the addresses of `METRICS_ALLOW` alone
 * (docs/product#figures-for-the-operator). For any other caller the address does not exist.
 */
export function getMetrics({
  operator,
  trustedProxies,
}: Pick<Services, "operator" | "trustedProxies">): MiddlewareHandler<AppEnvironment> {
  const isAllowed = metricsReaders(operator.metricsAllow, trustedProxies);
  return async (context, next) => {
    const { req } = context;
    const mayRead = isAllowed({
      // A request within the process, as in tests, has no connection.
      socketAddress: context.env?.incoming?.socket.remoteAddress,
      forwardedFor: req.header("X-Forwarded-For"),
      isForwarded: forwardingHeaders.some((name) => req.header(name) !== undefined),
    });
    if (!mayRead) return next();
    const text = await operator.metrics();
    return context.body(text, 200, { "Content-Type": metricTextType, "Cache-Control": "no-store" });
  };
}

/** Headers by which a proxy says that a request is not its own. */
const forwardingHeaders = ["X-Forwarded-For", "Forwarded", "X-Real-IP", "Via"];

interface MetricsRequest {
  readonly socketAddress: string | undefined;
  readonly forwardedFor: string | undefined;
  /** Whether any header says that a proxy has handed the request on. */
  readonly isForwarded: boolean;
}

/**
 * Who may read the figures. The address is the one that rate limits count (`clientAddress`), but a request
 * that a proxy has handed on never counts as this machine's: behind a proxy on the same machine that is not
 * trusted, all visitors come from 127.0.0.1, and behind a trusted one a caller who gets past it could write
 * that address into the header.
 */
export function metricsReaders(
  allowed: readonly AddressRange[],
  trustedProxies: number,
): (request: MetricsRequest) => boolean {
  const list = listOf(allowed);
  return ({ socketAddress, forwardedFor, isForwarded }) => {
    const isTrusted = trustedProxies > 0 && forwardedFor !== undefined;
    if (isForwarded && !isTrusted) return false;
    const address = clientAddress({ socketAddress, forwardedFor, trustedProxies });
    if (isForwarded && holds(thisMachine, address)) return false;
    return holds(list, address);
  };
}

function listOf(ranges: readonly AddressRange[]): BlockList {
  const list = new BlockList();
  for (const { address, prefix } of ranges) list.addSubnet(address, prefix, familyOf(address));
  return list;
}

const thisMachine = listOf([
  { address: "127.0.0.0", prefix: 8 },
  { address: "::1", prefix: 128 },
]);

/** An IPv4 address that is written as IPv6 counts as IPv4. A zone (`fe80::1%eth0`) does not count. */
function holds(list: BlockList, address: string): boolean {
  const [bare] = address.split("%");
  return isIP(bare) !== 0 && list.check(bare, familyOf(bare));
}

function familyOf(address: string): "ipv4" | "ipv6" {
  return isIP(address) === 4 ? "ipv4" : "ipv6";
}
