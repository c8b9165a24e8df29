import { expect, it, test } from "vitest";
import { landmarkKinds } from "#domain/map/landmarks.ts";
import { languages } from "#domain/text/language.ts";
import { isSearchedLandmark, landmarkLabel, searchedLandmarks } from "./searched-landmarks.ts";

test.each(Object.keys(searchedLandmarks))(
  "%s has a label in each language, and words once",
  (kind) => {
    if (!isSearchedLandmark(kind)) throw new Error(kind);
    for (const language of languages) expect(landmarkLabel(kind, language)).not.toBe("");
    for (const texts of Object.values(searchedLandmarks[kind].words)) {
      expect(new Set(texts).size).toBe(texts.length);
    }
  },
);

it("finds landmarks that the street map shows too; airports have a layer of their own", () => {
  const kinds = Object.keys(searchedLandmarks).filter((kind) => kind !== "aerodrome");
  expect(Object.keys(landmarkKinds)).toEqual(expect.arrayContaining(kinds));
});
