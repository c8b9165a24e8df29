import { useState } from "react";
import { ModerationForm } from "#app/features/moderation/moderation-form.tsx";
import {
  AcceptPlace,
  DeletePlace,
  MapsServiceLink,
  PositionLink,
} from "#app/features/moderation/place-moderation.tsx";
import { useFormatter } from "#app/i18n/use-formatter.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { MoreFacts } from "#app/place/more-facts.tsx";
import { ApproximateMark, PlaceFacts } from "#app/place/place-facts.tsx";
import { usePlaceWords } from "#app/place/place-words.ts";
import { Button } from "#app/ui/button.tsx";
import { Choice } from "#app/ui/form/choice.tsx";
import type { NearDuplicate, WaitingPlace } from "#domain/moderation/moderation-queue.ts";
import { EntryActions, PlaceName, SenderSwitch, SentBy } from "./entry-card.tsx";
import { OpeningSummary } from "./opening-summary.tsx";

/** Id of the form to which the boxes of all cards belong. */
const formId = "accept-ticked";

/** The waiting places; several can be ticked and accepted at once. */
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
        className="sticky bottom-0 z-10 -mx-edge mt-4 flex flex-wrap items-center gap-3 border-t border-line bg-surface px-edge py-3"
      >
        <Choice
          type="checkbox"
          checked={hasAll}
          onChange={() => setTicked(new Set(hasAll ? [] : places.map(({ id }) => id)))}
          className="grow noscript:hidden"
        >
          {t("moderation.accept.all")}
        </Choice>
        <Button type="submit" variant="primary" icon="check">
          {t("moderation.accept.ticked")}
          {shown.length > 0 && <span className="tabular">({shown.length})</span>}
        </Button>
      </ModerationForm>
    </>
  );
}

interface WaitingPlaceCardProps {
  place: WaitingPlace;
  /** Id of the form to which its box belongs. */
  formId: string;
  isTicked: boolean;
  onTick: (isTicked: boolean) => void;
}

/** A waiting place with all that the administrator needs to decide on it. */
function WaitingPlaceCard({ place, formId, isTicked, onTick }: WaitingPlaceCardProps) {
  const { t } = useTranslation();
  const name = usePlaceWords()(place).whole;
  const rest = [place.postcode, place.county].filter(Boolean).join(", ");
  return (
    <article className="rounded-card border-l-4 border-waiting-edge bg-waiting-card p-edge wrap-anywhere">
      <div className="flex items-start gap-1">
        <label className="-mt-0.5 -ml-2 flex size-11 shrink-0 items-center justify-center">
          <input
            type="checkbox"
            name="id"
            value={place.id}
            form={formId}
            checked={isTicked}
            onChange={(event) => onTick(event.target.checked)}
            aria-label={t("moderation.accept.tick", { name })}
            className="size-6 accent-brand"
          />
        </label>
        <div className="min-w-0 grow">
          <h3 className="font-bold">
            <PlaceName place={place} />
          </h3>
          {rest !== "" && <p>{rest}</p>}
          {place.position_approximate && <ApproximateMark />}
          <SentBy account={place.adder} at={place.added} accountId={place.added_by} />
        </div>
      </div>
      <PlaceFacts place={place} className="mt-2" />
      <MoreFacts facts={place.facts} />
      <OpeningSummary place={place} />
      {place.comments !== "" && <p className="mt-2 text-muted">({place.comments})</p>}
      <NearDuplicates places={place.near_duplicates} />
      <EntryActions
        grave={
          <>
            <DeletePlace id={place.id} name={name} isWaiting />
            <SenderSwitch account={place.adder} />
          </>
        }
      >
        <AcceptPlace id={place.id} name={name} />
        <PositionLink id={place.id} name={name} from="moderation" />
        <MapsServiceLink point={place} name={name} />
      </EntryActions>
    </article>
  );
}

/** Places near it that may be the same. */
function NearDuplicates({ places }: { places: readonly NearDuplicate[] }) {
  const { t } = useTranslation();
  const format = useFormatter();
  if (places.length === 0) return null;
  return (
    <div className="mt-2">
      <p className="font-bold">{t("moderation.near")}</p>
      <ul className="list-disc pl-5">
        {places.map((near) => (
          <li key={near.id}>
            <PlaceName place={near} />{" "}
            <span className="tabular">
              (<span className="whitespace-nowrap">{format.distance(near.distance)}</span>
              {!near.accepted && `, ${t("moderation.alsoWaiting")}`})
            </span>
            {near.comments !== "" && <span className="text-muted"> ({near.comments})</span>}
          </li>
        ))}
      </ul>
    </div>
  );
}
