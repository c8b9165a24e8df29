import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { filterLabel } from "#app/place/filter-labels.ts";
import { MoreFiltersButton } from "#app/place/more-filters-button.tsx";
import { TimeButton } from "#app/place/time-menu.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { joinClasses } from "#app/ui/class-names.ts";
import { findPosition, type PositionError } from "#app/ui/find-position.ts";
import { Select } from "#app/ui/form/select.tsx";
import { HiddenParameters } from "#app/ui/hidden-parameters.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { chipClass } from "#app/ui/toggle-chip.tsx";
import {
  approximatePosition,
  type Coordinates,
  formatCoordinates,
} from "#domain/geography/coordinates.ts";
import {
  filtersWhere,
  mainFilterNames,
  moreFilterNames,
  noFilters,
  type PlaceFilterName,
} from "#domain/place/place-filters.ts";
import { type PlaceListQuery, placeListSearch } from "#domain/place/place-list-query.ts";
import {
  defaultPlaceSort,
  isNearestFirst,
  nearestSorts,
  type PlaceOrder,
  parsePlaceOrder,
  placeSorts,
} from "#domain/place/place-sort.ts";
import { changedListHref, placeListPath } from "./place-list-hrefs.ts";

/** One that is on is hardly wider: its tick stands within the padding. */
const chipPadding = "px-[clamp(0.5rem,2.6vw,0.75rem)]!";

const moreClass = "mt-2 flex-wrap gap-2 border-t border-line pt-2";

/**
 * Order and filters: without script a GET form with a button, with script each change applies at once.
 * @param children at the end of the filters' line
 */
export function FilterForm({ query, children }: { query: PlaceListQuery; children: ReactNode }) {
  const { t } = useTranslation();
  const { form, shown, change } = useFilterForm(query);
  const moreId = useId();
  const [isOpen, setIsOpen] = useState(moreFilterNames.some((name) => query.filters[name]));
  const orders: readonly PlaceOrder[] =
    query.near === null ? placeSorts : [...nearestSorts, ...placeSorts];
  const chipOf = (name: PlaceFilterName) => (
    <FilterChip
      key={name}
      name={name}
      at={query.at}
      isOn={shown.filters[name]}
      onToggle={() =>
        change({ ...shown, filters: { ...shown.filters, [name]: !shown.filters[name] } })
      }
    />
  );

  return (
    // autoComplete="off", because a restored form would differ from the list beside it.
    <form ref={form} method="get" action={placeListPath} autoComplete="off" className="contents">
      <Select
        label={t("sort.label")}
        name="sort"
        isLabelHidden
        className="min-w-0 max-sm:max-w-32"
        value={shown.sort}
        options={orders.map((order) => ({ value: order, label: t(`sort.${order}`) }))}
        onChange={(event) => {
          const sort = orders.find((order) => order === event.target.value);
          if (sort) change({ ...shown, sort });
        }}
      />
      <NearMe query={shown} />
      <div className="flex min-w-0 basis-full flex-wrap items-start gap-x-4 gap-y-2">
        <fieldset className={joinClasses("min-w-0 grow", isOpen ? "basis-full" : "basis-40")}>
          <legend className="sr-only">{t("filter.label")}</legend>
          {/* Room for the ring of the focus, which the scrolled line would cut off; it fades where it goes on. */}
          <div className="-m-1.5 flex gap-2 p-1.5 max-sm:gap-x-1.5 max-sm:overflow-x-auto max-sm:pr-8 max-sm:[mask-image:linear-gradient(to_left,transparent,black_2rem)] sm:flex-wrap">
            {mainFilterNames.map((name) =>
              name === "open"
                ? [chipOf(name), <TimeButton key="at" at={query.at} className={chipPadding} />]
                : chipOf(name),
            )}
            <MoreFiltersButton
              filters={shown.filters}
              isOpen={isOpen}
              controls={moreId}
              className={chipPadding}
              onToggle={() => setIsOpen(!isOpen)}
            />
          </div>
          <div
            id={moreId}
            className={joinClasses(moreClass, isOpen ? "flex" : "hidden noscript:flex")}
          >
            {moreFilterNames.map(chipOf)}
          </div>
        </fieldset>
        {children}
      </div>
      <HiddenParameters search={otherParameters(query)} />
      <noscript>
        <Button type="submit" variant="primary">
          {t("filter.apply")}
        </Button>
      </noscript>
    </form>
  );
}

