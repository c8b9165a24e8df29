import { useTranslation } from "react-i18next";
import { useFormatter } from "#app/i18n/use-formatter.ts";
import { ApproximateMark } from "#app/ui/approximate-mark.tsx";
import { PlaceFacts } from "#app/ui/place-facts.tsx";
import { usePlaceWords } from "#app/ui/use-place-words.ts";
import type { NearDuplicate, WaitingPlace } from "#domain/moderation-queue.ts";
import { weekOf } from "#domain/opening-times.ts";
import { AcceptPlace } from "./accept-place.tsx";
import { DeletePlace } from "./delete-place.tsx";
import { EntryActions } from "./entry-card.tsx";
import { MapsServiceLink } from "./maps-service-link.tsx";
import { OpeningSummary } from "./opening-summary.tsx";
import { PlaceName } from "./place-name.tsx";
import { PositionLink } from "./position-link.tsx";
import { SenderSwitch, SentBy } from "./sent-by.tsx";

interface WaitingPlaceCardProps {
  place: WaitingPlace;
  /** The form that its box belongs to. */
  formId: string;
  isTicked: boolean;
  onTick: (isTicked: boolean) => void;
}

/** One place that waits: all that it takes to decide on it. */
export function WaitingPlaceCard({ place, formId, isTicked, onTick }: WaitingPlaceCardProps) {
  const { t } = useTranslation();
  const name = usePlaceWords()(place).whole;
  const rest = [place.postcode, place.county].filter(Boolean).join(", ");
  return (
    <article className="rounded-card border-l-4 border-waiting-edge bg-waiting-card p-4 wrap-anywhere">
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
      <OpeningSummary times={weekOf(place)} />
      {place.comments !== "" && <p className="mt-2 text-muted">({place.comments})</p>}
      <NearDuplicates places={place.near_duplicates} />
      <EntryActions
        grave={
          <>
            <DeletePlace id={place.id} name={name} />
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

/** What may be the same place. */
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
