import { useEffect, useEffectEvent, useRef, useState } from "react";
import { Link } from "react-router";
import { useFormatter } from "#app/i18n/use-formatter.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { askServer } from "#app/network/ask-server.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { findPosition, type PositionFault } from "#app/ui/find-position.ts";
import { approximatePosition, type Coordinates } from "#domain/geography/coordinates.ts";
import type { MapPageQuery } from "#domain/map/map-page-query.ts";
import { type NearestPlaces, nearestPlacesSearch } from "#domain/place/nearest-places.ts";
import type { Place } from "#domain/place/place.ts";
import { placeListSearch } from "#domain/place/place-list-query.ts";
import { placesPerPage } from "#domain/reading/page-sizes.ts";
import { nearbyListQuery } from "./nearby-list-query.ts";

interface NearestAnswerProps extends NearestOpenProps {
  /** Number of presses of the button. */
  presses: number;
  /** Called with the button's text. */
  onState: (state: NearestState) => void;
}

/**
 * Behaviour and messages of the big button: above it the reason why it leads nowhere, below it a nearer place
 * of unknown opening times. A chunk of its own, because it needs the visitor's position first.
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
  /** Adds places of unknown opening times, which the open filter leaves out. */
  onWiden: () => void;
}

/** A sentence about what failed, and a way on. */
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

export interface NearestOpenProps {
  position: Coordinates | null;
  onPosition: (position: Coordinates) => void;
  query: MapPageQuery;
  /** Takes the visitor to the place; `nearer` is a nearer place of unknown opening times. */
  onFound: (place: Place, from: Coordinates, nearer: Place | null) => void;
}

/** The answer that is known before the button is pressed. */
export interface NearestState {
  readonly isBusy: boolean;
  /** Distance of the nearest place that is surely open, in metres; null without one. */
  readonly openMeters: number | null;
}

/** Reason why the button cannot lead to a place. */
export type NearestProblem =
  | { readonly kind: PositionFault | "failed" }
  /** No place is near, or none that is surely open. */
  | { readonly kind: "none" | "unsure"; readonly from: Coordinates; readonly limitMeters: number };

/**
 * Takes the visitor to the nearest place that is surely open and meets the filters
 * (docs/product#nearest-open-place). The button's text is loaded as soon as the position is known; a press
 * loads it again, because minutes may have passed.
 */
export function useNearestOpen({ position, onPosition, query, onFound }: NearestOpenProps) {
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<NearestProblem | null>(null);
  const [nearest, setNearest] = useState<NearestPlaces | null>(null);
  const running = useRef<AbortController>(null);
  const question = position && nearestPlacesSearch({ ...query, near: position });

  useEffect(() => {
    if (question === null) return;
    const abort = new AbortController();
    askNearest(question, abort.signal).then((answer) => {
      if (!abort.signal.aborted) setNearest(answer);
    });
    return () => abort.abort();
  }, [question]);

  /** @param includeUnknown whether the open filter also allows places of unknown opening times */
  async function go(includeUnknown = query.includeUnknown) {
    running.current?.abort();
    const abort = new AbortController();
    running.current = abort;
    setIsBusy(true);
    setProblem(null);
    const outcome = await findNearest(includeUnknown, abort.signal);
    if (abort.signal.aborted) return;
    setIsBusy(false);
    if ("kind" in outcome) return setProblem(outcome);
    const { from, answer } = outcome;
    setNearest(answer);
    if (answer.open) return onFound(answer.open, from, answer.unknown);
    setProblem({
      kind: answer.unknown ? "unsure" : "none",
      from,
      limitMeters: answer.limit_meters,
    });
  }

  async function findNearest(
    includeUnknown: boolean,
    signal: AbortSignal,
  ): Promise<NearestProblem | { from: Coordinates; answer: NearestPlaces }> {
    let from = position;
    if (from === null) {
      const found = await findPosition(navigator.geolocation);
      if (!found.ok) return { kind: found.fault };
      from = found.position;
      onPosition(from);
    }
    const search = nearestPlacesSearch({ ...query, includeUnknown, near: from });
    const answer = await askNearest(search, signal);
    return answer ? { from, answer } : { kind: "failed" };
  }

  return { isBusy, problem, nearest, go, dismiss: () => setProblem(null) };
}

/** Null where the call failed or was aborted. */
async function askNearest(search: string, signal: AbortSignal): Promise<NearestPlaces | null> {
  const answer = await askServer<NearestPlaces>(`/api/v1/places/nearest${search}`, { signal });
  return answer.ok ? answer.body : null;
}
