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
import { SenderSwitches } from "../account-list.tsx";
import { OpeningSummary } from "../opening-summary.tsx";
import { PlaceName, SentBy, TaskCard } from "../task-card.tsx";
import type { CardProps, TaskView } from "./task-view.ts";

export const waiting: TaskView<PendingPlace> = {
  decided: "waiting",
  usual: { outcome: "accept", icon: "check", label: "moderation.accept.ticked" },
  removal: {
    ...{ outcome: "delete", icon: "delete", label: "moderation.delete.ticked" },
    question: "moderation.delete.questionTicked",
    confirmLabel: "moderation.delete.confirm",
    reason: "moderation.answer",
  },
  idOf: ({ id }) => id,
  versionOf: ({ version }) => version,
  senderOf: ({ adder }) => adder,
  placeOf: (place) => place,
  sinceOf: ({ added }) => added,
  Card: PendingPlaceCard,
};

/** A pending place with all that staff need to decide on it. */
function PendingPlaceCard({ entry: place, ofSender }: CardProps<PendingPlace>) {
  const { t } = useTranslation();
  const name = usePlaceTitles()(place).whole;
  const rest = [place.postcode, place.county].filter(Boolean).join(", ");
  return (
    <TaskCard
      place={place}
      lines={
        <>
          {rest !== "" && <p className="text-sm">{rest}</p>}
          {place.position_approximate && <ApproximateMark />}
          {place.comments !== "" && <p className="text-sm text-muted">({place.comments})</p>}
        </>
      }
      actions={<AcceptPlace place={place} name={name} />}
      grave={<DeletePlace place={place} name={name} />}
      more={
        <>
          <PositionLink id={place.id} name={name} from="moderation" />
          <MapsServiceLink point={place} name={name} />
          <SenderSwitches account={place.adder} />
        </>
      }
    >
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
        ofSender={ofSender}
      />
      <div className="text-sm">
        <div className="flex flex-wrap gap-x-3 [&>ul]:contents">
          <PlaceFacts place={place} />
          <MoreFacts place={place} />
        </div>
        <OpeningSummary place={place} />
        <NearDuplicates places={place.near_duplicates} />
      </div>
    </TaskCard>
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
