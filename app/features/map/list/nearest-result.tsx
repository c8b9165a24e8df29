import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import type { MapArea } from "#app/features/map/map-area.ts";
import { useFormatter } from "#app/i18n/use-formatter.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { fetchApi } from "#app/network/fetch-api.ts";
import { likelyText } from "#app/place/likely-text.tsx";
import { useWalkText } from "#app/place/use-walk-text.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button, IconButton } from "#app/ui/button.tsx";
import { type FoundPosition, findPosition, type RoughPosition } from "#app/ui/find-position.ts";
import { PageLink } from "#app/ui/page-link.tsx";
import type { ShownAddress } from "#domain/address-search/shown-address.ts";
import { isInBoundingBox } from "#domain/geography/bounding-box.ts";
import { approximatePosition, type Coordinates } from "#domain/geography/coordinates.ts";
import { boundsOfView } from "#domain/map/bounds-of-view.ts";
import { type MapPageQuery, mapPagePath } from "#domain/map/map-page-query.ts";
import { type NearestPlaces, nearestPlacesSearch } from "#domain/place/nearest-places.ts";
import type { Place } from "#domain/place/place.ts";
import { placeListSearch } from "#domain/place/place-list-query.ts";
import { placesPerPage } from "#domain/validation/page-sizes.ts";
import { nearbyListQuery } from "./nearby-list-query.ts";
import { NearestKnown } from "./nearest-known.tsx";

/** A place that the button leads to. */
export interface NearestFind {
  readonly place: Place;
  readonly from: Coordinates;
  /** Where the panel's distance is counted from, without a position; null with one. */
  readonly measured: ReactNode;
  /** The other place, in the panel. */
  readonly beside: ReactNode;
}

export interface NearestProps {
  position: Coordinates | null;
  /** The circle in which the visitor is, while no more is known; null else. */
  rough: RoughPosition | null;
  onPosition: (position: Coordinates) => void;
  /** Whether the next press on the map says where the visitor is. */
  isPointing: boolean;
  onPointing: (isPointing: boolean) => void;
  /** Shows the list beside the map. */
  onList: () => void;
  /** What the visitor has searched for: the result is measured from there without a position, if the map shows it. */
  searched: ShownAddress | null;
  area: MapArea | null;
  query: MapPageQuery;
  /** Takes the visitor to the place. */
  onFound: (found: NearestFind) => void;
  now: Date;
}

/** Kinds of the best bet, by what its label says. */
type BestKind = "open" | "likely" | "unknown" | "customers";

/** The result that is known before the button is pressed. */
export interface NearestState {
  readonly isBusy: boolean;
  readonly best:
    | (Pick<Place, "coordinates"> & {
        readonly kind: BestKind;
        readonly meters: number;
        /** What visitors found there; null without. */
        readonly found: string | null;
      })
    | null;
}

interface NearestResultProps extends NearestProps {
  /** Number of presses of the button. */
  presses: number;
  /** Called with the button's text. */
  onState: (state: NearestState) => void;
}

/**
 * Behaviour and messages of the big button: above it the reason why it leads nowhere, below it the other place.
 * A chunk of its own, because it needs the visitor's position first.
 */
export function NearestResult({ presses, onState, now, ...props }: NearestResultProps) {
  const { t } = useTranslation();
  const format = useFormatter();
  const { isBusy, problem, nearest, go, show, dismiss } = useNearest({ ...props, now });
  const { position, query, isPointing, onPointing } = props;
  const best = nearest?.best;
  const kind = best && kindOf(best);
  const meters = best?.distance ?? 0;
  const found =
    kind === "likely" && best?.likely
      ? likelyText(best.likely, { now, timeZone: best.time_zone }, t, format)
      : null;
  const reportState = useEffectEvent(onState);
  useEffect(
    () =>
      reportState({
        isBusy,
        best: best && kind ? { coordinates: best.coordinates, kind, meters, found } : null,
      }),
    [isBusy, best?.id, kind, meters, found],
  );
  const handlePress = useEffectEvent(() => {
    if (!isBusy) void go();
  });
  useEffect(() => {
    if (presses > 0) handlePress();
  }, [presses]);
  const other = nearest && otherOf(nearest);
  return (
    <>
      {isPointing && (
        <div className="order-first" data-map-notice>
          <Alert
            kind="info"
            onDismiss={() => onPointing(false)}
            className="bg-raised! shadow-float"
          >
            <p>{t("map.nearest.pointing")}</p>
          </Alert>
        </div>
      )}
      {problem && !isPointing && (
        <div className="order-first" data-map-notice>
          <Alert kind="info" onDismiss={dismiss} className="bg-raised! shadow-float">
            <Explanation
              problem={problem}
              query={query}
              onWiden={() => void go(true)}
              onPoint={() => onPointing(true)}
              onList={() => {
                dismiss();
                props.onList();
              }}
              onShow={(place, origin) => {
                dismiss();
                show(place, origin);
              }}
            />
          </Alert>
        </div>
      )}
      {other && position && (
        <OtherButton
          variant="floating"
          className="w-full"
          other={other}
          onClick={() => {
            dismiss();
            show(other, { from: position, error: null, name: null });
          }}
        />
      )}
    </>
  );
}

