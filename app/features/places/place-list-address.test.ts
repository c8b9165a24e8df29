import { describe, expect, it } from "vitest";
import { noFilters } from "#domain/place/place-filters.ts";
import type { PlaceListQuery } from "#domain/place/place-list-query.ts";
import { openReviewsAddress, parseOpenReviewsQuery } from "./place-list-address.ts";

const query: PlaceListQuery = {
  page: 1,
  perPage: 10,
  sort: "added-desc",
  filters: noFilters,
  includeUnknown: false,
  near: null,
  bbox: null,
};

describe("parseOpenReviewsQuery", () => {
  it("opens nothing by itself", () => {
    expect(parseOpenReviewsQuery(new URLSearchParams("page=2"))).toEqual({
      ok: true,
      query: { placeId: null, sort: "added-desc" },
    });
  });

  it("reads a place and an order", () => {
    const params = new URLSearchParams("reviews=12&review_sort=rating-asc");
    expect(parseOpenReviewsQuery(params)).toEqual({
      ok: true,
      query: { placeId: 12, sort: "rating-asc" },
    });
  });

  it("names malformed parameters", () => {
    const params = new URLSearchParams("reviews=0&review_sort=best");
    expect(parseOpenReviewsQuery(params)).toMatchObject({
      ok: false,
      faults: [{ field: "reviews" }, { field: "review_sort" }],
    });
  });
});

describe("openReviewsAddress", () => {
  it("adds to the list's address and leads to the card", () => {
    expect(openReviewsAddress(query, 12, "added-desc")).toBe("/places?reviews=12#place-12");
    expect(openReviewsAddress({ ...query, page: 2 }, 12, "rating-asc")).toBe(
      "/places?page=2&reviews=12&review_sort=rating-asc#place-12",
    );
  });
});
