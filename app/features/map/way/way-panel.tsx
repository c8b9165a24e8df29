import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { NearbyPlace } from "#app/features/map/list/nearby-places.tsx";
import type { Dispatch, MapPageState } from "#app/features/map/map-page-state.ts";
import { useHome } from "#app/i18n/home.ts";
import { useFormatter } from "#app/i18n/use-formatter.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { findAddress } from "#app/network/find-address.ts";
import { findSavedWay, saveWay, trackWayPath } from "#app/network/saved-ways.ts";
import { walkPath } from "#app/place/place-paths.ts";
import { usePlaceTitles } from "#app/place/place-titles.ts";
import { TimeButton } from "#app/place/time-menu.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { Button, ButtonLink, buttonClass, IconButton } from "#app/ui/button.tsx";
import { Disclosure } from "#app/ui/disclosure.tsx";
import { findPosition } from "#app/ui/find-position.ts";
import { Select } from "#app/ui/form/select.tsx";
import { HiddenParameters } from "#app/ui/hidden-parameters.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { useAnnounce } from "#app/ui/live-region.tsx";
import { PageLink } from "#app/ui/page-link.tsx";
import { Skeleton } from "#app/ui/skeleton.tsx";
import { ChipLink } from "#app/ui/toggle-chip.tsx";
import { useApiRead } from "#app/ui/use-api-read.ts";
import { useIsHydrated } from "#app/ui/use-is-hydrated.ts";
import { shownAddress } from "#domain/address-search/shown-address.ts";
import { type Coordinates, roundCoordinates } from "#domain/geography/coordinates.ts";
import { nearestOnLine } from "#domain/geography/shapes.ts";
import {
  type MapPageQuery,
  mapPagePath,
  mapPageSearch,
  missedParameter,
  wayPath,
} from "#domain/map/map-page-query.ts";
import { wallTimeOf } from "#domain/opening/instant.ts";
import { localDateAt } from "#domain/opening/local-time.ts";
import { type NearestPlaces, nearestPlacesSearch } from "#domain/place/nearest-places.ts";
import { longestOf } from "#domain/way/stretches.ts";
import type { Way } from "#domain/way/way.ts";
import {
  detourChoices,
  maxWayPlaces,
  speedChoices,
  stretchChoices,
  trackName,
  travelBy,
  travelModes,
  type WayEnd,
  type WayPlan,
} from "#domain/way/way-plan.ts";
import { gpxOfWay } from "./gpx-of-way.ts";
import { readTrack, type TrackFault } from "./read-track.ts";
import {
  longStretches,
  type NamedStretch,
  namedStretches,
  type Passing,
  pointOnLine,
} from "./shown-way.ts";
import type { WayState } from "./use-way.ts";

interface WayPanelProps extends Pick<MapPageState, "aim" | "position"> {
  now: Date;
  plan: WayPlan;
  query: MapPageQuery;
  state: WayState;
  dispatch: Dispatch;
  /** Why the way is a straight line, and what the visitor can do about it. */
  whyStraight: ReactNode;
}

