import { useEffect, useEffectEvent } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useFormatter } from "#app/i18n/use-formatter.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { approximatePosition } from "#domain/approximate-position.ts";
import type { MapPageQuery } from "#domain/map-page-query.ts";
import { placesPerPage } from "#domain/pager.ts";
import { placeListSearch } from "#domain/place-list-query.ts";
import { nearbyListQuery } from "./nearby-list-query.ts";
import {
  type NearestOpenProps,
  type NearestProblem,
  type NearestState,
  useNearestOpen,
} from "./use-nearest-open.ts";

interface NearestAnswerProps extends NearestOpenProps {
  /** How often the big button was pressed. */
  presses: number;
  /** What the button is to say. */
  onState: (state: NearestState) => void;
}

/**
 * What the big button does and says: why it leads nowhere, above it, and below it the nearer place whose
 * opening times nobody knows. A chunk of its own: it is of no use before the visitor's position is known.
 */
export function NearestAnswer({ presses, onState, ...props }: NearestAnswerProps) {
  const { t } = useTranslation();
  const format = useFormatter();
  const { isBusy, problem, nearest, go, dismiss } = useNearestOpen(props);
  const { position, query, onFound } = props;
  const unknown = nearest?.unknown;
  const openMeters = nearest?.open?.distance ?? null;
  const tell = useEffectEvent(onState);
  useEffect(() => tell({ isBusy, openMeters }), [isBusy, openMeters]);
  const answerPress = useEffectEvent(() => {
    if (!isBusy) void go();
  });
  useEffect(() => {
    if (presses > 0) answerPress();
  }, [presses]);
  return (
    <>
      {problem && (
        <div className="order-first" data-map-notice>
          <Alert kind="info" onDismiss={dismiss} className="bg-raised! shadow-float">
            <Explanation problem={problem} query={query} onWiden={() => void go(true)} />
          </Alert>
        </div>
      )}
      {unknown && position && (
        <Button
          variant="floating"
          icon="unknown"
          className="w-full"
          onClick={() => {
            dismiss();
            onFound(unknown, position, null);
          }}
        >
          {t("map.nearest.unknownAt", { distance: format.distance(unknown.distance ?? 0) })}
        </Button>
      )}
    </>
  );
}

interface ExplanationProps {
  problem: NearestProblem;
  query: MapPageQuery;
  /** Lets places of unknown opening times in, where the filter by 'open' keeps them out. */
  onWiden: () => void;
}

/** Says what to do: a sentence, and where to look instead. */
function Explanation({ problem, query, onWiden }: ExplanationProps) {
  const { t } = useTranslation();
  const format = useFormatter();
  if (!("from" in problem)) return <p>{t(`map.nearest.${problem.kind}`)}</p>;
  const { kind, from, limitMeters } = problem;
  const leavesOutUnknown = query.filters.open && !query.includeUnknown;
  const byDistance = nearbyListQuery(query, approximatePosition(from), null, placesPerPage);
  return (
    <>
      <p>{t(`map.nearest.${kind}`, { limit: format.distance(limitMeters) })}</p>
      <div className="-mb-2 flex flex-wrap items-center gap-x-4">
        {kind === "none" && leavesOutUnknown && (
          <Button className="my-1" onClick={onWiden}>
            {t("map.nearest.widenUnknown")}
          </Button>
        )}
        <Link to={`/places${placeListSearch(byDistance)}`} className="text-link py-2.5">
          {t("map.nearest.list")}
        </Link>
      </div>
    </>
  );
}
