import { expect, it } from "vitest";
import { renderInLanguage } from "#tests/support/app/render-in-language.tsx";
import { PlaceRating } from "./place-rating.tsx";

/** Widths of the gold parts, in pixels of a star of 15. */
const goldWidths = (mean: number) =>
  [
    ...renderInLanguage(<PlaceRating mean={mean} count={2} />, "hu").matchAll(
      /<svg width="([\d.]+)"/g,
    ),
  ].map(([, width]) => Math.round(Number(width) * 10) / 10);

it.each([
  [1, [15]],
  [3.33, [15, 15, 15, 5]],
  [4.5, [15, 15, 15, 15, 7.5]],
  [4.99, [15, 15, 15, 15, 14.9]],
  [5, [15, 15, 15, 15, 15]],
])("draws %s gold up to the mean", (mean, widths) => {
  expect(goldWidths(mean)).toEqual(widths);
});