/** The way beside the map: what one has to know of it first, then the places in the order in which one passes them. */
export function WayPanel(props: WayPanelProps) {
  const { plan, query, state, aim, whyStraight } = props;
  const { t } = useTranslation();
  const format = useFormatter();
  const name = useWayName()(plan);
  const { way, path, isLoading, code } = state;
  const isOpen = path === null || code !== null;
  const heading = useFocusAfter(aim !== null);
  useEndNames(props);
  if (aim) return <AimHelp {...props} aim={aim} />;
  return (
    <div className="grid grid-cols-1 gap-3 px-4 pb-8 wrap-anywhere" aria-busy={isLoading}>
      <div className="flex items-start gap-2">
        <h2 ref={heading} tabIndex={-1} className="min-w-0 grow pt-2 text-xl">
          {path === null ? t("way.title") : name}
        </h2>
        <PageLink
          to={mapPagePath(withoutWay(query))}
          aria-label={t("way.back")}
          title={t("way.back")}
          className={buttonClass("quiet", "medium", "-mr-3 px-0! print:hidden")}
        >
          <Icon name="close" />
        </PageLink>
      </div>
      {way && (
        <div className={isLoading ? "opacity-50" : undefined}>
          <WaySummary {...props} way={way} />
        </div>
      )}
      {code !== null && !isLoading && <WayFailure plan={plan} code={code} retry={state.retry} />}
      {isLoading && !way && <WaySkeleton />}
      {isOpen ? (
        <WayForm {...props} />
      ) : (
        <Disclosure
          icon="settings"
          title={[
            t(`way.by.${plan.by}`),
            t("way.within", { distance: format.distance(plan.detour) }),
          ].join(" · ")}
          className="border-y border-line print:border-0"
        >
          <div className="pt-1 pb-3">
            <WayForm {...props} />
          </div>
        </Disclosure>
      )}
      {way && (
        <>
          {way.kind === "straight" && plan.track === null && (
            <p className="text-sm text-muted">{whyStraight}</p>
          )}
          <WayActions {...props} way={way} name={name} />
          <WayList {...props} way={way} />
        </>
      )}
    </div>
  );
}

/** Name of a way: that of its track, or those of its ends. */
function useWayName(): (plan: WayPlan) => string {
  const textOf = useEndText();
  return ({ track, from, to }) =>
    track === null
      ? [from, to].flatMap((end) => (end ? [textOf(end)] : [])).join(" – ")
      : trackName(track);
}

/** A heading that takes the focus when something has ended in whose place it is. */
function useFocusAfter(isGoingOn: boolean) {
  const heading = useRef<HTMLHeadingElement>(null);
  const was = useRef(isGoingOn);
  useEffect(() => {
    if (was.current && !isGoingOn) heading.current?.focus({ preventScroll: true });
    was.current = isGoingOn;
  }, [isGoingOn]);
  return heading;
}

/** Names ends that have none, such as the visitor's position, by the address there. */
function useEndNames({ plan, dispatch }: Pick<WayPanelProps, "plan" | "dispatch">): void {
  const { i18n } = useTranslation();
  const { language } = i18n;
  const nameless = (["from", "to"] as const).filter((end) => plan[end]?.name === "");
  const apply = useEffectEvent((end: "from" | "to", of: WayEnd, name: string) => {
    if (plan[end] !== null && String(plan[end].coordinates) === String(of.coordinates)) {
      dispatch("planned", { ...plan, [end]: { ...of, name } });
    }
  });
  useEffect(() => {
    const abort = new AbortController();
    const find = async () => {
      for (const end of nameless) {
        const of = plan[end];
        const found = of && (await findAddress(of.coordinates, language, abort.signal));
        if (abort.signal.aborted) return;
        if (of && typeof found === "object" && found) apply(end, of, shownAddress(found).name);
      }
    };
    void find();
    return () => abort.abort();
  }, [nameless.map((end) => `${end}${plan[end]?.coordinates}`).join(), language]);
}

function withoutWay({ way: _, ...query }: MapPageQuery): MapPageQuery {
  return query;
}

