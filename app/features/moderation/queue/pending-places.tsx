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
import { usePlaceTitles } from "#app/place/place-titles.ts";
import { Icon } from "#app/ui/icon.tsx";
import type { NearDuplicate, PendingPlace } from "#domain/moderation/moderation-queue.ts";
import { SenderSwitches } from "./account-switches.tsx";
import { EntryActions, EntryArticle, PlaceEntryHead, PlaceName, SentBy } from "./entry-card.tsx";
import { OpeningSummary } from "./opening-summary.tsx";
import { TickedList, type TickProps } from "./ticked-list.tsx";

/** The pending places; several can be ticked, and accepted or deleted at once. */
export function PendingPlaces({ places }: { places: readonly PendingPlace[] }) {
  return (
    <TickedList
      list="waiting"
      entries={places}
      idOf={({ id }) => id}
      senderOf={({ adder }) => adder}
    >
      {(place, box) => <PendingPlaceCard place={place} box={box} />}
    </TickedList>
  );
}

/** A pending place with all that the administrator needs to decide on it. */
function PendingPlaceCard({ place, box }: { place: PendingPlace; box: TickProps }) {
  const { t } = useTranslation();
  const name = usePlaceTitles()(place).whole;
  const rest = [place.postcode, place.county].filter(Boolean).join(", ");
  return (
    <EntryArticle isPending>
      <PlaceEntryHead place={place} box={box} seenVersion={place.version}>
        {rest !== "" && <p className="text-sm">{rest}</p>}
        {place.position_approximate && <ApproximateMark />}
        {place.comments !== "" && <p className="text-sm text-muted">({place.comments})</p>}
      </PlaceEntryHead>
      {place.spam_signs.length > 0 && (
        <p className="my-1 flex items-start gap-1.5 rounded-control bg-soon-tint px-2 py-1 text-sm">
          <Icon name="warning" className="mt-0.5 size-4 shrink-0 text-soon" />
          <span>
            <strong>{t("queue.spam.title")}</strong>{" "}
            {place.spam_signs.map((sign) => t(`queue.spam.${sign}`)).join(", ")}
          </span>
        </p>
      )}
      <SentBy
        account={place.adder}
        at={place.added}
        accountId={place.added_by}
        ofSender={box.ofSender}
      />
      <div className="text-sm">
        <div className="flex flex-wrap gap-x-3 [&>ul]:contents">
          <PlaceFacts place={place} />
          <MoreFacts place={place} />
        </div>
        <OpeningSummary place={place} />
        <NearDuplicates places={place.near_duplicates} />
      </div>
      <EntryActions
        name={name}
        grave={<DeletePlace place={place} name={name} />}
        more={
          <>
            <PositionLink id={place.id} name={name} from="moderation" />
            <MapsServiceLink point={place} name={name} />
            <SenderSwitches account={place.adder} />
          </>
        }
      >
        <AcceptPlace place={place} name={name} />
      </EntryActions>
    </EntryArticle>
  );
}

/** Places near it that may be the same. */
function NearDuplicates({ places }: { places: readonly NearDuplicate[] }) {
  const { t } = useTranslation();
  const format = useFormatter();
  if (places.length === 0) return null;
  return (
    <div className="mt-0.5 flex flex-wrap gap-x-2">
      <p className="font-bold">{t("queue.near")}</p>
      <ul className="min-w-0">
        {places.map((near) => (
          <li key={near.id} className="max-sm:line-clamp-1">
            <PlaceName place={near} />{" "}
            <span className="tabular">
              (<span className="whitespace-nowrap">{format.distance(near.distance)}</span>
              {!near.accepted && `, ${t("queue.alsoWaiting")}`})
            </span>
            {near.comments !== "" && <span className="text-muted"> ({near.comments})</span>}
          </li>
        ))}
      </ul>
    </div>
  );
}
