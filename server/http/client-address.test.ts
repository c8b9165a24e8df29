import { describe, expect, it } from "vitest";
import { proxiesOf } from "#tests/support/services/stand-ins.ts";
import { ClientAddresses } from "./client-address.ts";

const addressesOf = (setting: string) => new ClientAddresses(proxiesOf(setting));

const forged = "203.0.113.9, 198.51.100.1";

describe("the address of a client", () => {
  it.each([
    ["no proxy: the socket's", undefined, "off", "127.0.0.1"],
    ["no proxy, and a header that anyone can send", forged, "off", "127.0.0.1"],
    ["one proxy: the last entry", forged, "on", "198.51.100.1"],
    ["two proxies: the last but one", forged, "2", "203.0.113.9"],
    ["more proxies than entries: the first", forged, "5", "203.0.113.9"],
    ["a proxy that named no client", undefined, "on", "127.0.0.1"],
    ["a proxy that named no address", "someone", "on", "127.0.0.1"],
    ["IPv6", "2001:db8::1", "on", "2001:db8::1"],
    ["IPv4 with a port", "203.0.113.9:443, 198.51.100.1:5678", "on", "198.51.100.1"],
    ["IPv6 with a port", "[2001:db8::1]:443", "on", "2001:db8::1"],
  ])("%s", (_case, forwardedFor, setting, address) => {
    expect(addressesOf(setting).of({ socketAddress: "127.0.0.1", forwardedFor })).toBe(address);
  });

  it("has a name for a request without a connection", () => {
    const source = { socketAddress: undefined, forwardedFor: undefined };
    expect(addressesOf("off").of(source)).toBe("unknown");
  });
});

/** Whether a connection from an IP address may name the client. */
const isBelieved = (setting: string, socketAddress: string | undefined) =>
  addressesOf(setting).of({ socketAddress, forwardedFor: forged }) === "198.51.100.1";

describe("X-Forwarded-For counts", () => {
  it.each([
    "127.0.0.1",
    "127.255.255.255",
    "::1",
    "::ffff:127.0.0.1",
    "10.0.0.0",
    "10.255.255.255",
    "172.16.0.0",
    "172.31.255.255",
    "192.168.255.255",
    "169.254.0.1",
    "100.64.0.1",
    "100.127.255.255",
    "fd12:3456::1",
    "fe80::1%eth0",
    undefined,
  ])("from this machine and private networks: %s", (address) => {
    expect(isBelieved("on", address)).toBe(true);
  });

  it.each([
    "126.255.255.255",
    "128.0.0.0",
    "9.255.255.255",
    "11.0.0.0",
    "172.15.255.255",
    "172.32.0.0",
    "192.167.255.255",
    "192.169.0.0",
    "100.63.255.255",
    "100.128.0.0",
    "203.0.113.7",
    "::ffff:203.0.113.7",
    "::2",
    "2001:db8::1",
    "fbff::1",
    "fec0::1",
  ])("not from elsewhere: %s", (address) => {
    expect(isBelieved("on", address)).toBe(false);
  });

  it("from the proxies that the operator names, and then from no other", () => {
    const setting = "on, 203.0.113.7, 2001:db8::/32";
    expect(isBelieved(setting, "203.0.113.7")).toBe(true);
    expect(isBelieved(setting, "2001:db8:ffff::1")).toBe(true);
    expect(isBelieved(setting, "203.0.113.8")).toBe(false);
    expect(isBelieved(setting, "2001:db9::1")).toBe(false);
    expect(isBelieved(setting, "127.0.0.1")).toBe(false);
  });
});