/** A place for customers says so first: whether it is open helps no one else. */
function kindOf({ facts, open_status, likely }: Place): BestKind {
  if (facts.access === "customers") return "customers";
  if (open_status !== "none") return "open";
  return likely?.open ? "likely" : "unknown";
}

/** The place beside the best bet; null without one. */
function otherOf({ best, open, unknown }: NearestPlaces): Place | null {
  return best?.id === open?.id ? unknown : open;
}

interface OtherButtonProps {
  variant: "floating" | "secondary";
  className: string;
  other: Place;
  onClick: () => void;
}

function OtherButton({ other, ...props }: OtherButtonProps) {
  const { t } = useTranslation();
  const walkText = useWalkText();
  const isOpen = other.open_status !== "none";
  const kind = isOpen ? "open" : other.likely?.open ? "likely" : "unknown";
  return (
    <Button icon={kind === "unknown" ? "unknown" : "open"} {...props}>
      {t(`map.nearest.other.${kind}`, {
        distance: walkText(other.distance ?? 0),
      })}
    </Button>
  );
}

/** Where a result is measured from. */
interface Origin {
  readonly from: Coordinates;
  /** Why it is not the visitor's position; null where it is. */
  readonly error: PositionFailure | null;
  /** Name of what the visitor has searched for; null with the visitor's position. */
  readonly name: string | null;
}

type PositionFailure = Extract<FoundPosition, { ok: false }>;

/** Why the visitor's position is not known. */
function PositionErrorText({ failure }: { failure: PositionFailure }) {
  const { t } = useTranslation();
  const format = useFormatter();
  return failure.error === "rough"
    ? t("map.nearest.rough", { accuracy: format.distance(failure.accuracyMeters) })
    : t(`map.nearest.${failure.error}`);
}

interface MeasuredProps {
  place: Place;
  error: PositionFailure;
  name: string;
}

/** The distance from where it is counted without the visitor's position, and why. */
function Measured({ place, error, name }: MeasuredProps) {
  const { t } = useTranslation();
  const format = useFormatter();
  const distance = format.distance(place.distance ?? 0);
  return (
    <p className="text-sm text-muted">
      <span className="block font-bold">{t("map.nearest.fromSearched", { distance, name })}</span>
      <PositionErrorText failure={error} />
    </p>
  );
}

interface ExplanationProps {
  problem: NearestProblem;
  query: MapPageQuery;
  /** Adds places of unknown opening times, which the open filter leaves out. */
  onWiden: () => void;
  /** Lets the visitor say on the map where they are. */
  onPoint: () => void;
  /** Shows the list beside the map. */
  onList: () => void;
  /** Takes the visitor to a place beyond a walk. */
  onShow: (place: Place, origin: Origin) => void;
}

/** A sentence about what failed, and a way on. */
function Explanation(props: ExplanationProps) {
  const { problem, query, onWiden, onShow } = props;
  const { t } = useTranslation();
  const format = useFormatter();
  if (problem === "failed") return <p>{t("map.nearest.failed")}</p>;
  if (!("from" in problem)) return <WhereAreYou {...props} failure={problem} />;
  const { from, error, name, limitMeters } = problem;
  const leavesOutUnknown = query.filters.open && !query.includeUnknown;
  const maybeOpen = { ...query, filters: { ...query.filters, open: true }, includeUnknown: true };
  const byDistance = nearbyListQuery(query, approximatePosition(from), null, placesPerPage);
  const limit = format.distance(limitMeters);
  return (
    <>
      {error && (
        <p>
          <PositionErrorText failure={error} />
        </p>
      )}
      <p>
        {name === null
          ? t("map.nearest.none", { limit })
          : t("map.nearest.noneFromSearched", { limit, name })}
      </p>
      <div className="-mb-2 flex flex-wrap items-center gap-x-4">
        <NearestKnown
          query={leavesOutUnknown ? query : maybeOpen}
          near={approximatePosition(from)}
          linkTo={(place) => ({
            to: mapPagePath({ ...query, place: place.id }),
            className: "my-1",
            onClick(event) {
              event.preventDefault();
              onShow(place, problem);
            },
          })}
        />
        {leavesOutUnknown && (
          <Button className="my-1" onClick={onWiden}>
            {t("map.nearest.widenUnknown")}
          </Button>
        )}
        <PageLink to={`/places${placeListSearch(byDistance)}`} className="text-link py-2.5">
          {t("map.nearest.list")}
        </PageLink>
      </div>
    </>
  );
}

