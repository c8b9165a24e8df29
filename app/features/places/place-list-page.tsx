import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { PageTitle } from "#app/i18n/page-title.tsx";
import { useFormatter } from "#app/i18n/use-formatter.ts";
import { Alert } from "#app/ui/alert.tsx";
import { ButtonLink } from "#app/ui/button-link.tsx";
import { PageMain } from "#app/ui/page-main.tsx";
import { FilterForm } from "./filter-form.tsx";
import { KeptList } from "./kept-list.tsx";
import { ListHeading } from "./list-heading.tsx";
import { ListSearch, type ListSearched, type RenderSearch } from "./list-search.tsx";
import { MalformedList } from "./malformed-list.tsx";
import { NoPlaces } from "./no-places.tsx";
import { placeListAddress, placeListPath } from "./place-list-address.ts";
import type {
  PlaceListData,
  RenderActions,
  RenderReviews,
  RenderUpkeep,
} from "./place-list-data.ts";
import { PlaceListSkeleton } from "./place-list-skeleton.tsx";
import { PlacePages } from "./place-pages.tsx";
import { UnknownPlacesNote } from "./unknown-places-note.tsx";
import { useSlowNavigation } from "./use-slow-navigation.ts";

interface PlaceListPageProps {
  data: PlaceListData;
  /** Whether this is the list from before, because the one asked for could not be loaded. */
  isKept: boolean;
  /** The button and the form that add a place, above the list at this address. */
  renderAddPlace: (listAddress: string) => ReactNode;
  renderReviews: RenderReviews;
  renderUpkeep: RenderUpkeep;
  renderActions: RenderActions;
  /** A search by the address that has led nowhere. */
  searched: ListSearched | null;
  renderSearch: RenderSearch;
}

/** The places page: heading, filters, one card per place, pager (docs/product#place-cards). */
export function PlaceListPage(props: PlaceListPageProps) {
  const { data, isKept, renderAddPlace, searched, renderSearch, ...render } = props;
  const { t } = useTranslation();
  const format = useFormatter();
  const isSlow = useSlowNavigation(placeListPath);
  if (data.kind === "malformed") return <MalformedList fields={data.fields} />;
  const { query } = data;
  const title = t("places.title");
  return (
    <PageMain>
      <PageTitle
        screen={query.page === 1 ? title : t("places.pageTitle", { title, page: query.page })}
      />
      <ListHeading title={title} query={query} list={data.kind === "listed" ? data.list : null} />
      {renderAddPlace(placeListAddress(query))}
      <ListSearch query={query} searched={searched} renderSearch={renderSearch} />
      <FilterForm query={query} />
      <div className="mt-6">
        {data.kind === "unavailable" && (
          <Alert kind="danger">
            <p>{t("places.failed")}</p>
            <ButtonLink to={placeListAddress(query)} icon="retry" className="my-2">
              {t("action.retry")}
            </ButtonLink>
          </Alert>
        )}
        {isKept && !isSlow && <KeptList />}
        {isSlow && <PlaceListSkeleton />}
        {data.kind === "listed" && !isSlow && (
          <>
            {data.list.as_of && (
              <Alert kind="warning" className="mb-4">
                {t("places.fromMemory", { time: format.dateTime(data.list.as_of) })}
              </Alert>
            )}
            <UnknownPlacesNote query={query} count={data.list.unknown_count} />
            {data.list.total === 0 ? (
              <NoPlaces query={query} relief={data.relief} />
            ) : (
              <PlacePages {...data} {...render} />
            )}
          </>
        )}
      </div>
    </PageMain>
  );
}
