import { useTranslation } from "react-i18next";
import { ButtonLink } from "#app/ui/button-link.tsx";
import { positionAddress } from "./moderation-address.ts";

interface PositionLinkProps {
  id: number;
  /** Names the place for those who hear the link alone. */
  name: string;
  /** Where the administrator comes back to: the page of the queue, else the place on the map. */
  from?: "moderation";
}

/** Leads the administrator to the page that sets where a place is. */
export function PositionLink({ id, name, from }: PositionLinkProps) {
  const { t } = useTranslation();
  const label = t("moderation.position.action");
  return (
    <ButtonLink to={positionAddress(id, from)} icon="place" aria-label={`${label}: ${name}`}>
      {label}
    </ButtonLink>
  );
}
