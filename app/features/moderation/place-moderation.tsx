import { useEffect, useRef } from "react";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { usePlaceWords } from "#app/place/place-words.ts";
import type { Place } from "#domain/place/place.ts";
import { useModeration } from "./moderation-form.tsx";
import { AcceptPlace, DeletePlace, MapsServiceLink, PositionLink } from "./place-actions.tsx";

interface PlaceModerationProps {
  place: Place;
  /** Called when the place was deleted here. */
  onGone?: () => void;
}

/** The administrator's actions for a place, on its card and in its panel. */
export function PlaceModeration({ place, onGone }: PlaceModerationProps) {
  const { t } = useTranslation();
  const name = usePlaceWords()(place).whole;
  useDeletion(place.id, onGone);
  return (
    <fieldset className="flex flex-wrap items-start gap-2 py-2">
      <legend className="sr-only">{t("moderation.controls", { name })}</legend>
      {!place.accepted && <AcceptPlace id={place.id} name={name} />}
      {(!place.accepted || place.position_approximate) && (
        <PositionLink id={place.id} name={name} />
      )}
      <DeletePlace id={place.id} name={name} />
      <MapsServiceLink point={place} name={name} />
    </fieldset>
  );
}

/** Calls back when a place was deleted while its controls are shown. */
function useDeletion(placeId: number, onGone: (() => void) | undefined): void {
  const { data } = useModeration();
  const seen = useRef(data);
  const latest = useRef(onGone);
  useEffect(() => {
    latest.current = onGone;
  });
  useEffect(() => {
    if (data === seen.current) return;
    seen.current = data;
    if (data?.ok && data.intent === "delete" && data.placeIds.includes(placeId)) latest.current?.();
  }, [data, placeId]);
}