/** Ends, way to travel, departure, detour and marked stretches; works without script, but for the track. */
function WayForm(props: WayPanelProps) {
  const { plan, query, dispatch } = props;
  const { t } = useTranslation();
  const format = useFormatter();
  const pathWith = (change: Partial<WayPlan>) =>
    mapPagePath({ ...query, place: null, view: null, way: { ...plan, ...change } });
  const choose = (change: Partial<WayPlan>) => dispatch("planned", { ...plan, ...change });
  const speeds = [...new Set([...speedChoices[plan.by], plan.speed])].sort((a, b) => a - b);
  const stretches = [...new Set([...stretchChoices, ...(plan.stretch ? [plan.stretch] : [])])];
  const detours = [...new Set([...detourChoices, plan.detour])].sort((a, b) => a - b);
  return (
    <div className="grid gap-3 print:hidden">
      {plan.track === null ? (
        <div className="flex items-center gap-1">
          <div className="grid min-w-0 grow gap-2">
            <EndRow {...props} end="from" />
            <EndRow {...props} end="to" />
          </div>
          {plan.from && plan.to && (
            <PageLink
              to={pathWith({ from: plan.to, to: plan.from })}
              aria-label={t("way.swap")}
              title={t("way.swap")}
              className={buttonClass("quiet", "medium", "px-0! print:hidden")}
            >
              <Icon name="sort" />
            </PageLink>
          )}
        </div>
      ) : (
        <p className="flex items-center gap-2 rounded-control border border-control-line px-3 py-1">
          <Icon name="walking" className="size-5 text-muted" />
          <span className="min-w-0 grow py-1.5 font-bold">{trackName(plan.track)}</span>
          <PageLink
            to={pathWith({ track: null })}
            aria-label={t("way.track.remove")}
            title={t("way.track.remove")}
            className={buttonClass("quiet", "medium", "-mr-3 px-0! print:hidden")}
          >
            <Icon name="close" />
          </PageLink>
        </p>
      )}
      <EndFields plan={plan} query={query} />
      <div className="flex flex-wrap items-center gap-2">
        {travelModes.map((by) => (
          <ChipLink
            key={by}
            to={mapPagePath({ ...query, place: null, view: null, way: travelBy(plan, by) })}
            isCurrent={plan.by === by}
            preventScrollReset
            defaultShouldRevalidate={false}
            rel="nofollow"
          >
            {t(`way.by.${by}`)}
          </ChipLink>
        ))}
        <span className="inline-flex items-center gap-2 print:hidden">
          <span className="text-sm text-muted">{t("way.departure")}</span>
          <TimeButton at={query.at} />
        </span>
      </div>
      <form
        method="get"
        action={wayPath}
        className="flex flex-wrap items-center gap-x-4 gap-y-2 print:hidden"
      >
        <HiddenParameters
          search={mapPageSearch({ ...query, way: { ...travelBy(plan, plan.by), stretch: null } })}
        />
        <Select
          name="detour"
          label={t("way.detour")}
          value={String(plan.detour)}
          options={detours.map((meters) => ({
            value: String(meters),
            label: format.distance(meters),
          }))}
          onChange={({ currentTarget }) => choose({ detour: Number(currentTarget.value) })}
        />
        <Select
          name="stretch"
          label={t("way.stretch")}
          value={String(plan.stretch ?? "")}
          options={[
            { value: "", label: t("way.stretchNone") },
            ...stretches.map((minutes) => ({
              value: String(minutes),
              label: t("way.stretchFrom", { duration: format.minutes(minutes * 60) }),
            })),
          ]}
          onChange={({ currentTarget }) => choose({ stretch: Number(currentTarget.value) || null })}
        />
        {plan.track !== null && (
          <Select
            name="speed"
            label={t("way.speed")}
            value={String(plan.speed)}
            options={speeds.map((speed) => ({
              value: String(speed),
              label: t("way.kmh", { speed: format.number(speed) }),
            }))}
            onChange={({ currentTarget }) => choose({ speed: Number(currentTarget.value) })}
          />
        )}
        <noscript>
          <button type="submit" className={buttonClass()}>
            {t("time.show")}
          </button>
        </noscript>
      </form>
      <TrackFile dispatch={dispatch} />
    </div>
  );
}

function useEndText(): (end: WayEnd) => string {
  const format = useFormatter();
  return ({ name, coordinates: [longitude, latitude] }) =>
    name || [latitude, longitude].map((degrees) => format.number(degrees)).join(" · ");
}

/** One end of the way, which a press on it changes. */
function EndRow({
  plan,
  end,
  dispatch,
}: Pick<WayPanelProps, "plan" | "dispatch"> & { end: "from" | "to" }) {
  const { t } = useTranslation();
  const textOf = useEndText();
  const chosen = plan[end];
  return (
    <button
      type="button"
      className="flex min-h-11 w-full items-center gap-2 rounded-control border border-control-line bg-raised px-3 py-1.5 text-left text-text hover:bg-brand-tint noscript:hidden"
      onClick={() => dispatch("aimed", end)}
    >
      <span className="min-w-16 flex-none text-sm text-muted">{t(`way.side.${end}`)}</span>
      <span className={chosen ? "min-w-0 font-bold" : "min-w-0 text-muted"}>
        {chosen ? textOf(chosen) : t("way.choose")}
      </span>
    </button>
  );
}

