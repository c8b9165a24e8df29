import { expect, it } from "vitest";
import { type SpamSign, spamSignsOf } from "./spam-signs.ts";

const plain = {
  texts: ["Fő tér 1.", "Vác"],
  price: 300,
  medianPrice: 200,
  sentInMinute: 1,
  hasTwin: false,
};

it.each<[string, Partial<Parameters<typeof spamSignsOf>[0]>, SpamSign[]]>([
  ["an ordinary place", {}, []],
  ["a link", { texts: ["Fő tér 1. https://x.example"] }, ["link"]],
  ["a host", { texts: ["WWW.example"] }, ["link"]],
  ["a domain", { texts: ["", "buy-pills.COM now"] }, ["link"]],
  ["an abbreviation", { texts: ["Kossuth u.12, II.ker."] }, []],
  ["less than ten times the median", { price: 1999.99 }, []],
  ["ten times the median", { price: 2000 }, ["price"]],
  ["a price without a median", { price: 9999, medianPrice: null }, []],
  ["no price", { price: null }, []],
  ["four in a minute", { sentInMinute: 4 }, []],
  ["five in a minute", { sentInMinute: 5 }, ["burst"]],
  ["a twin", { hasTwin: true }, ["twin"]],
])("finds the signs of %s", (_name, change, expected) => {
  expect(spamSignsOf({ ...plain, ...change })).toEqual(expected);
});
