import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { Select } from "#app/ui/select.tsx";
import { formatBoundingBox } from "#domain/bounding-box.ts";
import { formatCoordinates } from "#domain/coordinates.ts";
import { placesPerPage } from "#domain/pager.ts";
import { placeFilterNames } from "#domain/place-filters.ts";
import type { PlaceListQuery } from "#domain/place-list-query.ts";
import { type PlaceOrder, placeSorts } from "#domain/place-sort.ts";
import { FilterChip } from "./filter-chip.tsx";
import { NearMe } from "./near-me.tsx";
import { changedListAddress, placeListPath } from "./place-list-address.ts";
import { readFilterForm } from "./read-filter-form.ts";

/**
 * The filters and the order: a plain GET form with a button, and with script a form that applies each
 * change at once.
 */
export function FilterForm({ query }: { query: PlaceListQuery }) {
  const { t } = useTranslation();
  const { form, shown, change } = useFilterForm(query);
  const orders: readonly PlaceOrder[] =
    query.near === null ? placeSorts : ["distance", ...placeSorts];

  return (
    // A restored form would differ from the list beside it, hence autoComplete="off".
    <form
      ref={form}
      method="get"
      action={placeListPath}
      autoComplete="off"
      className="grid grid-cols-1 gap-3"
    >
      <fieldset className="flex min-w-0 flex-wrap gap-2">
        <legend className="sr-only">{t("filter.label")}</legend>
        {placeFilterNames.map((name) => (
          <FilterChip
            key={name}
            name={name}
            isOn={shown.filters[name]}
            onToggle={() =>
              change({ ...shown, filters: { ...shown.filters, [name]: !shown.filters[name] } })
            }
          />
        ))}
      </fieldset>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Select
          label={t("sort.label")}
          name="sort"
          className="max-w-full"
          value={shown.sort}
          options={orders.map((order) => ({ value: order, label: t(`sort.${order}`) }))}
          onChange={(event) => {
            const sort = orders.find((order) => order === event.target.value);
            if (sort) change({ ...shown, sort });
          }}
        />
        <NearMe query={shown} />
      </div>
      <KeptParameters query={query} />
      <noscript>
        <Button type="submit" variant="primary">
          {t("filter.apply")}
        </Button>
      </noscript>
    </form>
  );
}

/** What the form doesn't ask for and the address keeps. */
function KeptParameters({ query: { near, bbox, perPage } }: { query: PlaceListQuery }) {
  return (
    <>
      {perPage !== placesPerPage && <input type="hidden" name="per_page" value={perPage} />}
      {near && <input type="hidden" name="near" value={formatCoordinates(near)} />}
      {bbox && <input type="hidden" name="bbox" value={formatBoundingBox(bbox)} />}
    </>
  );
}

/** The form's state: what was chosen shows at once, and the list follows when it arrives. */
function useFilterForm(query: PlaceListQuery) {
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const [listed, setListed] = useState(query);
  const [shown, setShown] = useState(query);
  if (listed !== query) {
    setListed(query);
    setShown(query);
  }

  const change = (next: PlaceListQuery) => {
    setShown(next);
    void navigate(changedListAddress(next, {}), { preventScrollReset: true });
  };

  const applyEarlyChoice = useEffectEvent(() => {
    if (form.current === null) return;
    const chosen = readFilterForm(new FormData(form.current), query);
    const address = changedListAddress(chosen, {});
    if (address !== changedListAddress(query, {})) change(chosen);
  });
  // What was ticked before the script arrived counts too.
  useEffect(() => applyEarlyChoice(), []);

  return { form, shown, change };
}
