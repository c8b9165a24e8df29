import { type CSSProperties, type Ref, useState } from "react";
import { useBaseMapSource, useListCredits } from "#app/features/map/base-map/base-map-state.ts";
import type { ShownWay } from "#app/features/map/live/map-canvas.tsx";
import type { LetteredPlace } from "#app/features/map/live/map-style.ts";
import { wideLayout } from "#app/features/map/sheet-layout.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { buttonClass } from "#app/ui/button.tsx";
import type { RoughPosition } from "#app/ui/find-position.ts";
import { Icon } from "#app/ui/icon.tsx";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import { degreesWithin } from "#domain/geography/distance-and-bearing.ts";
import { attributionsBeside, baseMapAttributions } from "#domain/map/base-map-source.ts";
import type { MapPageQuery } from "#domain/map/map-page-query.ts";
import type { MapTheme } from "#domain/map/map-palettes.ts";
import { formatMapView, type MapView, mapPictureSizes, maxZoom } from "#domain/map/map-view.ts";
import type { Place } from "#domain/place/place.ts";
import { filterPairs, type PlaceFiltering } from "#domain/place/place-filters.ts";
import type { Language } from "#domain/text/language.ts";
import { isWhole } from "#domain/way/way-plan.ts";
import { moveView, type ScreenPoint, screenPoint } from "./picture-geometry.ts";

interface MapPictureProps {
  query: MapPageQuery;
  view: MapView;
  /** Whether a phone shows the view's middle above the sheet. */
  isRaised: boolean;
  /** Whether there is no live map yet, which has its own controls and credits. */
  isAlone: boolean;
  /** The visitor's position; null while it is unknown. */
  position: Coordinates | null;
  /** The circle in which the visitor is, while no more is known; null else. */
  rough?: RoughPosition | null;
  /** The places whose markers have letters. */
  lettered: readonly LetteredPlace[];
  /** The place that has a ring; null without. */
  ringed: Coordinates | null;
  /** A way and its places; null, or absent, without one. */
  way?: ShownWay | null | undefined;
  /** Called with the point of a press. */
  takePoint?: (at: Coordinates) => boolean;
  /** URL of the page with another view. */
  hrefOf: (query: MapPageQuery) => string;
}

/**
 * The picture of the initial view, shown before the live map at the same scale and position, and without
 * script instead of it. It stays as the page came. Links zoom it.
 */
export function MapPicture(props: MapPictureProps) {
  const { query, view, isRaised, isAlone, position, rough, lettered, ringed, way, hrefOf } = props;
  const [first] = useState({ query, view, isBare: isOfWay(query) });
  const [isLoaded, setIsLoaded] = useState(false);
  return (
    <>
      <ViewPicture
        {...first}
        isRaised={isRaised}
        // It may be there before script serves it.
        ref={(image) => {
          if (image?.complete) setIsLoaded(true);
        }}
        onLoad={() => setIsLoaded(true)}
        onPress={(point) => {
          const at = moveView(first.view, point);
          props.takePoint?.([at.longitude, at.latitude]);
        }}
      />
      <PictureMarks
        view={first.view}
        isRaised={isRaised}
        isLoaded={isLoaded}
        {...{ position, rough, lettered, ringed, way }}
      />
      {isAlone && <PictureControls query={query} view={view} hrefOf={hrefOf} />}
    </>
  );
}

/** Whether the page shows a way, whose places alone are on the map. */
export function isOfWay({ way }: MapPageQuery): boolean {
  return way !== undefined && isWhole(way);
}

interface ViewPictureProps {
  ref?: Ref<HTMLImageElement>;
  query: PlaceFiltering;
  view: MapView;
  isRaised?: boolean;
  isBare?: boolean;
  style?: CSSProperties;
  onPress?: (point: ScreenPoint) => void;
  onLoad?: () => void;
  onError?: () => void;
}

/** The server-drawn picture of a view, for this window's size and theme. It keeps the language that it came in. */
export function ViewPicture(props: ViewPictureProps) {
  const { query, view, isRaised, isBare = false, onPress, ...rest } = props;
  const { t, i18n } = useTranslation();
  const [language] = useState(i18n.language);
  const pathOf = (size: keyof typeof mapPictureSizes, theme: MapTheme) =>
    picturePath({ ...query, view, size, theme, language, isBare });
  const dark = "screen and (prefers-color-scheme: dark)";
  const { phone, desk } = mapPictureSizes;
  return (
    <picture>
      <source media={`${dark} and ${wideLayout}`} srcSet={pathOf("desk", "dark")} {...desk} />
      <source media={wideLayout} srcSet={pathOf("desk", "light")} {...desk} />
      <source media={dark} srcSet={pathOf("phone", "dark")} {...phone} />
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the search says where one is by keys */}
      <img
        onClick={({ currentTarget, clientX, clientY }) => {
          const { left, top, width, height } = currentTarget.getBoundingClientRect();
          onPress?.([clientX - left - width / 2, clientY - top - height / 2]);
        }}
        src={pathOf("phone", "light")}
        {...phone}
        alt={t("map.picture")}
        className="map-picture"
        data-raised={isRaised || undefined}
        fetchPriority="high"
        {...rest}
      />
    </picture>
  );
}

type PictureMarksProps = Pick<
  MapPictureProps,
  "view" | "position" | "rough" | "lettered" | "ringed" | "way"
> & {
  isRaised?: boolean;
  /** Whether the markers below the letters are there. */
  isLoaded?: boolean;
};

