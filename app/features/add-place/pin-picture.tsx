import { useTranslation } from "react-i18next";
import { Icon } from "#app/ui/icon.tsx";
import type { Coordinates } from "#domain/coordinates.ts";
import { formatMapView } from "#domain/map-view.ts";

/** As close as the base map has something to show. */
const zoom = 11;

/** The pin on the server-drawn picture of the map, for browsers without script. */
export function PinPicture({ position: [longitude, latitude] }: { position: Coordinates }) {
  const { t, i18n } = useTranslation();
  const view = formatMapView({ longitude, latitude, zoom });
  return (
    <div className="relative mb-2 flex h-64 items-center justify-center overflow-hidden rounded-control border border-line">
      <img
        src={`/map-picture.svg?view=${view}&size=phone&theme=light&lang=${i18n.language}`}
        width={820}
        height={1200}
        alt={t("addPlace.where.pin")}
        className="max-w-none shrink-0"
      />
      <Icon
        name="place"
        className="absolute top-1/2 left-1/2 size-10 -translate-x-1/2 -translate-y-full fill-waiting-edge text-star-edge"
      />
    </div>
  );
}
