import { expect, it } from "vitest";
import { renderInLanguage } from "#tests/support/app/render-in-language.tsx";
import { fridayAfternoon, placeInGyor } from "#tests/support/place-in-gyor.ts";
import { PlacesAtPoint } from "./places-at-point.tsx";

it("offers what came with the page at once, also where that does not know a new place itself yet", () => {
  const other = { ...placeInGyor, id: placeInGyor.id + 1 };
  const here = (
    <PlacesAtPoint
      {...{ place: placeInGyor, listed: [], placeHref: String, now: fridayAfternoon }}
      sent={[other]}
    />
  );
  expect(renderInLanguage(here, "hu")).toContain("Ugyanitt még 1 mosdó");
});
