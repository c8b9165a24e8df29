import { describe, expect, it } from "vitest";
import { noFilters } from "#domain/place/place-filters.ts";
import type { PlaceListQuery } from "#domain/place/place-list-query.ts";
import { parseQuery } from "#domain/validation/parse-query.ts";
import { listPageHref, openReviewsHref, openReviewsQuerySchema } from "./place-list-hrefs.ts";

const query: PlaceListQuery = {
  page: 1,
  perPage: 10,
  sort: "added-desc",
  filters: noFilters,
  includeUnknown: false,
  near: null,
  bbox: null,
};

const read = (search: string) =>
  parseQuery(openReviewsQuerySchema, new URLSearchParams(search), {
    ignoreUnknownParameters: true,
  });

describe("openReviewsQuerySchema", () => {
  it("opens nothing by itself", () => {
    expect(read("page=2")).toEqual({
      ok: true,
      query: { placeId: null, sort: "added-desc" },
    });
  });

  it("reads a place and an order", () => {
    expect(read("reviews=12&review_sort=rating-asc")).toEqual({
      ok: true,
      query: { placeId: 12, sort: "rating-asc" },
    });
  });

  it("names malformed parameters", () => {
    expect(read("reviews=0&review_sort=best")).toMatchObject({
      ok: false,
      errors: [{ field: "reviews" }, { field: "review_sort" }],
    });
  });
});

describe("openReviewsAddress", () => {
  it("adds to the list's path and leads to the card", () => {
    expect(openReviewsHref(query, 12, "added-desc")).toBe("/places?reviews=12#place-12");
    expect(openReviewsHref({ ...query, page: 2 }, 12, "rating-asc")).toBe(
      "/places?page=2&reviews=12&review_sort=rating-asc#place-12",
    );
  });
});

it("leads to the next page by the last place of the shown one, and to others by their number", () => {
  const shown = { ...query, page: 2, after: 5 };
  expect(listPageHref(shown, { next_after: 12 }, 3)).toBe("/places?page=3&after=12");
  expect(listPageHref(shown, { next_after: 12 }, 4)).toBe("/places?page=4");
  expect(listPageHref(shown, { next_after: 12 }, 1)).toBe("/places");
});
