import { describe, expect, it } from "vitest";
import {
  acceptedSteps,
  codeStepAt,
  inGroupsOfFour,
  otpauthUrlOf,
  parseTypedCode,
} from "./second-factor.ts";

describe("a time step", () => {
  it.each([
    // The first and the last millisecond of steps; RFC 6238, appendix B has 59 s as step 1.
    [0, 0],
    [29_999, 0],
    [30_000, 1],
    [59_000, 1],
    [1_111_111_109_000, 37_037_036],
    [20_000_000_000_000, 666_666_666],
  ])("at %i ms is %i", (ms, step) => {
    expect(codeStepAt(new Date(ms))).toBe(step);
  });

  it("is accepted one early and one late", () => {
    expect(acceptedSteps(new Date(300_000))).toEqual([9, 10, 11]);
  });
});

describe("a typed code", () => {
  it.each([
    ["123456", { kind: "app", code: "123456" }],
    [" 123 456 ", { kind: "app", code: "123456" }],
    ["123-456", { kind: "app", code: "123456" }],
    // Digits of an East Asian keyboard.
    ["１２３４５６", { kind: "app", code: "123456" }],
    ["000000", { kind: "app", code: "000000" }],
    ["0123-4567-89ab-cdef", { kind: "recovery", code: "0123456789abcdef" }],
    ["0123456789ABCDEF", { kind: "recovery", code: "0123456789abcdef" }],
    ["O1I3–4L67 89ab cdef", { kind: "recovery", code: "011341678" + "9abcdef" }],
    ["12345", null],
    ["1234567", null],
    ["12345a", null],
    ["0123-4567-89ab-cde", null],
    ["0123-4567-89ab-cdef-0", null],
    ["0123-4567-89ab-cdeu", null],
    ["٣٣٣٣٣٣", null],
    ["", null],
  ])("%j is parsed as %j", (text, read) => {
    expect(parseTypedCode(text)).toEqual(read);
  });
});

it("groups a text for typing", () => {
  expect(inGroupsOfFour("abcdefghij", "-")).toBe("abcd-efgh-ij");
  expect(inGroupsOfFour("", "-")).toBe("");
});

it("has secret, product and account in the app's URL", () => {
  const url = new URL(otpauthUrlOf("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", "a&b@example.org", null));
  expect(decodeURIComponent(url.pathname)).toBe("/Mosdó:a&b@example.org");
  expect(Object.fromEntries(url.searchParams)).toEqual({
    secret: "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567",
    issuer: "Mosdó",
    digits: "6",
    period: "30",
  });
});

it("has the operator's name of the product in the app's URL", () => {
  const url = new URL(otpauthUrlOf("A", "a@example.org", "Kőbánya & Társai"));
  expect(decodeURIComponent(url.pathname)).toBe("/Kőbánya & Társai:a@example.org");
  expect(url.searchParams.get("issuer")).toBe("Kőbánya & Társai");
});
