import { describe, expect, it } from "vitest";
import { parseRange } from "./parse-range.ts";

describe("a range of a file of 100 bytes", () => {
  it.each([
    ["bytes=0-0", 0, 0],
    ["bytes=0-99", 0, 99],
    ["bytes=0-100", 0, 99],
    ["bytes=99-99", 99, 99],
    ["bytes=10-", 10, 99],
    ["bytes=99-", 99, 99],
    ["bytes=-1", 99, 99],
    ["bytes=-100", 0, 99],
    ["bytes=-101", 0, 99],
    ["bytes=5-99999999999999999999", 5, 99],
    ["Bytes=1-2", 1, 2],
    [" bytes=1-2 ", 1, 2],
  ])("%s is byte %i to %i", (header, first, last) => {
    expect(parseRange(header, 100)).toEqual({ kind: "part", first, last });
  });

  it.each(["bytes=100-", "bytes=100-100", "bytes=100-200", "bytes=-0"])(
    "%s holds nothing of it",
    (header) => {
      expect(parseRange(header, 100)).toEqual({ kind: "unsatisfiable" });
    },
  );

  it.each([
    undefined,
    "",
    "bytes=",
    "bytes=-",
    "bytes=5-4",
    "bytes=0-1,3-4",
    "bytes=a-b",
    "bytes=-5-9",
    "bytes=1.5-2",
    "lines=0-9",
  ])("%s is as if nothing was asked", (header) => {
    expect(parseRange(header, 100)).toEqual({ kind: "whole" });
  });

  it("has nothing to give of an empty file", () => {
    expect(parseRange("bytes=0-", 0)).toEqual({ kind: "unsatisfiable" });
    expect(parseRange("bytes=-1", 0)).toEqual({ kind: "unsatisfiable" });
  });
});
