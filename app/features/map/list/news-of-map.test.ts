import { describe, expect, it } from "vitest";
import { createFormatter } from "#app/i18n/use-formatter.ts";
import type { MapSnapshot } from "#domain/map/map-announcement.ts";
import type { PlaceList } from "#domain/place/place.ts";
import { I18n } from "#domain/text/i18n.ts";
import { fridayAfternoon, placeInGyor } from "#tests/support/place-in-gyor.ts";
import messages from "../../../../public/locales/en/translation.json" with { type: "json" };
import { newsOfMap } from "./news-of-map.ts";

const before: MapSnapshot = { filters: "", area: "1,1,2,2", total: 9 };
const moved: MapSnapshot = { filters: "", area: "3,3,4,4", total: 2 };

/** A list with an open place in each of the given towns. */
function listOf(cities: readonly string[]): PlaceList {
  const places = cities.map((city, at) => ({ ...placeInGyor, id: at + 1, city }));
  return {
    places,
    page: 1,
    per_page: 20,
    total: 0,
    unknown_count: 0,
    likely_count: 0,
    unstated_count: 0,
  };
}

function news(
  sight: MapSnapshot,
  list: PlaceList,
  change: { from?: MapSnapshot | null; found?: string; now?: Date } = {},
) {
  const { from = before, found = null, now = fridayAfternoon } = change;
  const { t } = new I18n("en", messages);
  return newsOfMap(from, sight, { list, found, now, t, format: createFormatter("en") });
}

describe("newsOfMap (docs/product#announcements)", () => {
  it("names the town where every place is in one, and how many are open", () => {
    expect(news(moved, listOf(["Eger", "Eger"]))).toBe(
      "The map shows Eger. 2 toilets in this area, 2 open now",
    );
  });

  it("counts a place until the minute that it closes", () => {
    const at = (time: string) => new Date(`2026-07-24T${time}+02:00`);
    const near = [at("18:00:59"), at("18:01:00")];
    expect(near.map((now) => news(moved, listOf(["Győr", "Győr"]), { now })?.slice(-10))).toEqual([
      "2 open now",
      "0 open now",
    ]);
  });

  it("names no town where there are several", () => {
    expect(news(moved, listOf(["Eger", "Pécs"]))).toBe("2 toilets in this area, 2 open now");
  });

  it("says neither town nor openings of a list that has not every place", () => {
    const sight = { ...moved, total: 21 };
    expect(news(sight, listOf(Array(20).fill("Eger")))).toBe("21 toilets in this area");
  });

  it("says no openings where there is no place", () => {
    expect(news({ ...moved, total: 0 }, listOf([]))).toBe("0 toilets in this area");
  });

  it("names no town after a filter: the map is where it was", () => {
    const sight = { ...before, filters: "?free=1", total: 1 };
    expect(news(sight, listOf(["Eger"]))).toBe("1 toilet in this area, 1 open now");
  });

  it("says what was found and the places there in one message", () => {
    expect(news(moved, listOf(["Eger", "Eger"]), { found: "Dobó tér, Eger" })).toMatch(
      /^The map shows Dobó tér, Eger\. 2 toilets in this area/,
    );
  });

  it("says nothing where nothing has changed, and nothing of the first sight", () => {
    expect(news(before, listOf(["Eger"]))).toBeNull();
    expect(news(moved, listOf(["Eger", "Eger"]), { from: null })).toBeNull();
  });
});
