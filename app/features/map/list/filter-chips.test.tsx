import { expect, it } from "vitest";
import { parseMapPageQuery } from "#domain/map/map-page-query.ts";
import { type PlaceFilterName, shownFilterNames } from "#domain/place/place-filters.ts";
import { renderInLanguage } from "#tests/support/app/render-in-language.tsx";
import { FilterChips } from "./filter-chips.tsx";

/** Address that the chip's form leads to without script. */
function addressOf(search: string, filter: PlaceFilterName): string {
  const read = parseMapPageQuery(new URLSearchParams(search));
  if (!read.ok) throw new Error(search);
  const html = renderInLanguage(
    <FilterChips query={read.query} list={null} onToggle={() => {}} />,
    "hu",
  );
  const forms = html.split("<form").slice(1);
  const pairsOf = (form: string) =>
    [...form.matchAll(/<(?:input|button)[^>]*>/g)].flatMap(([tag]) => {
      const [name, value] = ["name", "value"].map((name) => tag.match(` ${name}="([^"]*)"`)?.[1]);
      return name === undefined ? [] : [[name, value ?? ""]];
    });
  return String(new URLSearchParams(pairsOf(forms[shownFilterNames.indexOf(filter)])));
}

it.each<[string, PlaceFilterName, string]>([
  ["place=7&free=1&view=19,47,12", "free", "place=7&view=19%2C47%2C12"],
  ["place=7&view=19,47,12", "free", "place=7&view=19%2C47%2C12&free=1"],
  // What goes with a filter goes with it.
  ["open=1&unknown=1", "open", ""],
  ["free=1&unstated=1", "free", ""],
  ["free=1&open=1&unknown=1&unstated=1", "free", "open=1&unknown=1"],
])("%j: the chip of %s leads to %j", (search, filter, expected) => {
  expect(addressOf(search, filter)).toBe(expected);
});
