import type { MiddlewareHandler } from "hono";
import type { IpRange, TrustedProxies } from "#server/config/settings.ts";
import { metricTextType } from "#server/metrics/metric-text.ts";
import type { Services } from "#server/services.ts";
import type { AppEnvironment } from "./app-environment.ts";
import { AddressList, ClientAddresses } from "./client-address.ts";

/**
 * `GET /metrics`: metrics of this process for Prometheus, for the IP addresses of `METRICS_ALLOW` alone
 * (docs/product#metrics). For any other client the path does not exist.
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

/** Headers that a proxy adds to a request that it forwards. */
const forwardingHeaders = ["X-Forwarded-For", "Forwarded", "X-Real-IP", "Via"];

interface MetricsRequest {
  readonly socketAddress: string | undefined;
  readonly forwardedFor: string | undefined;
  /** Whether any header shows that a proxy has forwarded the request. */
  readonly isForwarded: boolean;
}

/**
 * Predicate of the requests that may read the metrics. The IP address is the one of the rate limits
 * (`ClientAddresses`), but a request that a proxy has forwarded never counts as this machine's: behind a proxy on the
 * same machine that is not trusted, all visitors come from 127.0.0.1, and behind a trusted one a client that gets past
 * it could write that address into the header.
 */
export function metricsReaders(
  allowed: readonly IpRange[],
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
