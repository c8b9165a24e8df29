import { useTranslation } from "#app/i18n/use-translation.tsx";
import { ChangeText, useFieldFormatter, useFieldNames } from "#app/place/place-change.tsx";
import { historyPath } from "#app/place/place-paths.ts";
import { usePlaceTitles } from "#app/place/place-titles.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Choice } from "#app/ui/form/choice.tsx";
import type { ComparedField } from "#domain/edits/proposal.ts";
import type { PendingProposal } from "#domain/moderation/moderation-queue.ts";
import { SenderSwitches } from "../account-list.tsx";
import { DecisionForm, OutcomeButton, SentBy, TaskCard } from "../task-card.tsx";
import type { CardProps, TaskView } from "./task-view.ts";

/** Proposed edits, each against its place's current values (docs/product#decision-on-a-proposal). */
export const proposals: TaskView<PendingProposal> = {
  decided: "proposals",
  usual: { outcome: "accepted", icon: "check", label: "moderation.outcome.accepted" },
  removal: {
    ...{ outcome: "declined", icon: "close", label: "moderation.proposal.decline" },
    question: "queue.decline.proposals",
    confirmLabel: "queue.decline.confirmProposals",
    reason: "moderation.answer",
  },
  idOf: ({ id }) => id,
  versionOf: ({ place }) => place.version,
  senderOf: ({ sender }) => sender,
  placeOf: ({ place }) => place,
  sinceOf: ({ at }) => at,
  Card: ProposalCard,
};

/** A proposal; its fields are accepted as they are ticked. */
function ProposalCard({ entry, ofSender }: CardProps<PendingProposal>) {
  const { t } = useTranslation();
  const { id, place, fields, note, at, sender } = entry;
  const name = usePlaceTitles()(place).whole;
  return (
    <TaskCard
      place={place}
      lines={note !== "" && <p className="whitespace-pre-line wrap-anywhere">{note}</p>}
      actions={
        <ButtonLink to={historyPath(place.id)} variant="quiet" icon="clock">
          {t("edit.toHistory")}
        </ButtonLink>
      }
      more={<SenderSwitches account={sender} />}
    >
      <SentBy account={sender} at={at} ofSender={ofSender} />
      <DecisionForm
        // Another version has other values: what was ticked for those before does not stay.
        key={place.version}
        kind="proposals"
        id={id}
        version={place.version}
        answer={t("moderation.answer")}
        fields={
          <>
            <input type="hidden" name="byField" value="1" />
            <fieldset className="mt-2 min-w-0 divide-y divide-line rounded-control bg-surface px-3">
              <legend className="sr-only">{t("moderation.proposal.fields", { name })}</legend>
              {fields.map((field) => (
                <ProposedField key={field.field} compared={field} country={place.country} />
              ))}
            </fieldset>
          </>
        }
      >
        <OutcomeButton
          value="accepted"
          variant="primary"
          icon="check"
          label={t("moderation.proposal.accept")}
          about={name}
        />
        <OutcomeButton
          value="declined"
          icon="close"
          label={t("moderation.proposal.decline")}
          about={name}
        />
      </DecisionForm>
    </TaskCard>
  );
}

interface ProposedFieldProps {
  compared: ComparedField;
  country: string;
}

/** One field: what is stored now, what is proposed, and whether it has changed since the proposal. */
function ProposedField({ compared, country }: ProposedFieldProps) {
  const { t } = useTranslation();
  const nameOf = useFieldNames();
  const formatField = useFieldFormatter(country);
  const { field, stored, from, to, state } = compared;
  return (
    <div className="py-2">
      <Choice type="checkbox" name="field" value={field} defaultChecked>
        <span className="min-w-0 font-bold wrap-anywhere">{nameOf(field)}</span>
      </Choice>
      <div className="pl-9">
        {state === "done" ? (
          <p className="wrap-anywhere">
            {formatField(field, to)}{" "}
            <span className="text-muted">({t("moderation.proposal.done")})</span>
          </p>
        ) : (
          <ChangeText field={field} from={stored} to={to} country={country} />
        )}
        {state === "changed" && (
          <p className="text-sm wrap-anywhere text-soon">
            {t("moderation.proposal.changed", { value: formatField(field, from) })}
          </p>
        )}
      </div>
    </div>
  );
}