/** What chooses an end: the search above the map, a press on it, or the visitor's position. */
function AimHelp({ aim, position, dispatch }: WayPanelProps & { aim: "from" | "to" }) {
  const { t } = useTranslation();
  const [hasFailed, setFailed] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const takePosition = async () => {
    setBusy(true);
    const found = position ? { ok: true, position } : await findPosition(navigator.geolocation);
    setBusy(false);
    setFailed(!found.ok);
    if (found.ok) {
      dispatch("ended", { coordinates: roundCoordinates(found.position!), name: "" }, aim);
    } else dispatch("snapped", "half");
  };
  return (
    <div className="grid gap-2 px-4 pb-4 md:pt-3">
      <p>
        <b>{t(`way.aim.${aim}`)}</b> {t("way.aim.help")}
      </p>
      {hasFailed && <Alert kind="warning">{t("directions.position.unavailable")}</Alert>}
      <p className="flex flex-wrap gap-2">
        <Button icon="locate" aria-disabled={isBusy || undefined} onClick={takePosition}>
          {t("way.ownPosition")}
        </Button>
        <Button variant="quiet" onClick={() => dispatch("aimed", null)}>
          {t("action.cancel")}
        </Button>
      </p>
    </div>
  );
}

/** Without script the ends are texts that the server looks up. */
function EndFields({ plan, query }: Pick<WayPanelProps, "plan" | "query">) {
  const { t } = useTranslation();
  const [parameters] = useSearchParams();
  const missed = parameters.get(missedParameter);
  return (
    <noscript>
      {missed && (
        <Alert kind="warning" className="mb-3">
          {missed}: {t("search.notice.none")}
        </Alert>
      )}
      <form method="get" action={wayPath} className="grid gap-2">
        <HiddenParameters search={mapPageSearch({ ...query, view: null, place: null })} />
        {(["from", "to"] as const).map((end) => (
          <label key={end} className="grid gap-1 font-bold">
            {t(`way.aim.${end}`)}
            <input
              name={`${end}_q`}
              defaultValue={plan[end]?.name}
              className="min-h-11 w-full rounded-control border border-control-line bg-raised px-3 py-2 font-normal text-text"
            />
          </label>
        ))}
        <button type="submit" className={buttonClass("primary")}>
          {t("time.show")}
        </button>
      </form>
    </noscript>
  );
}

/** Field for a file with one's own track, which is read here. */
function TrackFile({ dispatch }: Pick<WayPanelProps, "dispatch">) {
  const { t } = useTranslation();
  const [fault, setFault] = useState<TrackFault | null>(null);
  const read = async (file: File | undefined) => {
    if (!file) return;
    const found = await readTrack(file).catch(() => ({ ok: false, fault: "unreadable" }) as const);
    setFault(found.ok ? null : found.fault);
    if (found.ok) dispatch("tracked", found.track);
  };
  return (
    <div className="grid gap-2 noscript:hidden print:hidden">
      {fault && <Alert kind="danger">{t(`way.track.fault.${fault}`)}</Alert>}
      <label
        className={buttonClass(
          "quiet",
          "medium",
          "-ml-3 justify-self-start has-focus-visible:outline-3",
        )}
      >
        <Icon name="guide" />
        {t("way.track.choose")}
        <input
          type="file"
          accept=".gpx,.geojson,.json,application/gpx+xml,application/geo+json"
          className="sr-only"
          onChange={({ currentTarget }) => {
            void read(currentTarget.files?.[0]);
            currentTarget.value = "";
          }}
        />
      </label>
    </div>
  );
}

