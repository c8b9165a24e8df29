import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { type PageMessages, PageMessagesProvider } from "#app/i18n/page-messages.tsx";
import { useFormatter } from "#app/i18n/use-formatter.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { fetchApi } from "#app/network/fetch-api.ts";
import { listenForContact, savedAtHeader } from "#app/network/offline-detection.ts";
import {
  claimQueued,
  listenForQueue,
  listQueued,
  removeQueued,
  type StoredWrite,
} from "#app/network/queued-writes.ts";
import { listSavedAreas, type SavedArea } from "#app/network/saved-places-store.ts";
import { deleteSavedWay, listSavedWays, type SavedWay } from "#app/network/saved-ways.ts";
import { loadLastView } from "#app/place/last-view.ts";
import { usePlaceTitles } from "#app/place/place-titles.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { useAnnounce } from "#app/ui/live-region.tsx";
import { PageLink } from "#app/ui/page-link.tsx";
import { PageMain, PageTitle } from "#app/ui/page-title-and-main.tsx";
import { type BoundingBox, formatBoundingBox } from "#domain/geography/bounding-box.ts";
import { boundsOfView } from "#domain/map/bounds-of-view.ts";
import { parseMapPageQuery } from "#domain/map/map-page-query.ts";
import { maxPlacesInSet, regionAround } from "#domain/offline/saved-areas.ts";
import type { Place, PlaceList } from "#domain/place/place.ts";
import { trackName } from "#domain/way/way-plan.ts";
import { deleteAreas, loadSet, startOfflineSync } from "./offline-sync.ts";

interface OfflinePageProps {
  /** Whether the operator lets browsers save anything. */
  readonly isOffered: boolean;
  readonly given: PageMessages;
}

/** What this browser has saved for a time without a connection, and ways to save more or less. */
export function OfflinePage({ isOffered, given }: OfflinePageProps) {
  return (
    <PageMessagesProvider given={given} path="/offline">
      <OfflineSections isOffered={isOffered} />
    </PageMessagesProvider>
  );
}

function OfflineSections({ isOffered }: Pick<OfflinePageProps, "isOffered">) {
  const { t } = useTranslation();
  const readiness = useReadiness(isOffered);
  const { areas, refresh } = useSavedAreas();
  return (
    <PageMain>
      <PageTitle screen={t("keeping.title")} />
      <Wanted />
      <h1 className="text-2xl">{t("keeping.title")}</h1>
      <p className="mt-2 mb-4">{t("keeping.text")}</p>
      <noscript>
        <p className="mb-4 font-semibold">{t("keeping.needsScript")}</p>
      </noscript>
      <p role="status" className="mb-6 font-semibold">
        {readiness !== null && t(`keeping.state.${readiness}`)}
      </p>
      <QueuedWrites />
      {readiness !== null && readiness !== "impossible" && readiness !== "off" && (
        <>
          <SaveMore areas={areas} onSaved={refresh} />
          <SavedAreaList areas={areas} onForgotten={refresh} />
          <SavedWays />
        </>
      )}
    </PageMain>
  );
}

/** Says that the URL is of a page that needs a connection, and opens that page once there is one. */
function Wanted() {
  const { t } = useTranslation();
  const { mask } = useLocation();
  const wanted = mask && mask.pathname + mask.search + mask.hash;
  useEffect(() => {
    if (!wanted) return;
    // Else a reload would open this page at a URL where the server responds with the requested one.
    history.replaceState({ ...history.state, masked: undefined }, "");
    return listenForContact(
      () => {},
      () => location.replace(wanted),
    );
  }, [wanted]);
  if (!wanted) return null;
  return (
    <Alert kind="warning" className="mb-6">
      <p className="font-semibold">{t("keeping.wanted.title")}</p>
      <p>{t("keeping.wanted.text")}</p>
      <p className="mt-2 flex flex-wrap gap-2">
        <Button icon="retry" onClick={() => location.replace(wanted)}>
          {t("action.retry")}
        </Button>
        <ButtonLink to="/" icon="map">
          {t("navigation.map")}
        </ButtonLink>
        <ButtonLink to="/places" icon="list">
          {t("navigation.places")}
        </ButtonLink>
      </p>
    </Alert>
  );
}

