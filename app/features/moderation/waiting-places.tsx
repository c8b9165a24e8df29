import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "#app/ui/button.tsx";
import type { WaitingPlace } from "#domain/moderation-queue.ts";
import { ModerationForm } from "./moderation-form.tsx";
import { WaitingPlaceCard } from "./waiting-place-card.tsx";

/** The form that the boxes of all cards belong to. */
const formId = "accept-ticked";

/** The places that wait; several can be ticked and accepted at once. */
export function WaitingPlaces({ places }: { places: readonly WaitingPlace[] }) {
  const { t } = useTranslation();
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set());
  const shown = places.filter(({ id }) => ticked.has(id));
  const hasAll = shown.length === places.length;
  if (places.length === 0) return null;
  const tick = (id: number, isTicked: boolean) =>
    setTicked(new Set([...ticked].filter((other) => other !== id).concat(isTicked ? id : [])));
  return (
    <>
      <ul className="grid grid-cols-1 gap-4">
        {places.map((place) => (
          <li key={place.id} className="min-w-0">
            <WaitingPlaceCard
              place={place}
              formId={formId}
              isTicked={ticked.has(place.id)}
              onTick={(isTicked) => tick(place.id, isTicked)}
            />
          </li>
        ))}
      </ul>
      <ModerationForm
        intent="accept"
        formId={formId}
        className="sticky bottom-0 z-10 -mx-4 mt-4 flex flex-wrap items-center gap-3 border-t border-line bg-surface px-4 py-3"
      >
        <label className="flex min-h-11 grow items-center gap-3 noscript:hidden">
          <input
            type="checkbox"
            className="size-6 shrink-0 accent-brand"
            checked={hasAll}
            onChange={() => setTicked(new Set(hasAll ? [] : places.map(({ id }) => id)))}
          />
          {t("moderation.accept.all")}
        </label>
        <Button type="submit" variant="primary" icon="check">
          {t("moderation.accept.ticked")}
          {shown.length > 0 && <span className="tabular">({shown.length})</span>}
        </Button>
      </ModerationForm>
    </>
  );
}
