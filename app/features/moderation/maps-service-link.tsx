import { useTranslation } from "react-i18next";
import { buttonClass } from "#app/ui/button-class.ts";
import { Icon } from "#app/ui/icon.tsx";
import { mapsServiceAddress } from "./maps-service-address.ts";

interface MapsServiceLinkProps {
  point: { latitude: number; longitude: number };
  /** Names the point for those who hear the link alone. */
  name: string;
}

/** Opens a point in another map, in a tab of its own (docs/product#link-to-another-map). */
export function MapsServiceLink({ point, name }: MapsServiceLinkProps) {
  const { t } = useTranslation();
  return (
    <a
      href={mapsServiceAddress(point)}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={t("moderation.mapsService.label", { name })}
      className={buttonClass("quiet")}
    >
      <Icon name="external" />
      {t("moderation.mapsService.name")}
    </a>
  );
}
