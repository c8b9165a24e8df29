import { useState } from "react";
import { wideLayout } from "#app/features/map/sheet/sheet-layout.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { buttonClass } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { baseMapAttributions } from "#domain/map/base-map-source.ts";
import { type MapPageQuery, mapPageSearch } from "#domain/map/map-page-query.ts";
import type { MapTheme } from "#domain/map/map-palettes.ts";
import { formatMapView, type MapView, mapPictureSizes, maxZoom } from "#domain/map/map-view.ts";
import { filterPairs, type PlaceFiltering } from "#domain/place/place-filters.ts";
import { fallbackLanguage, type Language, toLanguage } from "#domain/text/language.ts";

interface MapPictureProps {
  query: MapPageQuery;
  view: MapView;
  /** Whether a phone shows the view's middle above the sheet. */
  isRaised: boolean;
  /** Whether there is no live map yet, which has its own controls and credits. */
  isAlone: boolean;
}

/**
 * The server-drawn picture of the initial view, shown before the live map at the same scale and position, and
 * without script instead of it. It stays as the page came. Links zoom it.
 */
export function MapPicture({ query, view, isRaised, isAlone }: MapPictureProps) {
  const { t, i18n } = useTranslation();
  const language = toLanguage(i18n.language) ?? fallbackLanguage;
  const [first] = useState({ query, view, language });
  const address = (size: keyof typeof mapPictureSizes, theme: MapTheme) =>
    pictureAddress({ ...first, ...first.query, view: first.view, size, theme });
  const dark = "(prefers-color-scheme: dark)";
  const { phone, desk } = mapPictureSizes;
  return (
    <>
      <picture>
        <source media={`${wideLayout} and ${dark}`} srcSet={address("desk", "dark")} {...desk} />
        <source media={wideLayout} srcSet={address("desk", "light")} {...desk} />
        <source media={dark} srcSet={address("phone", "dark")} {...phone} />
        <img
          src={address("phone", "light")}
          {...phone}
          alt={t("map.picture")}
          className="map-picture"
          data-raised={isRaised || undefined}
          fetchPriority="high"
        />
      </picture>
      {isAlone && <PictureControls query={query} view={view} />}
    </>
  );
}

/** Attributions, and links that zoom. */
function PictureControls({ query, view }: { query: MapPageQuery; view: MapView }) {
  const { t } = useTranslation();
  const zoomed = (step: 1 | -1) => {
    const zoom = Math.min(maxZoom, Math.max(1, view.zoom + step));
    return `/${mapPageSearch({ ...query, view: { ...view, zoom } })}`;
  };
  return (
    <>
      <p className="map-credit rounded-control bg-raised px-2 py-0.5 text-sm text-muted">
        {baseMapAttributions.map(({ name, url }, index) => (
          <span key={name}>
            {index > 0 && " · "}
            <a href={url} target="_blank" rel="noopener" className="text-muted">
              {name}
            </a>
          </span>
        ))}
      </p>
      <div className="map-steps grid gap-2">
        <a
          href={zoomed(1)}
          aria-label={t("map.zoomIn")}
          className={buttonClass("floating", "medium", "px-0!")}
        >
          <Icon name="plus" />
        </a>
        <a
          href={zoomed(-1)}
          aria-label={t("map.zoomOut")}
          className={buttonClass("floating", "medium", "px-0!")}
        >
          <Icon name="minus" />
        </a>
      </div>
    </>
  );
}

interface PictureOf extends PlaceFiltering {
  readonly view: MapView;
  readonly size: keyof typeof mapPictureSizes;
  readonly theme: MapTheme;
  readonly language: Language;
}

/** Address of the server-drawn picture of a view, which is shown until the live map is loaded. */
export function pictureAddress(picture: PictureOf): string {
  const { view, size, theme, language } = picture;
  const pairs = [`view=${formatMapView(view)}`, `size=${size}`, `theme=${theme}`];
  pairs.push(`lang=${language}`, ...filterPairs(picture));
  return `/map-picture.svg?${pairs.join("&")}`;
}
