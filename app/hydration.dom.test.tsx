import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { MapPageData } from "#app/features/map/map-page-data.ts";
import { MapPage } from "#app/features/map/page/map-page.tsx";
import type { PlaceListData } from "#app/features/places/place-list-data.ts";
import { PlaceListPage } from "#app/features/places/place-list-page.tsx";
import { BirthdayPage } from "#app/routes/birthday.tsx";
import { LoginPage } from "#app/routes/login.tsx";
import type { PlaceList } from "#domain/place/place.ts";
import { noFilters } from "#domain/place/place-filters.ts";
import { hydratePage } from "#tests/support/app/hydrate-page.tsx";
import { fridayAfternoon, placeInGyor } from "#tests/support/place-in-gyor.ts";

/*
 * Pages whose first rendering could depend on the browser: the server's time and position, and not the browser's, are
 * what they begin with. Differences of text and elements fail every test in the browser as well; those of attributes
 * are reported in development alone. `tests/e2e/every-page/hydration.spec.ts` has whole pages.
 */

const near = [19.04, 47.5] as const;
const list: PlaceList = {
  places: [placeInGyor],
  page: 1,
  per_page: 10,
  total: 1,
  unknown_count: 0,
  likely_count: 0,
  unstated_count: 0,
};
const renderedAt = fridayAfternoon.toISOString();
const filtering = { filters: noFilters, includeUnknown: false };

const listed: PlaceListData = {
  kind: "listed",
  query: { ...filtering, page: 1, perPage: 10, sort: "distance", near, bbox: null },
  list: { ...list, open_now_count: 1 },
  relief: null,
  openReviews: null,
  renderedAt,
};

const onMap: MapPageData = {
  renderedAt,
  query: { ...filtering, place: null, view: null },
  chosen: { kind: "none" },
  list,
  hasListFailed: false,
  here: null,
  way: null,
};

const pages = {
  "the list, by distance": (
    <PlaceListPage
      data={listed}
      isStale={false}
      renderAddPlace={() => null}
      renderReviews={() => null}
      renderUpkeep={() => null}
      renderActions={() => null}
      searched={null}
      renderSearch={() => null}
    />
  ),
  "the map": (
    <MapPage
      data={onMap}
      isRedirecting
      startView={null}
      menu={null}
      siteName={null}
      whyStraight={null}
      renderSearch={() => null}
      renderPanel={() => null}
      renderMarkedPanel={() => null}
      onMapReady={() => {}}
    />
  ),
  "the birthday": <BirthdayPage />,
  "signing in": (
    <LoginPage hasGoogle openIdName="Városkapu" hasOpenIdFailed={false} result={undefined} />
  ),
};

/** Another hour, in which the place is closed. */
const openedAt = new Date("2026-05-09T01:10:00Z");

beforeEach(() => localStorage.setItem("i18nextLng", "de"));
afterEach(() => localStorage.clear());

/** The second one is in another script, and has all plural forms. */
describe.each(["hu", "uk"])("in %s", (language) => {
  it.each(Object.entries(pages))(
    "the browser begins with what the server rendered: %s",
    async (_, page) => {
      const { differences, html } = await hydratePage(page, {
        language,
        renderedAt: fridayAfternoon,
        openedAt,
      });
      expect(html.length).toBeGreaterThan(500);
      expect(differences).toEqual([]);
    },
  );
});
