import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { findPosition, type PositionFault } from "#app/ui/find-position.ts";
import {
  approximatePosition,
  type Coordinates,
  formatCoordinates,
} from "#domain/geography/coordinates.ts";
import type { PlaceListQuery } from "#domain/place/place-list-query.ts";
import { changedListAddress } from "./place-list-address.ts";

/**
 * Button that finds the visitor's position and orders the list by distance, or gives the reason why it
 * cannot.
 */
export function NearMe({ query }: { query: PlaceListQuery }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [isLocating, setIsLocating] = useState(false);
  const [fault, setFault] = useState<PositionFault | null>(null);
  const [own, setOwn] = useState<Coordinates | null>(null);
  // After an address search, and in a shared address, the list is around another point.
  const isAroundOwn = query.sort === "distance" && isSamePoint(own, query.near);

  const locate = async () => {
    setIsLocating(true);
    setFault(null);
    const found = await findPosition(navigator.geolocation);
    setIsLocating(false);
    if (!found.ok) return setFault(found.fault);
    const near = approximatePosition(found.position);
    setOwn(near);
    await navigate(changedListAddress(query, { sort: "distance", near }), {
      preventScrollReset: true,
    });
  };

  return (
    <>
      <Button
        icon={isAroundOwn ? "locate-fixed" : "locate"}
        aria-disabled={isLocating}
        onClick={() => !isLocating && void locate()}
        className="noscript:hidden"
      >
        {t(`places.near.${isLocating ? "locating" : isAroundOwn ? "update" : "find"}`)}
      </Button>
      {fault && (
        <Alert kind="warning" onDismiss={() => setFault(null)} className="basis-full">
          {t(`places.near.${fault}`)}
        </Alert>
      )}
    </>
  );
}

function isSamePoint(one: Coordinates | null, other: Coordinates | null): boolean {
  return one !== null && other !== null && formatCoordinates(one) === formatCoordinates(other);
}
