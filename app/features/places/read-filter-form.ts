import type { PlaceListQuery } from "#domain/place-list-query.ts";
import { type PlaceOrder, parsePlaceSort } from "#domain/place-sort.ts";

/**
 * The query that the filter form asks for: its checkboxes and its order, the rest as it was, from the
 * first page on.
 */
export function readFilterForm(form: FormData, query: PlaceListQuery): PlaceListQuery {
  const filters = {
    accessible: form.has("accessible"),
    free: form.has("free"),
    public: form.has("public"),
    open: form.has("open"),
  };
  const includeUnknown = filters.open && query.includeUnknown;
  return { ...query, page: 1, sort: readOrder(form, query), filters, includeUnknown };
}

function readOrder(form: FormData, query: PlaceListQuery): PlaceOrder {
  const sort = String(form.get("sort"));
  if (sort === "distance" && query.near !== null) return sort;
  return parsePlaceSort(sort) ?? query.sort;
}