/** The queued writes, and those sent since the page was opened; nothing where there are none. */
function QueuedWrites() {
  const { t } = useTranslation();
  const format = useFormatter();
  const nameOf = usePlaceTitles();
  const { writes, forget } = useQueuedWrites();
  const places = usePlacesOf(writes);
  if (writes.length === 0) return null;
  return (
    <section className="mb-8">
      <h2 className="text-lg">{t("keeping.waiting.title")}</h2>
      <ul className="mt-2 divide-y divide-line">
        {writes.map((write) => (
          <li key={keyOf(write)} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
            <span className="min-w-48 flex-1">
              <PageLink to={`/?place=${write.placeId}`} className="text-link">
                {[
                  t(`keeping.waiting.kind.${write.kind}`),
                  ...places.filter(({ id }) => id === write.placeId).map((of) => nameOf(of).whole),
                ].join(": ")}
              </PageLink>
              <span role="status" className="block">
                {t(`keeping.waiting.state.${write.state}`)}
              </span>
              <span className="block text-sm text-muted">
                {t("keeping.waiting.written", { time: format.dateTime(write.writtenAt) })}
              </span>
            </span>
            {write.state === "asks" && (
              <Button icon="check" onClick={() => void claimQueued({ ...write, state: "asks" })}>
                {t("keeping.waiting.claim")}
              </Button>
            )}
            {write.state !== "sent" && (
              <Button icon="delete" onClick={() => forget(write)}>
                {t("keeping.forget")}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

type ShownWrite = Omit<StoredWrite, "state"> & { readonly state: StoredWrite["state"] | "sent" };

/** The queue. A write that leaves it without being removed by the visitor was sent, by this page or another one. */
function useQueuedWrites() {
  const [writes, setWrites] = useState<readonly ShownWrite[]>([]);
  const removed = useRef(new Set<string>());
  useEffect(() => {
    const read = () => {
      const now = listQueued();
      setWrites((shown) => [
        ...shown
          .filter((write) => !removed.current.has(keyOf(write)))
          .filter((write) => !now.some((other) => keyOf(other) === keyOf(write)))
          .map((write) => ({ ...write, state: "sent" as const })),
        ...now,
      ]);
    };
    read();
    return listenForQueue(read);
  }, []);
  const forget = (write: ShownWrite) => {
    removed.current.add(keyOf(write));
    removeQueued(write);
  };
  return { writes, forget };
}

function keyOf({ kind, placeId, writtenAt }: ShownWrite): string {
  return `${kind} ${placeId} ${writtenAt}`;
}

/** The places that writes are about, as far as they are saved here or the server responds. */
function usePlacesOf(writes: readonly ShownWrite[]): readonly Place[] {
  const [places, setPlaces] = useState<readonly Place[]>([]);
  const ids = [...new Set(writes.map(({ placeId }) => placeId))].join();
  useEffect(() => {
    const abort = new AbortController();
    const find = async (id: string) => {
      const { signal } = abort;
      const result = await fetchApi<Place>(`/api/v1/places/${id}`, { signal });
      return result.ok ? [result.body] : [];
    };
    void Promise.all(ids.split(",").filter(Boolean).map(find)).then((found) => {
      if (!abort.signal.aborted) setPlaces(found.flat());
    });
    return () => abort.abort();
  }, [ids]);
  return places;
}

/** Whether the browser can open the product without a connection; `preparing` until it has all it needs. */
type Readiness = "ready" | "preparing" | "impossible" | "off";

function useReadiness(isOffered: boolean): Readiness | null {
  const [readiness, setReadiness] = useState<Readiness | null>(null);
  useEffect(() => {
    if (!isOffered) return setReadiness("off");
    if (!("serviceWorker" in navigator) || !("caches" in window)) {
      return setReadiness("impossible");
    }
    let isLeft = false;
    void startOfflineSync().catch(() => {});
    setReadiness(navigator.serviceWorker.controller ? "ready" : "preparing");
    void navigator.serviceWorker.ready.then(() => isLeft || setReadiness("ready"));
    return () => {
      isLeft = true;
    };
  }, [isOffered]);
  return readiness;
}

function useSavedAreas() {
  const [areas, setAreas] = useState<readonly SavedArea[]>([]);
  const refresh = useCallback(() => {
    void listSavedAreas().then(setAreas, () => setAreas([]));
  }, []);
  useEffect(refresh, [refresh]);
  return { areas, refresh };
}

/** The whole world, as far as the map's projection goes. */
const everywhere: BoundingBox = { west: -180, south: -85, east: 180, north: 85 };

interface SaveMoreProps {
  areas: readonly SavedArea[];
  onSaved: () => void;
}

/**
 * Buttons that save the map's area, the region around it, and all places of the site, each where its places
 * are few enough; none while there is no contact.
 */
function SaveMore({ areas, onSaved }: SaveMoreProps) {
  const { t } = useTranslation();
  const format = useFormatter();
  const announce = useAnnounce();
  const [choices, setChoices] = useState<readonly Choice[] | null>(null);
  const [busy, setBusy] = useState<string | null>(null);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    let hasContact = true;
    const find = () => void findChoices().then(setChoices);
    find();
    return listenForContact(
      () => {
        hasContact = false;
        setChoices([]);
      },
      () => {
        if (!hasContact) find();
        hasContact = true;
      },
    );
  }, []);
  const chosenAreas = new Set(
    areas.filter(({ savedFor }) => savedFor === "asked").map(({ area }) => formatBoundingBox(area)),
  );
  const save = async ({ name, area, count }: Choice) => {
    setBusy(name);
    setFailed(false);
    const isSaved = (await loadSet(area, "asked")) === "saved";
    setBusy(null);
    setFailed(!isSaved);
    if (!isSaved) return;
    void navigator.storage?.persist?.().catch(() => {});
    announce(t("keeping.kept", { count, total: format.number(count) }));
    onSaved();
  };
  return (
    <section className="mb-8">
      <h2 className="text-lg">{t("keeping.more")}</h2>
      <p className="mb-3 text-muted">{t("keeping.moreText")}</p>
      {hasFailed && (
        <Alert kind="danger" className="mb-3">
          {t("keeping.failed")}
        </Alert>
      )}
      {choices?.length === 0 && <p>{t("keeping.noChoice")}</p>}
      <ul className="grid gap-2">
        {choices?.map((choice) => (
          <li key={choice.name}>
            <Button
              icon="download"
              className="w-full justify-start text-left"
              aria-disabled={busy !== null}
              onClick={() => busy === null && void save(choice)}
            >
              <Label
                isBusy={busy === choice.name}
                isSaved={chosenAreas.has(formatBoundingBox(choice.area))}
              >
                {t(`keeping.choice.${choice.name}`, {
                  count: choice.count,
                  total: format.number(choice.count),
                })}
              </Label>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Label(props: { isBusy: boolean; isSaved: boolean; children: ReactNode }) {
  const { t } = useTranslation();
  if (props.isBusy) return t("keeping.loading");
  return (
    <span>
      {props.children}
      {props.isSaved && <span className="block text-sm">{t("keeping.renew")}</span>}
    </span>
  );
}

/** The ways that were saved; nothing where there are none. */
function SavedWays() {
  const { t } = useTranslation();
  const format = useFormatter();
  const [ways, setWays] = useState<readonly SavedWay[]>([]);
  const read = useCallback(() => {
    void listSavedWays().then(setWays, () => setWays([]));
  }, []);
  useEffect(read, [read]);
  if (ways.length === 0) return null;
  return (
    <section className="mt-8">
      <h2 className="text-lg">{t("keeping.ways")}</h2>
      <ul className="mt-2 divide-y divide-line">
        {ways.map(({ path, page, saved }) => (
          <li key={path} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
            <span className="min-w-48 flex-1">
              <PageLink to={page} className="text-link">
                {wayName(page) || t("way.title")}
              </PageLink>
              <span className="block text-sm text-muted">
                {t("keeping.asOf", { time: format.dateTime(saved.toISOString()) })}
              </span>
            </span>
            <Button icon="delete" onClick={() => void deleteSavedWay(path).then(read)}>
              {t("keeping.forget")}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Name of a way by the path and query of its page. */
function wayName(page: string): string {
  const { searchParams, pathname } = new URL(page, location.href);
  const parsed = parseMapPageQuery(searchParams, pathname);
  const plan = parsed.ok ? parsed.query.way : undefined;
  if (plan?.track) return trackName(plan.track);
  return [plan?.from?.name, plan?.to?.name].filter(Boolean).join(" – ");
}

/** An area that can be saved, with its number of places. */
interface Choice {
  readonly name: "view" | "region" | "all";
  readonly area: BoundingBox;
  readonly count: number;
}

async function findChoices(): Promise<Choice[]> {
  const view = loadLastView();
  const areas: Pick<Choice, "name" | "area">[] = [
    ...(view === null
      ? []
      : [
          {
            name: "view" as const,
            area: boundsOfView(view, { width: innerWidth, height: innerHeight }),
          },
          { name: "region" as const, area: regionAround([view.longitude, view.latitude]) },
        ]),
    { name: "all", area: everywhere },
  ];
  const counted = await Promise.all(
    areas.map(async ({ name, area }) => ({ name, area, count: await countPlaces(area) })),
  );
  return counted.filter(
    (choice): choice is Choice =>
      choice.count !== null && choice.count > 0 && choice.count <= maxPlacesInSet,
  );
}

/** Number of places of an area; null without a response of the server. */
async function countPlaces(area: BoundingBox): Promise<number | null> {
  const search = area === everywhere ? "" : `&bbox=${formatBoundingBox(area)}`;
  const result = await fetchApi<PlaceList>(`/api/v1/places?per_page=1${search}`);
  return result.ok && !result.headers.has(savedAtHeader) ? result.body.total : null;
}

interface SavedAreaListProps {
  areas: readonly SavedArea[];
  onForgotten: () => void;
}

function SavedAreaList({ areas, onForgotten }: SavedAreaListProps) {
  const { t } = useTranslation();
  const format = useFormatter();
  const forget = async (some: readonly SavedArea[]) => {
    await deleteAreas(some.map(({ area }) => area));
    onForgotten();
  };
  const bytes = areas.reduce((sum, area) => sum + area.bytes, 0);
  return (
    <section>
      <h2 className="text-lg">{t("keeping.list")}</h2>
      {areas.length === 0 && <p className="mt-1">{t("keeping.nothing")}</p>}
      <ul className="mt-2 divide-y divide-line">
        {areas.map((saved) => (
          <li
            key={formatBoundingBox(saved.area)}
            className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2"
          >
            <span className="min-w-48 flex-1">
              {t(saved.savedFor === "asked" ? "keeping.asked" : "keeping.seen", {
                count: saved.count,
                total: format.number(saved.count),
              })}
              <span className="block text-sm text-muted">
                {t("keeping.asOf", { time: format.dateTime(saved.made.toISOString()) })}
              </span>
            </span>
            <Button icon="delete" onClick={() => void forget([saved])}>
              {t("keeping.forget")}
            </Button>
          </li>
        ))}
      </ul>
      {areas.length > 1 && (
        <p className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
          <span className="flex-1 text-muted">
            {t("keeping.size", { size: format.number(Math.ceil(bytes / 1000)) })}
          </span>
          <Button icon="delete" onClick={() => void forget(areas)}>
            {t("keeping.forgetAll")}
          </Button>
        </p>
      )}
    </section>
  );
}
