import { isIPv6 } from "node:net";

/**
 * What a client's address counts as when attempts are limited: an IPv6 address as its /56 network,
 * because providers give a single customer as much (RFC 6177); any other as it is, IPv4 in IPv6 as IPv4.
 */
export function limitedAddress(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped) return mapped[1];
  if (!isIPv6(address)) return address;
  const [head, tail] = address.split("%")[0].split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail ? tail.split(":") : [];
  const missing = tail === undefined ? 0 : 8 - before.length - after.length;
  const groups = [...before, ...Array<string>(Math.max(missing, 0)).fill("0"), ...after];
  const network = groups.slice(0, 4).map((group) => Number.parseInt(group, 16));
  // The first 56 bits: of the fourth group the upper half.
  network[3] &= 0xff00;
  return `${network.map((group) => group.toString(16)).join(":")}::/56`;
}
