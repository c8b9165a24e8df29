import { useTranslation } from "react-i18next";
import { ButtonLink } from "#app/ui/button-link.tsx";
import { PagerNav } from "#app/ui/pager-nav.tsx";
import { useNow } from "#app/ui/use-now.ts";
import { mapPageSearch } from "#domain/map-page-query.ts";
import { lastPageOf, type PlaceList } from "#domain/place-list.ts";
import type { PlaceListQuery } from "#domain/place-list-query.ts";
import { ListNotice } from "./list-notice.tsx";
import { PlaceCard } from "./place-card.tsx";
import { placeListAddress } from "./place-list-address.ts";
import type { OpenReviews, RenderActions, RenderReviews, RenderUpkeep } from "./place-list-data.ts";

interface PlacePagesProps {
  query: PlaceListQuery;
  list: PlaceList;
  openReviews: OpenReviews | null;
  renderedAt: string;
  renderReviews: RenderReviews;
  renderUpkeep: RenderUpkeep;
  renderActions: RenderActions;
}

/** The cards of one page and the way to the others. */
export function PlacePages(props: PlacePagesProps) {
  const { query, list, openReviews, renderReviews, renderUpkeep, renderActions } = props;
  const { t } = useTranslation();
  const now = useNow(props.renderedAt);
  const pageCount = lastPageOf(query, list.total);
  const toPage = (page: number) => placeListAddress({ ...query, page });
  return (
    <>
      {query.page > pageCount && (
        <ListNotice icon="list" title={t("places.beyond.title")}>
          <ButtonLink to={toPage(pageCount)} variant="primary">
            {t("places.beyond.back")}
          </ButtonLink>
        </ListNotice>
      )}
      <ul className="grid grid-cols-1 gap-4">
        {list.places.map((place) => (
          <li key={place.id} className="min-w-0">
            <PlaceCard
              place={place}
              now={now}
              mapAddress={`/${mapPageSearch({ ...query, place: place.id, view: null })}`}
              actions={renderActions(place)}
            >
              {renderReviews({
                place,
                opened: openReviews?.placeId === place.id ? openReviews : null,
                query,
              })}
              {renderUpkeep({ place, now })}
            </PlaceCard>
          </li>
        ))}
      </ul>
      <PagerNav current={query.page} pageCount={pageCount} toPage={toPage} />
    </>
  );
}
