import { expect, it } from "vitest";
import { clientAddress } from "./client-address.ts";

const forged = "203.0.113.9, 198.51.100.1";

it.each([
  ["no proxy: the socket's", undefined, 0, "192.0.2.1"],
  ["no proxy, and a header that anyone can send", forged, 0, "192.0.2.1"],
  ["one proxy: the last entry", forged, 1, "198.51.100.1"],
  ["two proxies: the last but one", forged, 2, "203.0.113.9"],
  ["more proxies than entries: the first", forged, 5, "203.0.113.9"],
  ["a proxy that named nobody", undefined, 1, "192.0.2.1"],
  ["a proxy that named no address", "someone", 1, "192.0.2.1"],
  ["IPv6", "2001:db8::1", 1, "2001:db8::1"],
])("%s", (_case, forwardedFor, trustedProxies, address) => {
  expect(clientAddress({ socketAddress: "192.0.2.1", forwardedFor, trustedProxies })).toBe(address);
});

it("has a name for a request without a connection", () => {
  expect(
    clientAddress({ socketAddress: undefined, forwardedFor: undefined, trustedProxies: 0 }),
  ).toBe("unknown");
});