/** The list's parameters that the form has no field for. */
function otherParameters(query: PlaceListQuery): string {
  const { perPage, near, bbox, at } = query;
  const filtering = { filters: noFilters, includeUnknown: false, at };
  return placeListSearch({ ...filtering, page: 1, perPage, sort: defaultPlaceSort, near, bbox });
}

/** State of the form: a choice shows at once, and the list follows when it has loaded. */
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
    void navigate(changedListHref(next, {}), { preventScrollReset: true });
  };

  const applyEarlyChoice = useEffectEvent(() => {
    if (form.current === null) return;
    const chosen = readFilterForm(new FormData(form.current), query);
    const href = changedListHref(chosen, {});
    if (href !== changedListHref(query, {})) change(chosen);
  });
  // Boxes ticked before the script arrived count too.
  useEffect(() => applyEarlyChoice(), []);

  return { form, shown, change };
}

interface FilterChipProps extends Pick<PlaceListQuery, "at"> {
  name: PlaceFilterName;
  isOn: boolean;
  onToggle: () => void;
}

/** One filter: a checkbox in the shape of a chip, filled and ticked when it is on. */
function FilterChip({ name, at, isOn, onToggle }: FilterChipProps) {
  const { t } = useTranslation();
  return (
    <label
      className={chipClass(
        false,
        `${chipPadding} relative flex-none cursor-pointer has-checked:border-brand has-checked:bg-brand has-checked:text-on-brand has-checked:pr-1.25! has-checked:pl-4! has-checked:hover:bg-brand-strong has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand`,
      )}
    >
      <input
        type="checkbox"
        name={name}
        value="1"
        checked={isOn}
        onChange={onToggle}
        className="peer sr-only"
      />
      <Icon name="check" className="absolute left-0 hidden size-4 peer-checked:block" />
      {t(filterLabel(name, at))}
    </label>
  );
}

/** The query of the filter form: its checkboxes and its order, the rest as before, from the first page on. */
export function readFilterForm(form: FormData, query: PlaceListQuery): PlaceListQuery {
  const filters = filtersWhere((name) => form.has(name));
  const includeUnknown = filters.open && query.includeUnknown;
  return { ...query, page: 1, sort: readOrder(form, query), filters, includeUnknown };
}

function readOrder(form: FormData, query: PlaceListQuery): PlaceOrder {
  const sort = parsePlaceOrder(String(form.get("sort")));
  if (sort === null || (isNearestFirst(sort) && query.near === null)) return query.sort;
  return sort;
}

/** Button that finds the visitor's position and orders the list by it, or says why it cannot. */
function NearMe({ query }: { query: PlaceListQuery }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [isLocating, setIsLocating] = useState(false);
  const [error, setError] = useState<PositionError | null>(null);
  const [own, setOwn] = useState<Coordinates | null>(null);
  // After an address search, and in a shared URL, the list is around another point.
  const isAroundOwn = isNearestFirst(query.sort) && isSamePoint(own, query.near);

  const locate = async () => {
    setIsLocating(true);
    setError(null);
    const found = await findPosition(navigator.geolocation);
    setIsLocating(false);
    if (!found.ok) return setError(found.error);
    const near = approximatePosition(found.position);
    setOwn(near);
    await navigate(changedListHref(query, { sort: "near", near }), {
      preventScrollReset: true,
    });
  };

  return (
    <>
      <Button
        icon={isAroundOwn ? "locate-fixed" : "locate"}
        aria-disabled={isLocating}
        onClick={() => !isLocating && void locate()}
        className="noscript:hidden max-sm:px-0!"
      >
        <span className="max-sm:sr-only">
          {t(`places.near.${isLocating ? "locating" : isAroundOwn ? "update" : "find"}`)}
        </span>
      </Button>
      {error && (
        <Alert kind="warning" onDismiss={() => setError(null)} className="basis-full">
          {t(`places.near.${error}`)}
        </Alert>
      )}
    </>
  );
}

function isSamePoint(one: Coordinates | null, other: Coordinates | null): boolean {
  return one !== null && other !== null && formatCoordinates(one) === formatCoordinates(other);
}
