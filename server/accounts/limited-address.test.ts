import { expect, it } from "vitest";
import { limitedAddress } from "./limited-address.ts";

it.each([
  ["192.0.2.7", "192.0.2.7"],
  ["::ffff:192.0.2.7", "192.0.2.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:0::/56"],
  ["2001:0DB8:1:2::9", "2001:db8:1:0::/56"],
  ["2001:db8:1:ff::9", "2001:db8:1:0::/56"],
  ["2001:db8:1:100::9", "2001:db8:1:100::/56"],
  ["2001:db8:1:1ff::9", "2001:db8:1:100::/56"],
  ["2001:db8:1:abcd::9", "2001:db8:1:ab00::/56"],
  ["2001:db8::1", "2001:db8:0:0::/56"],
  ["2001:db8::1:0:0:0:1", "2001:db8:0:0::/56"],
  ["::1", "0:0:0:0::/56"],
  ["fe80::1%eth0", "fe80:0:0:0::/56"],
  ["unknown", "unknown"],
])("counts %s as %s", (address, limited) => {
  expect(limitedAddress(address)).toBe(limited);
});
