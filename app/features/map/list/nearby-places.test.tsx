import { describe, expect, it } from "vitest";
import { usePlaceTitles } from "#app/place/place-titles.ts";
import { useWalkText } from "#app/place/use-walk-text.ts";
import type { Place } from "#domain/place/place.ts";
import { noFilters } from "#domain/place/place-filters.ts";
import { renderInLanguage, textOf } from "#tests/support/app/render-in-language.tsx";
import { fridayAfternoon, placeInGyor } from "#tests/support/place-in-gyor.ts";
import { NearbyPlace, NearbyPlaces } from "./nearby-places.tsx";

const place: Place = { ...placeInGyor, distance: 234 };

function Row({ place }: { place: Place }) {
  const title = usePlaceTitles()(place);
  const walkText = useWalkText();
  return (
    <NearbyPlace
      {...{ place, title }}
      href="/?place=12"
      beside={walkText(place.distance ?? 0)}
      now={fridayAfternoon}
    />
  );
}

const row = (change: Partial<Place> = {}) =>
  textOf(renderInLanguage(<Row place={{ ...place, ...change }} />, "hu"));

describe("NearbyPlace", () => {
  it("begins with the place's own name, then town, status, price and access", () => {
    expect(row()).toBe(
      "Széchenyi tér 1. 230 m · kb. 4 perc Győr (az aluljáróban) Nyitva 18:00-ig 250 Ft Akadálymentes Vendégeknek",
    );
  });

  it("is right here from below 20 m on, without minutes", () => {
    expect(row({ distance: 20 })).toMatch(/^Széchenyi tér 1\. 20 m · kb\. 1 perc /);
    expect(row({ distance: 19.9 })).toMatch(/^Széchenyi tér 1\. itt helyben Győr /);
  });

  it("has the street below a title that is another, and no number for a title", () => {
    expect(row({ facts: { inside: "Árkád", level: "1" } })).toMatch(
      /^Itt: Árkád, 1\. szint 230 m · kb. 4 perc Széchenyi tér 1\., Győr /,
    );
    expect(row({ comments: "a felső szinten" })).not.toBe(row());
    expect(row({ address: "" })).toMatch(/^az aluljáróban 230 m · kb. 4 perc Győr Nyitva/);
    const oslo = { country: "NO", city: "Oslo", address: "", comments: "" };
    expect(row({ ...oslo, id: 34 })).toMatch(
      /^Nyilvános mosdó 230 m · kb. 4 perc Oslo, Norvégia Nyitva/,
    );
  });
});

describe("NearbyPlaces", () => {
  it("counts from the visitor, also in a list that was counted from the map's middle", () => {
    const [longitude, latitude] = place.coordinates;
    const list = {
      places: [place],
      total: 1,
      page: 1,
      per_page: 20,
      unknown_count: 0,
      likely_count: 0,
      unstated_count: 0,
    };
    const places = { list, of: null, isLoading: false, failure: null, retry: () => {} };
    const query = { filters: noFilters, includeUnknown: false, place: null, view: null };
    const listFrom = (hasPosition: boolean) =>
      textOf(
        renderInLanguage(
          <NearbyPlaces
            {...{ query, places, hasPosition }}
            near={[longitude, latitude + 0.0045]}
            now={fridayAfternoon}
          />,
          "hu",
        ),
      );
    expect(listFrom(true)).toContain("Széchenyi tér 1. 500 m");
    expect(listFrom(false)).toContain("Széchenyi tér 1. Győr");
  });
});
