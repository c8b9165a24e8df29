import type { APIRequestContext } from "@playwright/test";
import type { PlaceList } from "#domain/place/place.ts";
import { readPage, textOf } from "#tests/e2e/support/plain-visitor.ts";
import { expect, test } from "#tests/e2e/support/test.ts";

/* Pages of towns, as the server sends them. Their layout is in `every-page/each-page.spec.ts`. */

/** Places of Budapest that the API knows. */
async function placesOf(request: APIRequestContext, town: string, search = "") {
  const response = await request.get(`/api/v1/places?per_page=100${search}`);
  const { places }: PlaceList = await response.json();
  return places.filter(({ city }) => city === town);
}

test("towns lead from their list to their places, and to each of these", async ({ request }) => {
  const towns = await readPage(request, "/towns");
  expect(textOf(towns.querySelector("h1"))).toBe("Települések");
  const [home, abroad] = towns.querySelectorAll("main ul");
  expect(abroad.querySelector("a")).not.toBeNull();
  const links = [...home.querySelectorAll("li > a")];
  const names = links.map((link) => textOf(link.querySelector("span")));
  expect(names).toEqual(names.toSorted(new Intl.Collator("hu").compare));
  const [budapest] = links.filter((link) => textOf(link).startsWith("Budapest"));
  expect(budapest.getAttribute("href")).toBe("/towns/Budapest");

  const found = await readPage(request, "/towns?q=budap");
  expect(found.querySelectorAll("main li > a")).toHaveLength(1);

  const town = await readPage(request, "/towns/Budapest");
  expect(textOf(town.querySelector("h1"))).toBe("Nyilvános mosdók: Budapest");
  const rows = [...town.querySelectorAll("main section li > a")];
  const places = await placesOf(request, "Budapest");
  const idsOf = (ids: readonly number[]) => ids.toSorted((one, other) => one - other);
  const shown = rows.map((row) => Number(row.getAttribute("href")?.split("/").at(-1)));
  expect(idsOf(shown)).toEqual(idsOf(places.map(({ id }) => id)));
  const accessible = await placesOf(request, "Budapest", "&accessible=1");
  const main = textOf(town.querySelector("main"));
  expect(main).toContain(`${places.length} mosdó`);
  expect(main).toMatch(new RegExp(`: ?${accessible.length}\\b`));
  expect(town.querySelector("main img[alt^=Térkép]")).not.toBeNull();

  const place = await readPage(request, `/places/${places[0].id}`);
  expect(place.querySelector("main a[href='/towns/Budapest']")).not.toBeNull();
});
