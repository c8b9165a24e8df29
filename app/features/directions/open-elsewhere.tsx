import { useTranslation } from "#app/i18n/use-translation.tsx";
import { openStreetMapUrl } from "#app/place/place-paths.ts";
import { usePlaceTitles } from "#app/place/place-titles.ts";
import { Disclosure } from "#app/ui/disclosure.tsx";
import { menuItemClass } from "#app/ui/dropdown-menu.tsx";
import { Icon } from "#app/ui/icon.tsx";
import type { Place } from "#domain/place/place.ts";

/** Links that open a place in another map (docs/product#link-to-another-map); they work without script. */
export function OpenElsewhere({ place }: { place: Place }) {
  const { t } = useTranslation();
  const name = usePlaceTitles()(place).whole;
  const urls = otherMapUrls(place, name);
  return (
    <Disclosure className="needs-contact" icon="external" title={t("directions.elsewhere.action")}>
      <ul aria-label={t("directions.elsewhere.action")} className="grid gap-1 pb-3 sm:grid-cols-2">
        {maps.map((map) => (
          <li key={map}>
            <a
              href={urls[map]}
              target={map === "device" ? undefined : "_blank"}
              rel="noopener noreferrer"
              className={menuItemClass}
            >
              <Icon name={map === "device" ? "map" : "external"} className="size-5 text-brand" />
              {t(`directions.elsewhere.${map}`)}
            </a>
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}

/** The device's own map first. */
const maps = ["device", "apple", "google", "openstreetmap"] as const;

/**
 * URL of a place in each map: marked, or with the way there on foot where the map has such URLs. That of the
 * device is a URI of the scheme `geo` (RFC 5870), with the label that Android reads.
 *
 * @param name of the place, in one line
 */
export function otherMapUrls(
  place: Pick<Place, "latitude" | "longitude">,
  name: string,
): Record<(typeof maps)[number], string> {
  const point = `${place.latitude},${place.longitude}`;
  const apple = new URLSearchParams({ daddr: point, dirflg: "w" });
  const google = new URLSearchParams({ api: "1", destination: point, travelmode: "walking" });
  return {
    device: `geo:${point}?q=${encodeURIComponent(`${point}(${name.replace(/[()]/g, " ")})`)}`,
    apple: `https://maps.apple.com/?${apple}`,
    google: `https://www.google.com/maps/dir/?${google}`,
    openstreetmap: openStreetMapUrl(place),
  };
}
