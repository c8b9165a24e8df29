import { expect, it } from "vitest";
import { startView } from "#domain/map/initial-view.ts";
import { noFilters } from "#domain/place/place-filters.ts";
import { picturePath } from "./map-picture.tsx";

const picture = {
  view: startView,
  filters: noFilters,
  includeUnknown: false,
  size: "phone",
  theme: "dark",
  language: "hu",
} as const;

it("names the view, the size, the theme and the language", () => {
  expect(picturePath(picture)).toBe(
    "/map-picture.svg?view=19.5,47.18,7&size=phone&theme=dark&lang=hu",
  );
});

it("names the filters, and unknown opening times only beside the open filter", () => {
  const filters = { ...noFilters, accessible: true };
  expect(picturePath({ ...picture, filters, includeUnknown: true })).toMatch(
    /&lang=hu&accessible=1$/,
  );
  const open = { ...noFilters, open: true };
  expect(picturePath({ ...picture, filters: open, includeUnknown: true })).toMatch(
    /&open=1&unknown=1$/,
  );
});
