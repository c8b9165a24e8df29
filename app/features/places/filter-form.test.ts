import { describe, expect, it } from "vitest";
import { noFilters } from "#domain/place/place-filters.ts";
import type { PlaceListQuery } from "#domain/place/place-list-query.ts";
import { readFilterForm } from "./filter-form.tsx";

const query: PlaceListQuery = {
  page: 4,
  perPage: 10,
  sort: "added-desc",
  filters: { ...noFilters, open: true },
  includeUnknown: true,
  near: null,
  bbox: null,
};

function formWith(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

describe("readFilterForm", () => {
  it("takes ticked filters and the chosen order, and starts at the first page", () => {
    const form = formWith({ accessible: "1", open: "1", sort: "rating-desc" });
    expect(readFilterForm(form, query)).toEqual({
      ...query,
      page: 1,
      sort: "rating-desc",
      filters: { ...noFilters, accessible: true, open: true },
    });
  });

  it("drops unknown opening times together with the open filter", () => {
    expect(readFilterForm(formWith({}), query)).toMatchObject({
      filters: noFilters,
      includeUnknown: false,
    });
  });

  it("orders by distance only from a known position", () => {
    const form = formWith({ sort: "distance" });
    expect(readFilterForm(form, query).sort).toBe("added-desc");
    expect(readFilterForm(form, { ...query, near: [19, 47] }).sort).toBe("distance");
    const near = formWith({ sort: "near" });
    expect(readFilterForm(near, query).sort).toBe("added-desc");
    expect(readFilterForm(near, { ...query, near: [19, 47] }).sort).toBe("near");
  });

  it("keeps the order where the form names none", () => {
    expect(readFilterForm(formWith({ sort: "price" }), query).sort).toBe("added-desc");
  });
});
