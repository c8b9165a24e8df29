import { isIP, isIPv4, isIPv6 } from "node:net";

/**
 * An IP address as its connection or a proxy writes it, without what is not the client's address: a port behind it
 * (`192.0.2.7:5678`, `[2001:db8::1]:443`), brackets and the zone (`fe80::1%eth0`); an IPv4 address that is written as
 * IPv6 becomes IPv4. Null where it is not an IP address.
 */
export function parseIpAddress(text: string): string | null {
  // Without a proxy, as sockets write it: on each request.
  const ipv4 = text.startsWith("::ffff:") ? text.slice(7) : text;
  if (isIPv4(ipv4)) return ipv4;
  const [, inBrackets] = /^\[([^\]]+)\](?::\d{1,5})?$/.exec(text) ?? [];
  const [, beforePort] = /^([\d.]+):\d{1,5}$/.exec(text) ?? [];
  const [address] = (inBrackets ?? beforePort ?? text).split("%");
  const isInPlace = inBrackets === undefined || isIPv6(address);
  if (isIP(address) === 0 || !isInPlace) return null;
  if (!isIPv6(address)) return address;
  const groups = groupsOf(address);
  const isMapped = groups.slice(0, 6).join() === "0,0,0,0,0,65535";
  return isMapped ? ipv4Of(groups[6], groups[7]) : address;
}

/** Network of a client that is counted in limits. */
export interface ClientNetwork {
  readonly key: string;
  /** Multiple of a limit that all clients of the network have together. */
  readonly allowance: number;
}

/**
 * Networks of a client, the smallest first. An IPv4 address is one; of an IPv6 address they are its /64, one link, and
 * with a larger allowance its /56 and /48, of which providers give a single customer one (RFC 6177). Addresses of 6to4
 * (RFC 3056), Teredo (RFC 4380) and a translator's `64:ff9b::/96` (RFC 6052) are the IPv4 address of their sender.
 */
export function clientNetworks(ipAddress: string): readonly ClientNetwork[] {
  const address = parseIpAddress(ipAddress) ?? ipAddress;
  if (!isIPv6(address)) return [{ key: address, allowance: 1 }];
  const groups = groupsOf(address);
  const embedded = embeddedIpv4(groups);
  if (embedded !== null) return [{ key: embedded, allowance: 1 }];
  const [first, second, third, fourth] = groups;
  const network = (subnet: number, bits: number) =>
    `${[first, second, third, subnet].map((group) => group.toString(16)).join(":")}::/${bits}`;
  return [
    { key: network(fourth, 64), allowance: 1 },
    // The upper half of the fourth group.
    { key: network(fourth & 0xff00, 56), allowance: 4 },
    { key: network(0, 48), allowance: 16 },
  ];
}

/** Key of a client in counts of people (docs/decisions/030): the network that a single customer has at the least, a /56. */
export function clientKey(ipAddress: string): string {
  const [own, customer = own] = clientNetworks(ipAddress);
  return customer.key;
}

/** Key of a client in queues, where its share matters only while others wait: the largest network of a customer. */
export function queueKey(ipAddress: string): string {
  const networks = clientNetworks(ipAddress);
  return networks[networks.length - 1].key;
}

function embeddedIpv4(groups: readonly number[]): string | null {
  if (groups[0] === 0x2002) return ipv4Of(groups[1], groups[2]);
  if (groups.slice(0, 6).join() === "100,65435,0,0,0,0") return ipv4Of(groups[6], groups[7]);
  const isTeredo = groups[0] === 0x2001 && groups[1] === 0;
  return isTeredo ? ipv4Of(groups[6] ^ 0xffff, groups[7] ^ 0xffff) : null;
}

function ipv4Of(high: number, low: number): string {
  return [high >> 8, high & 0xff, low >> 8, low & 0xff].join(".");
}

/** The eight groups of an IPv6 address. */
function groupsOf(address: string): number[] {
  const inHexadecimal = address.replace(/[\d.]+$/, (tail) => {
    if (!tail.includes(".")) return tail;
    const [a, b, c, d] = tail.split(".").map(Number);
    return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
  });
  const [before, after] = inHexadecimal
    .split("::")
    .map((part) => (part === "" ? [] : part.split(":").map((group) => Number.parseInt(group, 16))));
  if (after === undefined) return before;
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}
