import { expect, it } from "vitest";
import { noFilters, placeFilterNames } from "#domain/place/place-filters.ts";
import type { PlaceListQuery } from "#domain/place/place-list-query.ts";
import { renderInLanguage, textOf } from "#tests/support/app/render-in-language.tsx";
import type { PlaceListData } from "./place-list-data.ts";
import { PlaceListPage } from "./place-list-page.tsx";

const query: PlaceListQuery = {
  page: 1,
  perPage: 10,
  sort: "rating-desc",
  filters: { ...noFilters, free: true },
  includeUnknown: false,
  near: null,
  bbox: null,
};

const page = (data: PlaceListData, search?: string) =>
  renderInLanguage(
    <PlaceListPage
      data={data}
      isStale={false}
      renderAddPlace={() => null}
      renderReviews={() => null}
      renderUpkeep={() => null}
      renderActions={() => null}
      searched={null}
      renderSearch={() => null}
    />,
    "hu",
    search,
  );

function emptyList(change: Partial<PlaceListQuery>): PlaceListData {
  return {
    kind: "listed",
    query: { ...query, ...change },
    list: {
      places: [],
      page: 1,
      per_page: 10,
      total: 0,
      unknown_count: 0,
      likely_count: 0,
      unstated_count: 0,
      open_now_count: 0,
    },
    relief: null,
    openReviews: null,
    renderedAt: "2026-05-08T15:00:00.000Z",
  };
}

it("says that the places could not be loaded, with a link that loads the same URL again", () => {
  const markup = page({ kind: "unavailable", query }, "?sort=rating-desc&free=1&near=19,47");
  expect(markup).toContain('role="alert"');
  expect(textOf(markup)).toContain("A mosdókat most nem sikerült betölteni.");
  expect(markup).toContain('href="/places?sort=rating-desc&amp;free=1&amp;near=19,47"');
  expect(markup.match(/type="checkbox"/g)).toHaveLength(placeFilterNames.length);
  expect(textOf(markup)).not.toContain("0 mosdó");
});

it("tells a list without any place from one that the filters empty", () => {
  expect(textOf(page(emptyList({ filters: noFilters })))).toContain(
    "Még nincs itt egyetlen mosdó sem",
  );
  expect(textOf(page(emptyList({})))).toContain("Egy mosdó sem felel meg ennek");
});

it("offers the order by distance only from a known position", () => {
  for (const sort of ["near", "distance"]) {
    expect(page(emptyList({}))).not.toContain(`value="${sort}"`);
    expect(page(emptyList({ near: [19, 47] }))).toContain(`value="${sort}"`);
  }
});