function WaySkeleton() {
  return (
    <div className="grid gap-3 py-3">
      {["w-56", "w-full", "w-48", "w-full"].map((width, index) => (
        <Skeleton key={index} className={`h-5 ${width}`} />
      ))}
    </div>
  );
}

function WayFailure({ plan, code, retry }: { plan: WayPlan; code: string; retry: () => void }) {
  const { t } = useTranslation();
  const isLineless = plan.track !== null && code === "error.parameter";
  if (isLineless) return <Alert kind="info">{t("way.track.again")}</Alert>;
  if (code === "error.parameter") return <Alert kind="warning">{t("way.tooFar")}</Alert>;
  return (
    <Alert kind="danger">
      <p>{t(code === "error.toomanyrequests" ? "way.tooMany" : "way.failed")}</p>
      <Button icon="retry" onClick={retry} className="mt-2">
        {t("action.retry")}
      </Button>
    </Alert>
  );
}

/** What matters first: the longest stretch without a toilet that is surely open. */
function WaySummary({ way, plan, now }: Pick<WayPanelProps, "plan" | "now"> & { way: Way }) {
  const { t } = useTranslation();
  const format = useFormatter();
  const announce = useAnnounce();
  const endNames = useStretchNames(plan);
  const longest = longestOf(namedStretches(way));
  const told = (stretch: NamedStretch) => ({
    duration: format.duration(stretch.duration),
    ...endNames(stretch),
  });
  const hasStops = way.places.some(({ stop }) => stop === "open");
  const sentence = t(hasStops ? "way.longest" : "way.noStop", told(longest));
  const hasUnknown = way.places.some(({ stop }) => stop === "unknown");
  const lenient = hasUnknown ? longestOf(namedStretches(way, true)) : longest;
  useEffect(() => announce(sentence), [sentence, announce]);
  const arrives = new Date(Date.parse(way.departs) + way.duration * 1000).toISOString();
  const timeText = useTimeText();
  const { timeZone } = useHome();
  return (
    <div className="grid gap-2">
      <p className="rounded-card border-2 border-brand bg-brand-tint px-3 py-2 text-lg">
        <b>{sentence}</b>
        {lenient.distance < longest.distance && (
          <span className="block text-base">{t("way.unknown", told(lenient))}</span>
        )}
      </p>
      <p className="tabular text-muted">
        {t("way.figures", {
          distance: format.distance(way.distance),
          duration: format.duration(way.duration),
          departs: timeText(way.departs, now.toISOString(), timeZone),
          arrives: timeText(arrives, way.departs, timeZone),
        })}
      </p>
    </div>
  );
}

/** Names of the ends of a stretch: towns, or, where these do not tell them apart, places with how far along they are. */
function useStretchNames(plan: WayPlan) {
  const { t } = useTranslation();
  const format = useFormatter();
  const titleOf = usePlaceTitles();
  const [start, end] = [plan.from?.name, plan.to?.name];
  const nameOf = ({ place, along }: Passing, other: Passing | null) => {
    // One of several in a town, which may be an end of the way; or of no town.
    const isOfMany = [other?.place.city, start, end].some((name) => name?.includes(place.city));
    return isOfMany || place.city === ""
      ? `${titleOf(place).own} (${format.distance(along)})`
      : place.city;
  };
  return ({ after, before }: NamedStretch) => ({
    from: after ? nameOf(after, before) : start || t("way.start"),
    to: before ? nameOf(before, after) : end || t("way.end"),
  });
}

