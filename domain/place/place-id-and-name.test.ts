import { describe, expect, it } from "vitest";
import {
  isNamedByComment,
  maxNameLength,
  ownNameOf,
  parseId,
  placeName,
} from "./place-id-and-name.ts";

const place = (city: string, address: string, comments: string) => ({ city, address, comments });

describe("placeName", () => {
  it.each([
    ["Győr", "Fő tér 1.", "a téren", "Fő tér 1., Győr"],
    ["Győr", "Fő tér 1. B épület", "", "Fő tér 1. B épület, Győr"],
    ["Oslo", "", "Utedo", "Utedo, Oslo"],
    ["Győr", "", "", "Győr"],
    ["", "Fő tér 1.", "", "Fő tér 1."],
    ["", "", "Utedo", "Utedo"],
    ["", "", "", ""],
  ])("of %j, %j and %j is %j", (city, address, comments, name) => {
    expect(placeName(place(city, address, comments))).toBe(name);
  });
});

describe("ownNameOf", () => {
  it("is null where only the town is known", () => {
    expect(ownNameOf(place("Oslo", "", ""))).toBeNull();
  });

  it("sets a comment of several lines on one", () => {
    expect(ownNameOf(place("Oslo", "", "behind\n the  kiosk"))).toBe("behind the kiosk");
  });

  it.each([
    [maxNameLength, "a".repeat(maxNameLength)],
    [maxNameLength + 1, `${"a".repeat(maxNameLength - 1)}…`],
  ])("keeps a word of %i letters as %s", (length, name) => {
    expect(ownNameOf(place("", "", "a".repeat(length)))).toBe(name);
  });

  it("cuts a long comment between words, and no emoji in two", () => {
    expect(ownNameOf(place("", "", `${"a".repeat(60)} ${"b".repeat(60)}`))).toBe(
      `${"a".repeat(60)}…`,
    );
    expect(ownNameOf(place("", "", "🚻".repeat(200)))).toBe(`${"🚻".repeat(maxNameLength - 1)}…`);
  });
});

describe("isNamedByComment", () => {
  it.each([
    ["", "Utedo", true],
    ["", "a".repeat(81), false],
    ["Fő tér 1.", "Utedo", false],
    ["", "", false],
  ])("with the address %j and the comment %j is %s", (address, comments, expected) => {
    expect(isNamedByComment(place("Oslo", address, comments))).toBe(expected);
  });
});

describe("parseId", () => {
  it.each([
    ["1", 1],
    ["42", 42],
    ["2147483647", 2_147_483_647],
  ])("reads %s", (text, expected) => {
    expect(parseId(text)).toBe(expected);
  });

  it.each(["", "0", "-1", "01", "1.0", "1e3", " 1", "1a", "2147483648", "99999999999", "١"])(
    "refuses %j",
    (text) => {
      expect(parseId(text)).toBeNull();
    },
  );
});
