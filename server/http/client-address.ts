import { isIP } from "node:net";

interface AddressSource {
  /** Who opened the connection; undefined where there is none, as in tests in process. */
  readonly socketAddress: string | undefined;
  /** The header `X-Forwarded-For`: each proxy appends whom it heard the request from. */
  readonly forwardedFor: string | undefined;
  /** How many proxies of our own stand in front (`TRUST_PROXY`). */
  readonly trustedProxies: number;
}

/**
 * The address of the client. With proxies of our own, it is what the outermost of them saw: what
 * stands further left in the header, anyone can have written. Without them the header says nothing.
 */
export function clientAddress({ socketAddress, forwardedFor, trustedProxies }: AddressSource) {
  const socket = socketAddress ?? "unknown";
  if (trustedProxies === 0 || forwardedFor === undefined) return socket;
  const entries = forwardedFor.split(",").map((entry) => entry.trim());
  const address = entries[Math.max(entries.length - trustedProxies, 0)];
  return isIP(address) ? address : socket;
}