/** Size of a letter (map-page.css): nearer ones would cover each other. */
const letterPixels = 14;

/**
 * On the picture of a view the visitor's dot, or the circle in which they are, a ring around a place's marker, and
 * letters on markers.
 */
export function PictureMarks(props: PictureMarksProps) {
  const { view, isRaised, isLoaded = true, position, rough, lettered, ringed, way } = props;
  const at = (coordinates: Coordinates) => {
    const [cx, cy] = screenPoint(view, coordinates);
    return { cx, cy };
  };
  const letters = lettered
    .map(({ id, coordinates, letter }) => {
      const [x, y] = screenPoint(view, coordinates);
      return { id, letter, x, y };
    })
    // The southern markers stand in front.
    .sort((one, other) => one.y - other.y);
  // Attributes, because the page's policy allows no style of an element.
  return (
    <svg
      className="map-marks"
      data-raised={isRaised || undefined}
      data-waiting={!isLoaded || undefined}
      aria-hidden="true"
    >
      {way && <WayMarks way={way} view={view} />}
      {rough && !position && (
        <circle className="map-circle" {...at(rough.position)} r={radiusPixels(view, rough)} />
      )}
      {letters.map(({ id, letter, x, y }, index) => {
        const isCovered = letters
          .slice(index + 1)
          .some((front) => Math.hypot(front.x - x, front.y - y) < letterPixels);
        if (isCovered) return null;
        return (
          <text key={id} className="map-letter" {...{ x, y }}>
            {letter}
          </text>
        );
      })}
      {ringed && <circle className="map-ring" {...at(ringed)} r={25} />}
      {position && <circle className="map-dot" {...at(position)} r={8.5} />}
    </svg>
  );
}

/** A way on the picture of a view: its line, its long stretches, and its places by their status. */
function WayMarks({ way, view }: { way: ShownWay; view: MapView }) {
  const { kind, geometry, gaps = [], ends = [] } = way.route;
  const points = (line: readonly Coordinates[]) =>
    line
      .map((point) => screenPoint(view, point).map(Math.round).join())
      .filter((point, index, all) => point !== all[index - 1])
      .join(" ");
  return (
    <g className="map-way" data-kind={kind}>
      <polyline points={points(geometry.coordinates)} />
      {gaps.map((gap, index) => (
        <polyline key={index} points={points(gap)} data-gap="" />
      ))}
      {[...ends.map((at) => ({ at, status: undefined })), ...(way.passed ?? []).map(markOf)].map(
        ({ at, status }, index) => {
          const [cx, cy] = screenPoint(view, at);
          return <circle key={index} {...{ cx, cy }} r={6} data-status={status} />;
        },
      )}
    </g>
  );
}

function markOf({ coordinates, open_status }: Place) {
  return { at: coordinates, status: open_status };
}

function radiusPixels(view: MapView, { position, accuracyMeters }: RoughPosition): number {
  const [longitude, latitude] = position;
  const { wide } = degreesWithin(accuracyMeters, latitude);
  return screenPoint({ ...view, longitude }, [longitude + wide, latitude])[0];
}

interface PictureControlsProps {
  query: MapPageQuery;
  view: MapView;
  hrefOf: (query: MapPageQuery) => string;
  /** Zooms by a step in place; without it the links load the page of the other view. */
  onZoom?: (step: number) => void;
}

/** Attributions, and links that zoom. */
export function PictureControls({ query, view, hrefOf, onZoom }: PictureControlsProps) {
  const { t } = useTranslation();
  const source = useBaseMapSource();
  // The picture shows the streets of the imported extracts too.
  const ofStreets = "isPart" in source ? attributionsBeside(source.attributions) : [];
  const credits = [...baseMapAttributions, ...ofStreets, ...useListCredits()];
  const zoomed = (step: number) => ({
    ...view,
    zoom: Math.min(maxZoom, Math.max(1, view.zoom + step)),
  });
  return (
    <>
      <p className="map-credit rounded-control bg-raised px-2 py-0.5 text-sm text-muted">
        {credits.map(({ name, url }, index) => (
          <span key={name}>
            {index > 0 && " · "}
            <a href={url} target="_blank" rel="noopener" className="text-muted">
              {name}
            </a>
          </span>
        ))}
      </p>
      <div className="map-steps grid gap-2">
        {([1, -1] as const).map((step) => (
          <a
            key={step}
            href={hrefOf({ ...query, view: zoomed(step) })}
            aria-label={t(step === 1 ? "map.zoomIn" : "map.zoomOut")}
            className={buttonClass("floating", "medium", "px-0!")}
            onClick={(event) => {
              if (!onZoom) return;
              event.preventDefault();
              onZoom(step);
            }}
          >
            <Icon name={step === 1 ? "plus" : "minus"} />
          </a>
        ))}
      </div>
    </>
  );
}

interface PictureOf extends PlaceFiltering {
  readonly view: MapView;
  readonly size: keyof typeof mapPictureSizes;
  readonly theme: MapTheme;
  readonly language: Language;
  /** Whether it has no places, because a way's are drawn on it. */
  readonly isBare?: boolean;
}

/** Path of the server-drawn picture of a view, which is shown until the live map is loaded. */
export function picturePath(picture: PictureOf): string {
  const { view, size, theme, language, isBare } = picture;
  const pairs = [`view=${formatMapView(view)}`, `size=${size}`, `theme=${theme}`];
  pairs.push(`lang=${language}`, ...(isBare ? ["bare=1"] : filterPairs(picture)));
  return `/map-picture.svg?${pairs.join("&")}`;
}
