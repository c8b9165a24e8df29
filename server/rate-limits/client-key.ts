import { isIPv6 } from "node:net";

/**
 * Key of an IP address in limits: of an IPv6 address its /56 network, because providers give a
 * single customer that much (RFC 6177); an IPv4 address unchanged, also when it is written as IPv6.
 */
export function clientKey(ipAddress: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ipAddress);
  if (mapped) return mapped[1];
  if (!isIPv6(ipAddress)) return ipAddress;
  const [head, tail] = ipAddress.split("%")[0].split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail ? tail.split(":") : [];
  const missing = tail === undefined ? 0 : 8 - before.length - after.length;
  const groups = [...before, ...Array<string>(Math.max(missing, 0)).fill("0"), ...after];
  const network = groups.slice(0, 4).map((group) => Number.parseInt(group, 16));
  // The first 56 bits: of the fourth group the upper half.
  network[3] &= 0xff00;
  return `${network.map((group) => group.toString(16)).join(":")}::/56`;
}
