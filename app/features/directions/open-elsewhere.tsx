import { useTranslation } from "#app/i18n/use-translation.tsx";
import { openStreetMapUrl } from "#app/place/place-paths.ts";
import { Disclosure } from "#app/ui/disclosure.tsx";
import { menuItemClass } from "#app/ui/dropdown-menu.tsx";
import { Icon } from "#app/ui/icon.tsx";
import type { Place } from "#domain/place/place.ts";

/** Links that open a place in another map (docs/product#link-to-another-map); they work without script. */
export function OpenElsewhere({ place }: { place: Place }) {
  const { t } = useTranslation();
  const urls = otherMapUrls(place);
  return (
    <Disclosure className="needs-contact" icon="external" title={t("directions.elsewhere.action")}>
      <ul aria-label={t("directions.elsewhere.action")} className="grid gap-1 pb-3 sm:grid-cols-2">
        {maps.map((map) => (
          <li key={map}>
            <a href={urls[map]} target="_blank" rel="noopener noreferrer" className={menuItemClass}>
              <Icon name="external" className="size-5 text-brand" />
              {t(`directions.elsewhere.${map}`)}
            </a>
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}

const maps = ["apple", "google", "openstreetmap"] as const;

/** URL of a place in each map: marked, or with the way there on foot where the map has such URLs. */
export function otherMapUrls(
  place: Pick<Place, "latitude" | "longitude">,
): Record<(typeof maps)[number], string> {
  const point = `${place.latitude},${place.longitude}`;
  const apple = new URLSearchParams({ daddr: point, dirflg: "w" });
  const google = new URLSearchParams({ api: "1", destination: point, travelmode: "walking" });
  return {
    apple: `https://maps.apple.com/?${apple}`,
    google: `https://www.google.com/maps/dir/?${google}`,
    openstreetmap: openStreetMapUrl(place),
  };
}
