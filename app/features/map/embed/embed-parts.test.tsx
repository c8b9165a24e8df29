import { expect, it } from "vitest";
import { noFilters } from "#domain/place/place-filters.ts";
import { renderInLanguage, textOf } from "#tests/support/app/render-in-language.tsx";
import { listOf } from "#tests/support/app/render-map-page.tsx";
import { fridayAfternoon, placeInGyor } from "#tests/support/place-in-gyor.ts";
import { EmbeddedList } from "./embed-parts.tsx";

const other = { ...placeInGyor, id: placeInGyor.id + 1, address: "Fő tér 2." };

function listText(cities: readonly [string, string]) {
  const list = listOf([
    { ...placeInGyor, city: cities[0] },
    { ...other, city: cities[1] },
  ]);
  const places = { of: null, list, isLoading: false, failure: null, retry: () => {} };
  const query = { filters: noFilters, includeUnknown: false };
  return textOf(
    renderInLanguage(
      <EmbeddedList
        {...{ query, places, near: [17.6, 47.7], isOpenFirst: false, now: fridayAfternoon }}
        linkTo={({ id }) => ({ to: `/embed?place=${id}` })}
      />,
      "hu",
    ),
  );
}

it("names the town of all places once, above them", () => {
  expect(listText(["Győr", "Győr"]).match(/Győr/g)).toHaveLength(1);
});

it("names the town of each place where there are several", () => {
  const text = listText(["Győr", "Pápa"]);
  expect(text).toContain("Széchenyi tér 1., Győr");
  expect(text).toContain("Fő tér 2., Pápa");
});
