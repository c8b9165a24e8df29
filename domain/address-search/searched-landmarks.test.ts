import { expect, it } from "vitest";
import { landmarkKinds } from "#domain/map/landmarks.ts";
import { landmarkScores } from "./searched-landmarks.ts";

it("finds landmarks that the street map shows too; airports have a layer of their own", () => {
  const kinds = Object.keys(landmarkScores).filter((kind) => kind !== "aerodrome");
  expect(Object.keys(landmarkKinds)).toEqual(expect.arrayContaining(kinds));
});
