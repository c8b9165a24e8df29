import { expect, it } from "vitest";
import { reviewsApiPath } from "./read-reviews.tsx";

it("leaves defaults out of the path", () => {
  expect(reviewsApiPath({ placeId: 7, sort: "added-desc", page: 1 })).toBe(
    "/api/v1/places/7/reviews",
  );
});

it("names order and page", () => {
  expect(reviewsApiPath({ placeId: 7, sort: "rating-asc", page: 2 })).toBe(
    "/api/v1/places/7/reviews?page=2&sort=rating-asc",
  );
});