/** What is done with the way: guide to the next place, keep, export, print. */
function WayActions(props: WayPanelProps & { way: Way; name: string }) {
  const { way, name, query, position } = props;
  const { t } = useTranslation();
  const format = useFormatter();
  const titleOf = usePlaceTitles();
  const next = nextStop(way, position);
  const download = () => {
    const content = gpxOfWay(name, way, ({ place, along, detour, arrives }) => ({
      name: titleOf(place).whole,
      description: [
        format.dateTime(arrives, place.time_zone),
        t(`status.${place.open_status}`),
        format.distance(along),
        t("way.beside", { distance: format.distance(detour) }),
      ].join(" · "),
    }));
    const url = URL.createObjectURL(new Blob([content], { type: "application/gpx+xml" }));
    const link = document.createElement("a");
    link.href = url;
    link.download = `${name.replaceAll(/[^\p{L}\p{N}]+/gu, "-")}.gpx`;
    link.click();
    URL.revokeObjectURL(url);
  };
  return (
    <div className="flex flex-wrap gap-2 noscript:hidden print:hidden">
      {next && (
        <ButtonLink
          to={walkPath(mapPagePath({ ...query, place: next.place.id }))}
          variant="primary"
          icon="navigate"
          className="needs-contact"
          preventScrollReset
        >
          {t("way.next")}
        </ButtonLink>
      )}
      <SaveButton {...props} />
      <Button icon="download" onClick={download}>
        {t("way.gpx")}
      </Button>
      <IconButton
        variant="secondary"
        icon="paper"
        label={t("way.print")}
        onClick={() => window.print()}
      />
    </div>
  );
}

/** The first stop ahead of the visitor, of one who is not on the way its first one: open, else of unknown hours. */
function nextStop({ geometry, distance, places }: Way, position: Coordinates | null) {
  const onWayMeters = 500;
  const at = position && nearestOnLine(geometry.coordinates, position, null);
  const isOnWay = at !== null && at.offMeters < onWayMeters;
  const from = isOnWay ? (at.alongMeters / at.lengthMeters) * distance : 0;
  const ahead = places.filter(({ along }) => along >= from);
  return ahead.find(({ stop }) => stop === "open") ?? ahead.find(({ stop }) => stop !== null);
}

/** Keeps the way for a time without a connection. */
function SaveButton({ state, query, plan, way }: WayPanelProps & { way: Way }) {
  const { t } = useTranslation();
  const announce = useAnnounce();
  const key = plan.track === null ? state.path : trackWayPath(plan.track);
  const [saved, setSaved] = useState<string | null>(null);
  const [hasFailed, setFailed] = useState(false);
  // The server does not know.
  const isPossible = useIsHydrated() && typeof caches !== "undefined";
  useEffect(() => {
    if (key) void findSavedWay(key).then((found) => found && setSaved(key));
  }, [key]);
  if (!key || !isPossible) return null;
  const save = async () => {
    try {
      const page = mapPagePath({ ...query, place: null });
      await saveWay({ path: key, page, saved: new Date() }, way);
      setSaved(key);
      setFailed(false);
      announce(t("way.saved"));
    } catch {
      setFailed(true);
    }
  };
  const isSaved = saved === key;
  return (
    <>
      <Button icon={isSaved ? "check" : "offline"} onClick={() => void save()}>
        {t(isSaved ? "way.saved" : "way.save")}
      </Button>
      {hasFailed && (
        <Alert kind="danger" className="order-last basis-full">
          {t("keeping.failed")}
        </Alert>
      )}
    </>
  );
}

/** Writes the minute of an instant, with the day where that is not the one of another instant. */
function useTimeText() {
  const format = useFormatter();
  return (instant: string, other: string, timeZone: string) => {
    const [day, usual] = [instant, other].map((at) => localDateAt(new Date(at), timeZone));
    const time = format.time(Date.parse(instant), timeZone);
    return day === usual ? time : `${format.shortDay(day)} ${time}`;
  };
}

