import { BlockList, isIP } from "node:net";
import type { IpRange, TrustedProxies } from "#server/config/settings.ts";
import { parseIpAddress } from "#server/rate-limits/client-key.ts";

/** Set of IP addresses, which may be written as {@link parseIpAddress} reads them. */
export class AddressList {
  readonly #list = new BlockList();

  constructor(ranges: readonly IpRange[]) {
    for (const { address, prefix } of ranges) {
      this.#list.addSubnet(address, prefix, familyOf(address));
    }
  }

  has(text: string): boolean {
    const address = parseIpAddress(text);
    return address !== null && this.#list.check(address, familyOf(address));
  }
}

function familyOf(address: string): "ipv4" | "ipv6" {
  return isIP(address) === 4 ? "ipv4" : "ipv6";
}

interface AddressSource {
  /** IP address that opened the connection; undefined over a Unix socket, and without a connection, as in tests. */
  readonly socketAddress: string | undefined;
  /** Header `X-Forwarded-For`: each proxy appends the IP address that sent it the request. */
  readonly forwardedFor: string | undefined;
}

/** IP addresses of clients, for rate limits and for access to the metrics (`TRUST_PROXY`). */
export class ClientAddresses {
  readonly #count: number;
  readonly #proxies: AddressList;

  constructor({ count, networks }: TrustedProxies) {
    this.#count = count;
    this.#proxies = new AddressList(networks);
  }

  /** Whether `X-Forwarded-For` is trusted: a trusted proxy has sent it. */
  isForwarded({ socketAddress, forwardedFor }: AddressSource): boolean {
    if (this.#count === 0 || forwardedFor === undefined) return false;
    return socketAddress === undefined || this.#proxies.has(socketAddress);
  }

  /**
   * IP address of the client: behind trusted proxies, the one that the outermost of them saw, since the client can have
   * written any entry further left in the header. For a request that has not come through them, the header is ignored.
   */
  of(source: AddressSource): string {
    const socket = parseIpAddress(source.socketAddress ?? "") ?? "unknown";
    if (!this.isForwarded(source)) return socket;
    const entries = (source.forwardedFor ?? "").split(",").map((entry) => entry.trim());
    return parseIpAddress(entries[Math.max(entries.length - this.#count, 0)]) ?? socket;
  }
}