interface WhereAreYouProps extends Pick<ExplanationProps, "onPoint" | "onList"> {
  failure: PositionFailure;
}

/** What a visitor can do whose position is not known well enough: say where they are, or look through the list. */
function WhereAreYou({ failure, onPoint, onList }: WhereAreYouProps) {
  const { t } = useTranslation();
  const isRough = failure.error === "rough";
  return (
    <>
      <p className="font-bold">
        {isRough ? <PositionErrorText failure={failure} /> : t("map.nearest.where")}
      </p>
      <div className="my-1.5 -mr-10 -ml-8 flex gap-2">
        <Button className="min-w-0 grow px-2!" onClick={onPoint}>
          {t("map.nearest.point")}
        </Button>
        <IconButton
          variant="secondary"
          icon="search"
          label={t("search.label")}
          onClick={focusSearch}
        />
        {isRough && (
          <IconButton
            variant="secondary"
            icon="list"
            label={t("map.sheet.raise")}
            className="md:hidden"
            onClick={onList}
          />
        )}
      </div>
      {!isRough && (
        <p className="text-sm text-muted">
          <PositionErrorText failure={failure} />
        </p>
      )}
    </>
  );
}

function focusSearch(): void {
  document.querySelector<HTMLElement>(".map-search input")?.focus();
}

/**
 * Reason why the button cannot lead to a place: no response came, the visitor has to say where they are, or no
 * place is near.
 */
export type NearestProblem =
  | "failed"
  | PositionFailure
  | (Origin & { readonly limitMeters: number });

/**
 * Takes the visitor to the nearest place that meets the filters (docs/product#nearest-place). The button's text
 * is loaded as soon as the position is known; a press loads it again, because minutes may have passed.
 */
function useNearest(props: NearestProps) {
  const { position, rough, onPosition, searched, area, query, onFound } = props;
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<NearestProblem | null>(
    position === null && rough ? { ok: false, error: "rough", ...rough } : null,
  );
  const [nearest, setNearest] = useState<NearestPlaces | null>(null);
  const running = useRef<AbortController>(null);
  const labelSearch = position && nearestPlacesSearch({ ...query, near: position });

  useEffect(() => {
    if (labelSearch === null) return;
    const abort = new AbortController();
    fetchNearest(labelSearch, abort.signal).then((result) => {
      if (!abort.signal.aborted) setNearest(result);
    });
    return () => abort.abort();
  }, [labelSearch]);

  /** @param includeUnknown whether the open filter also allows places of unknown opening times */
  async function go(includeUnknown = query.includeUnknown) {
    running.current?.abort();
    const abort = new AbortController();
    running.current = abort;
    setIsBusy(true);
    setProblem(null);
    const origin = await findOrigin();
    if (abort.signal.aborted) return;
    if ("ok" in origin) {
      setIsBusy(false);
      return setProblem(origin);
    }
    const search = nearestPlacesSearch({ ...query, includeUnknown, near: origin.from });
    const result = await fetchNearest(search, abort.signal);
    if (abort.signal.aborted) return;
    setIsBusy(false);
    if (!result) return setProblem("failed");
    // The label is of the visitor's position alone.
    if (!origin.error) setNearest(result);
    if (!result.best) return setProblem({ ...origin, limitMeters: result.limit_meters });
    show(result.best, origin, otherOf(result));
  }

  async function findOrigin(): Promise<Origin | PositionFailure> {
    if (position) return { from: position, error: null, name: null };
    const found = await findPosition(navigator.geolocation);
    if (!found.ok) {
      const isShown =
        searched &&
        area &&
        isInBoundingBox(searched.coordinates, boundsOfView(area.view, area.size));
      if (!isShown) return found;
      return { from: searched.coordinates, error: found, name: searched.name };
    }
    onPosition(found.position);
    return { from: found.position, error: null, name: null };
  }

  function show(place: Place, origin: Origin, other: Place | null = null) {
    const { from, error, name } = origin;
    const measured = error && name !== null && <Measured {...{ place, error, name }} />;
    const beside = other && (
      <OtherButton
        variant="secondary"
        className="justify-self-start text-left"
        other={other}
        onClick={() => show(other, origin)}
      />
    );
    onFound({ place, from, measured, beside });
  }

  // A position that came meanwhile settles where the visitor is.
  const isSettled =
    position !== null && problem !== null && typeof problem === "object" && "ok" in problem;
  return {
    isBusy,
    problem: isSettled ? null : problem,
    nearest,
    go,
    show,
    dismiss: () => setProblem(null),
  };
}

/** Null where the call failed or was aborted. */
async function fetchNearest(search: string, signal: AbortSignal): Promise<NearestPlaces | null> {
  const result = await fetchApi<NearestPlaces>(`/api/v1/places/nearest${search}`, { signal });
  return result.ok ? result.body : null;
}
