import type { MiddlewareHandler } from "hono";
import type { AddressRange, TrustedProxies } from "#server/config/config.ts";
import { metricTextType } from "#server/metrics/metric-text.ts";
import type { Services } from "#server/services.ts";
import type { AppEnvironment } from "./app-environment.ts";
import { AddressList, ClientAddresses } from "./client-address.ts";

/**
 * `GET /metrics`: metrics of this process for Prometheus, for the addresses of `METRICS_ALLOW` alone
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
 * Who may read the metrics. The address is the one that rate limits count (`ClientAddresses`), but a request
 * that a proxy has handed on never counts as this machine's: behind a proxy on the same machine that is not
 * trusted, all visitors come from 127.0.0.1, and behind a trusted one a caller who gets past it could write
 * that address into the header.
 */
export function metricsReaders(
  allowed: readonly AddressRange[],
  trustedProxies: TrustedProxies,
): (request: MetricsRequest) => boolean {
  const list = new AddressList(allowed);
  const addresses = new ClientAddresses(trustedProxies);
  return ({ isForwarded, ...source }) => {
    if (isForwarded && !addresses.isForwarded(source)) return false;
    const address = addresses.of(source);
    if (isForwarded && thisMachine.has(address)) return false;
    return list.has(address);
  };
}

const thisMachine = new AddressList([
  { address: "127.0.0.0", prefix: 8 },
  { address: "::1", prefix: 128 },
]);
