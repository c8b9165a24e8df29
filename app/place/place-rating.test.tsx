import { expect, it } from "vitest";
import { renderInLanguage } from "#tests/support/app/render-in-language.tsx";
import { PlaceRating } from "./place-rating.tsx";

/** Width of the gold part, in pixels of a star of 15; the next star begins 17 pixels further. */
const goldWidth = (mean: number) => {
  const markup = renderInLanguage(<PlaceRating mean={mean} count={2} />, "hu");
  return Math.round(Number(/<svg width="([\d.]+)"/.exec(markup)?.[1]) * 10) / 10;
};

it.each([
  [1, 17],
  [3.33, 3 * 17 + 5],
  [4.5, 4 * 17 + 7.5],
  [4.99, 4 * 17 + 14.9],
  [5, 5 * 17],
])("draws %s gold up to the mean", (mean, width) => {
  expect(goldWidth(mean)).toBe(width);
});
