import { useTranslation } from "#app/i18n/use-translation.tsx";
import { joinClasses } from "#app/ui/class-names.ts";
import { Icon } from "#app/ui/icon.tsx";
import { PageLink } from "#app/ui/page-link.tsx";
import type { MapTheme } from "#domain/map/map-palettes.ts";
import { formatMapView, type MapView, mapPictureSizes } from "#domain/map/map-view.ts";

interface DrawnMapProps {
  view: MapView;
  to: string;
  alt: string;
  hasPin?: boolean;
  /** Whether it is small, beside text: the middle of the picture. */
  isSmall?: boolean;
}

/** A map that the server has drawn, with its places; it leads to the live one. */
export function DrawnMap({ view, to, alt, hasPin = false, isSmall = false }: DrawnMapProps) {
  const { i18n } = useTranslation();
  const { language } = i18n;
  const picture = (theme: MapTheme) =>
    `/map-picture.svg?view=${formatMapView(view)}&size=page&theme=${theme}&lang=${language}`;
  return (
    <PageLink
      to={to}
      className="relative block shrink-0 overflow-clip rounded-card border border-line"
    >
      <picture>
        <source media="screen and (prefers-color-scheme: dark)" srcSet={picture("dark")} />
        <img
          src={picture("light")}
          {...mapPictureSizes.page}
          alt={alt}
          loading="lazy"
          className={joinClasses("block object-none", isSmall ? "size-20 sm:w-44" : "h-52 w-full")}
        />
      </picture>
      {hasPin && (
        <span
          className={joinClasses(
            "absolute top-1/2 left-1/2 -translate-x-1/2 -translate-y-full rounded-full border-2 border-raised bg-brand text-on-brand shadow-float",
            isSmall ? "p-0.5" : "p-2",
          )}
          aria-hidden="true"
        >
          <Icon name="place" className={joinClasses("block", isSmall ? "size-4" : "size-6")} />
        </span>
      )}
    </PageLink>
  );
}
