import { expect, it } from "vitest";
import { searchKey } from "./search-key.ts";

it.each([
  ["Kossuth Lajos tér", "kossuth lajos ter"],
  ["ÁÉÍÓÖŐÚÜŰ", "aeiooouuu"],
  ["Győr".normalize("NFD"), "gyor"],
  ["  Fő   tér ", "fo ter"],
  ["Straße", "strasse"],
  ["Łódź", "lodz"],
  ["Đorđe", "dorde"],
  ["Øresund", "oresund"],
  ["İzmir", "izmir"],
  ["ﬁú", "fiu"],
  ["Ｇｙőｒ", "gyor"],
  ["Київ", "киів"],
  ["", ""],
])("%j is searched as %j", (text, expected) => {
  expect(searchKey(text)).toBe(expected);
});
