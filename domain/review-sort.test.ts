import { expect, it } from "vitest";
import { parseReviewSort, reviewSorts } from "./review-sort.ts";

it("reads each of the four orders", () => {
  expect(reviewSorts.map(parseReviewSort)).toEqual(reviewSorts);
});

it.each(["", "place-asc", "added", "ADDED-DESC"])("refuses %j", (text) => {
  expect(parseReviewSort(text)).toBeNull();
});
