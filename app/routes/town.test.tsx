import { expect, it } from "vitest";
import { renderInLanguage } from "#tests/support/app/render-in-language.tsx";
import { fridayAfternoon, placeInGyor } from "#tests/support/place-in-gyor.ts";
import { TownPage } from "./town.tsx";

it("names the point around which the browser keeps places (docs/product#places-without-a-connection)", () => {
  const counts = { total: 1, open: 1, accessible: 1, free: 0, changing_table: 0 };
  const town = {
    name: "Győr",
    counts,
    places: [placeInGyor],
    page: 1,
    view: { longitude: 17.63, latitude: 47.68, zoom: 12 },
    asOf: null,
  } as unknown as Parameters<typeof TownPage>[0]["town"];
  const page = (
    <TownPage
      town={town}
      origin="https://mosdo.example"
      renderedAt={fridayAfternoon.toISOString()}
    />
  );
  expect(renderInLanguage(page, "hu")).toContain('data-around="17.63,47.68"');
});