/** The places in the order in which one passes them, and the long stretches between them. */
function WayList({ way, plan, query }: WayPanelProps & { way: Way }) {
  const { t } = useTranslation();
  const format = useFormatter();
  const titleOf = usePlaceTitles(
    way.places.map(({ place }) => place),
    false,
  );
  const long = longStretches(way, plan.stretch);
  const count = new Set(way.places.map(({ place }) => place.id)).size;
  const wider = detourChoices.find((meters) => meters > plan.detour);
  const warningsAfter = (stop: Passing | null) =>
    long
      .filter(({ after }) => after === stop)
      .map((stretch) => (
        <StretchWarning
          key={stretch.from}
          {...{ stretch, way, plan, query }}
          isSearched={long.indexOf(stretch) < maxSearched}
        />
      ));
  return (
    <section className="grid gap-1">
      <h3 className="text-lg">
        {count === 0
          ? t("way.none", { distance: format.distance(plan.detour) })
          : t("way.count", { count, total: format.number(count) })}
      </h3>
      {count === 0 && wider !== undefined && (
        <ButtonLink
          to={mapPagePath({ ...query, way: { ...plan, detour: wider } })}
          replace
          preventScrollReset
          defaultShouldRevalidate={false}
          className="justify-self-start print:hidden"
        >
          {t("way.within", { distance: format.distance(wider) })}
        </ButtonLink>
      )}
      {way.places.length === maxWayPlaces && (
        <p className="text-sm text-muted">{t("way.spread")}</p>
      )}
      <ol className="divide-y divide-line">
        {warningsAfter(null)}
        {way.places.map((passing, index) => {
          const last = way.places[index - 1];
          const { place, arrives } = passing;
          return [
            <NearbyPlace
              key={`${place.id} ${passing.along}`}
              place={place}
              title={titleOf(place)}
              href={mapPagePath({ ...query, place: place.id })}
              beside={<PassingText passing={passing} last={last} departs={way.departs} />}
              now={new Date(arrives)}
            />,
            ...warningsAfter(passing),
          ];
        })}
      </ol>
    </section>
  );
}

/** When one comes by, how far along and beside the way that is, and how long after the place before. */
function PassingText(props: { passing: Passing; last: Passing | undefined; departs: string }) {
  const { passing, last, departs } = props;
  const { t } = useTranslation();
  const format = useFormatter();
  const timeText = useTimeText();
  const seconds = (Date.parse(passing.arrives) - Date.parse(last?.arrives ?? departs)) / 1000;
  return [
    timeText(passing.arrives, departs, passing.place.time_zone),
    format.distance(passing.along),
    t("way.beside", { distance: format.distance(passing.detour) }),
    ...(seconds >= 60 ? [`+${format.duration(seconds)}`] : []),
  ].join(" · ");
}

/** Number of long stretches for which a place beside the way is looked for. */
const maxSearched = 10;

/** A long stretch, with the nearest open place beside the way in its middle. */
function StretchWarning(
  props: { stretch: NamedStretch; way: Way } & Pick<WayPanelProps, "plan" | "query"> & {
      isSearched: boolean;
    },
) {
  const { stretch, way, plan, query, isSearched } = props;
  const { t } = useTranslation();
  const format = useFormatter();
  const { timeZone } = useHome();
  const names = useStretchNames(plan)(stretch);
  const titleOf = usePlaceTitles();
  const middle = (stretch.from + stretch.to) / 2;
  const share = way.distance === 0 ? 0 : middle / way.distance;
  const passesAt = new Date(Date.parse(way.departs) + share * way.duration * 1000);
  const search = nearestPlacesSearch({
    ...query,
    near: pointOnLine(way.geometry.coordinates, share),
    at: wallTimeOf(passesAt, timeZone),
  });
  const request = isSearched ? { path: `/api/v1/places/nearest${search}` } : null;
  const other = useApiRead<NearestPlaces>(request, null).result?.open;
  const isOnWay = way.places.some(({ place }) => place.id === other?.id);
  return (
    <li className="my-2 grid gap-1 rounded-control border-l-8 border-closed bg-closed-tint px-3 py-2">
      <span className="flex items-center gap-2 font-bold">
        <Icon name="warning" className="size-5 text-closed" />
        {t("way.stretchHere", { duration: format.duration(stretch.duration), ...names })}
      </span>
      {other && !isOnWay && (
        <PageLink
          to={mapPagePath({ ...query, place: other.id })}
          preventScrollReset
          className="text-link py-1.5"
        >
          {t("way.alternative", {
            name: titleOf(other).whole,
            distance: format.distance(other.distance ?? 0),
          })}
        </PageLink>
      )}
    </li>
  );
}
