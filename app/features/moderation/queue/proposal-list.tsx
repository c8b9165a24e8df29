import { ModerationForm } from "#app/features/moderation/moderation-form.tsx";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { ChangeText, useFieldFormatter, useFieldNames } from "#app/place/place-change.tsx";
import { historyPath } from "#app/place/place-paths.ts";
import { usePlaceTitles } from "#app/place/place-titles.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Disclosure } from "#app/ui/disclosure.tsx";
import { Choice } from "#app/ui/form/choice.tsx";
import { ReasonField } from "#app/ui/form/reason-field.tsx";
import type { ComparedField } from "#domain/edits/proposal.ts";
import type { PendingProposal } from "#domain/moderation/moderation-queue.ts";
import { SenderSwitches } from "./account-switches.tsx";
import { EntryActions, EntryArticle, PlaceEntryHead, SentBy } from "./entry-card.tsx";
import { TickedList, type TickProps } from "./ticked-list.tsx";

/** Pending proposed edits, each against its place's current values (docs/product#decision-on-a-proposal). */
export function ProposalList({ proposals }: { proposals: readonly PendingProposal[] }) {
  return (
    <TickedList
      list="proposals"
      entries={proposals}
      idOf={({ id }) => id}
      senderOf={({ sender }) => sender}
    >
      {(proposal, box) => (
        // Another version has other values: what was ticked for those before does not stay.
        <ProposalCard key={proposal.place.version} proposal={proposal} box={box} />
      )}
    </TickedList>
  );
}

/** A proposal; its fields are accepted as they are ticked. */
function ProposalCard({ proposal, box }: { proposal: PendingProposal; box: TickProps }) {
  const { t } = useTranslation();
  const { id, place, fields, note, at, sender } = proposal;
  const name = usePlaceTitles()(place).whole;
  return (
    <EntryArticle>
      <PlaceEntryHead place={place} box={box} seenVersion={place.version}>
        {note !== "" && <p className="whitespace-pre-line wrap-anywhere">{note}</p>}
      </PlaceEntryHead>
      <SentBy account={sender} at={at} ofSender={box.ofSender} />
      <ModerationForm intent="decide-proposal" id={id} className="mt-2">
        <input type="hidden" name="version" value={place.version} />
        <fieldset className="min-w-0 divide-y divide-line rounded-control bg-surface px-3">
          <legend className="sr-only">{t("moderation.proposal.fields", { name })}</legend>
          {fields.map((field) => (
            <ProposedField key={field.field} compared={field} country={place.country} />
          ))}
        </fieldset>
        <Disclosure title={t("moderation.answer")} className="mt-1">
          <ReasonField isLabelHidden />
        </Disclosure>
        <div className="mt-2 flex flex-wrap gap-2">
          <Button
            type="submit"
            name="outcome"
            value="accepted"
            variant="primary"
            icon="check"
            aria-label={`${t("moderation.proposal.accept")}: ${name}`}
          >
            {t("moderation.proposal.accept")}
          </Button>
          <Button
            type="submit"
            name="outcome"
            value="declined"
            icon="close"
            aria-label={`${t("moderation.proposal.decline")}: ${name}`}
          >
            {t("moderation.proposal.decline")}
          </Button>
        </div>
      </ModerationForm>
      <EntryActions name={name} more={<SenderSwitches account={sender} />}>
        <ButtonLink to={historyPath(place.id)} variant="quiet" icon="clock">
          {t("edit.toHistory")}
        </ButtonLink>
      </EntryActions>
    </EntryArticle>
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
