import { expect, it } from "vitest";
import { clientKey, clientNetworks, parseIpAddress, queueKey } from "./client-key.ts";

it.each([
  ["192.0.2.7", "192.0.2.7"],
  ["192.0.2.7:1", "192.0.2.7"],
  ["192.0.2.7:65535", "192.0.2.7"],
  ["192.0.2.7:", null],
  ["192.0.2.7:123456", null],
  ["192.0.2.256:80", null],
  ["[192.0.2.7]", null],
  ["2001:db8::1", "2001:db8::1"],
  ["[2001:db8::1]", "2001:db8::1"],
  ["[2001:db8::1]:443", "2001:db8::1"],
  ["[2001:db8::1]:https", null],
  ["[2001:db8::1", null],
  // Without brackets, the last group is not a port.
  ["2001:db8::1:443", "2001:db8::1:443"],
  ["fe80::1%eth0", "fe80::1"],
  ["[fe80::1%eth0]:443", "fe80::1"],
  ["::ffff:192.0.2.7", "192.0.2.7"],
  ["::FFFF:c000:207", "192.0.2.7"],
  ["[::ffff:192.0.2.7]:443", "192.0.2.7"],
  ["::fffe:192.0.2.7", "::fffe:192.0.2.7"],
  ["someone", null],
  ["unknown", null],
  ["", null],
])("reads %s as %s", (text, address) => {
  expect(parseIpAddress(text)).toBe(address);
});

const networksOf = (prefix: string, subnet: string, half: string) => [
  `${prefix}:${subnet}::/64`,
  `${prefix}:${half}::/56`,
  `${prefix}:0::/48`,
];

it.each([
  ["192.0.2.7", ["192.0.2.7"]],
  ["::ffff:192.0.2.7", ["192.0.2.7"]],
  ["2001:db8:1:2:3:4:5:6", networksOf("2001:db8:1", "2", "0")],
  ["2001:0DB8:1:2::9", networksOf("2001:db8:1", "2", "0")],
  ["2001:db8:1:ff::9", networksOf("2001:db8:1", "ff", "0")],
  ["2001:db8:1:100::9", networksOf("2001:db8:1", "100", "100")],
  ["2001:db8:1:1ff::9", networksOf("2001:db8:1", "1ff", "100")],
  ["2001:db8:1:abcd::9", networksOf("2001:db8:1", "abcd", "ab00")],
  ["2001:db8:1:ffff:ffff:ffff:ffff:ffff", networksOf("2001:db8:1", "ffff", "ff00")],
  ["2001:db8:2::", networksOf("2001:db8:2", "0", "0")],
  ["2001:db8::1:0:0:0:1", networksOf("2001:db8:0", "1", "0")],
  ["::1", networksOf("0:0:0", "0", "0")],
  ["fe80::1%eth0", networksOf("fe80:0:0", "0", "0")],
  // 6to4, to its last address, and its neighbours.
  ["2001:ffff:c000:207::1", networksOf("2001:ffff:c000", "207", "200")],
  ["2002:c000:207::1", ["192.0.2.7"]],
  ["2002:c000:207:ffff:ffff:ffff:ffff:ffff", ["192.0.2.7"]],
  ["2002:ffff:ffff::", ["255.255.255.255"]],
  ["2003:c000:207::1", networksOf("2003:c000:207", "0", "0")],
  // Teredo, whose address of the client has all its bits inverted.
  ["2001:0:4136:e378:8000:63bf:3fff:fdd2", ["192.0.2.45"]],
  ["2001::ffff:ffff", ["0.0.0.0"]],
  ["2001:0:4136:e378:8000:63bf:192.0.2.45", ["63.255.253.210"]],
  ["2001:1:4136:e378:8000:63bf:3fff:fdd2", networksOf("2001:1:4136", "e378", "e300")],
  // Behind a translator of IPv4 addresses, and beside its prefix.
  ["64:ff9b::192.0.2.45", ["192.0.2.45"]],
  ["64:ff9b:1::c000:22d", networksOf("64:ff9b:1", "0", "0")],
  ["unknown", ["unknown"]],
])("counts %s in %j", (address, keys) => {
  expect(clientNetworks(address).map(({ key }) => key)).toEqual(keys);
});

it("has a larger allowance for a larger network, one key for a customer and one for queues", () => {
  const address = "2001:db8:1:abcd::9";
  expect(clientNetworks(address).map(({ allowance }) => allowance)).toEqual([1, 4, 16]);
  expect(clientKey(address)).toBe("2001:db8:1:ab00::/56");
  expect(queueKey(address)).toBe("2001:db8:1:0::/48");
  expect([clientKey("192.0.2.7"), queueKey("192.0.2.7")]).toEqual(["192.0.2.7", "192.0.2.7"]);
});
