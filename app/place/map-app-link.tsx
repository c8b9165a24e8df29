import { useTranslation } from "#app/i18n/use-translation.tsx";
import { type ButtonSize, type ButtonVariant, buttonClass } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import type { Place } from "#domain/place/place.ts";
import { geoUri, leadToOwnMap } from "./own-map.ts";
import { openStreetMapUrl } from "./place-paths.ts";

interface MapAppLinkProps {
  place: Pick<Place, "id" | "latitude" | "longitude">;
  /** Name of the place, in one line. */
  name: string;
  size?: ButtonSize;
  variant?: ButtonVariant;
}

/** Link that opens a place in the visitor's own map (docs/product#link-to-another-map), without script too. */
export function MapAppLink({ place, name, size, variant = "secondary" }: MapAppLinkProps) {
  const { t } = useTranslation();
  return (
    <a
      key={place.id}
      href={openStreetMapUrl(place)}
      data-geo={geoUri(place, name)}
      target="_blank"
      rel="noopener noreferrer"
      className={buttonClass(variant, size)}
      onClick={({ currentTarget }) => leadToOwnMap(currentTarget)}
    >
      <Icon name="external" />
      {t("directions.mapApp")}
    </a>
  );
}
