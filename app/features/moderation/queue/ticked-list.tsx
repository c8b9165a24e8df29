import { type ReactNode, useState } from "react";
import { useLocation } from "react-router";
import { ModerationForm } from "#app/features/moderation/moderation-form.tsx";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { Button } from "#app/ui/button.tsx";
import { Choice } from "#app/ui/form/choice.tsx";
import { ConfirmedSubmit } from "#app/ui/form/confirmed-submit.tsx";
import { ReasonField } from "#app/ui/form/reason-field.tsx";
import type { IconName } from "#app/ui/icon.tsx";
import { PageLink } from "#app/ui/page-link.tsx";
import { type ReportFilter, reportFilterText } from "#domain/moderation/moderation-query.ts";
import { seenPlaceText } from "#domain/moderation/moderation-request.ts";
import { restoreDays } from "#domain/moderation/restore-period.ts";

interface TickedListProps<Entry> {
  intent: "accept" | "open" | "accept-proposals" | "resolve-reports";
  /** Id of the form to which the boxes of all entries belong. */
  formId: string;
  entries: readonly Entry[];
  idOf: (entry: Entry) => number;
  /** Account that sent an entry; absent for a viewer who may not know. */
  senderOf?: (entry: Entry) => { readonly id: string } | null | undefined;
  /** Number of what an entry stands for; 1 where it is absent. */
  countOf?: (entry: Entry) => number;
  /** What let the entries through, which are reports. */
  filter?: ReportFilter;
  /** Text and icon of the usual button. */
  label: string;
  icon: IconName;
  /** What removes the ticked ones, after a question: deletion of places that wait or of others, or a decline. */
  removal: keyof typeof removals;
  /** Shows an entry with its box. */
  children: (entry: Entry, box: TickProps) => ReactNode;
}

const deletion = {
  intent: "delete",
  icon: "delete",
  label: "moderation.delete.ticked",
  question: "moderation.delete.questionTicked",
  confirmLabel: "moderation.delete.confirm",
} as const;

const removals = {
  waiting: deletion,
  accepted: deletion,
  proposals: {
    intent: "decline-proposals",
    icon: "close",
    label: "moderation.proposal.decline",
    question: "queue.decline.proposals",
    confirmLabel: "queue.decline.confirmProposals",
  },
  reports: {
    intent: "decline-reports",
    icon: "close",
    label: "moderation.outcome.declined",
    question: "queue.decline.reports",
    confirmLabel: "queue.decline.confirmReports",
  },
} as const;

/** Parameter of a page's URL that ticks all its entries, also without script. */
const selectedParameter = "selected";

/** Entries of which several can be ticked and sent at once. */
export function TickedList<Entry>(props: TickedListProps<Entry>) {
  const { intent, formId, entries, idOf, senderOf, label, icon, removal, children } = props;
  const { countOf = () => 1, filter = {} } = props;
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  const params = new URLSearchParams(search);
  const isSelected = params.get(selectedParameter) === "1";
  // Of another page nothing is ticked, but by its URL.
  const [changed, setChanged] = useState({ search, ticks: new Map<number, boolean>() });
  const ticks = changed.search === search ? changed.ticks : new Map<number, boolean>();
  const isTicked = (id: number) => ticks.get(id) ?? isSelected;
  const tickAll = (ids: readonly number[], isTicked: (id: number) => boolean) =>
    setChanged({
      search,
      ticks: new Map([...ticks, ...ids.map((id) => [id, isTicked(id)] as const)]),
    });
  const ids = entries.map(idOf);
  const shown = entries.filter((entry) => isTicked(idOf(entry)));
  const shownCount = shown.reduce((sum, entry) => sum + countOf(entry), 0);
  const hasAll = shown.length === ids.length;
  if (ids.length === 0) return null;
  const remove = removals[removal];
  const passed = reportFilterText(filter);
  if (isSelected) params.delete(selectedParameter);
  else params.set(selectedParameter, "1");
  return (
    <>
      <ul className="grid grid-cols-1 gap-4">
        {entries.map((entry) => {
          const id = idOf(entry);
          const sender = senderOf?.(entry)?.id;
          const ofSender = sender
            ? entries.filter((other) => senderOf?.(other)?.id === sender).map(idOf)
            : [];
          const box = {
            ...{ id, formId, isTicked: isTicked(id) },
            onTick: (isTicked: boolean) => tickAll([id], () => isTicked),
            ofSender: {
              ids: ofSender,
              tick: () => tickAll(ids, (other) => ofSender.includes(other)),
            },
          };
          return (
            <li key={id} className="min-w-0">
              {children(entry, box)}
            </li>
          );
        })}
      </ul>
      <ModerationForm
        intent={intent}
        formId={formId}
        className="sticky bottom-0 z-10 -mx-edge mt-4 flex flex-wrap items-center gap-2 border-t border-line bg-surface px-edge py-3"
      >
        <Choice
          type="checkbox"
          checked={hasAll}
          onChange={() => tickAll(ids, () => !hasAll)}
          className="grow noscript:hidden"
        >
          {t("moderation.accept.all")}
        </Choice>
        <PageLink
          to={`${pathname}?${params}`}
          className="text-link hidden grow py-2.5 noscript:block"
        >
          {t(isSelected ? "queue.unselect" : "queue.selectPage")}
        </PageLink>
        <Button
          type="submit"
          variant="primary"
          icon={icon}
          className="max-sm:px-2.5! max-sm:[&>svg]:hidden"
        >
          {label}
          {shownCount > 0 && <span className="tabular">({shownCount})</span>}
        </Button>
        {passed !== "" && <input type="hidden" name="filter" value={passed} />}
        {removal === "waiting" && <input type="hidden" name="waiting" value="1" />}
        <ConfirmedSubmit
          name="intent"
          value={remove.intent}
          icon={remove.icon}
          label={t(remove.label) + (shownCount > 0 ? ` (${shownCount})` : "")}
          question={t(remove.question, { days: restoreDays })}
          field={removal !== "accepted" && <ReasonField />}
          confirmLabel={t(remove.confirmLabel)}
        />
      </ModerationForm>
    </>
  );
}

export interface TickProps {
  id: number;
  /** Id of the form to which it belongs. */
  formId: string;
  isTicked: boolean;
  onTick: (isTicked: boolean) => void;
  /** All entries of the list that the same account sent: ids, and what ticks them alone. */
  ofSender: { readonly ids: readonly number[]; readonly tick: () => void };
}

interface TickedPlace {
  /** Name of its place. */
  name: string;
  /** Version of the place that is shown, where the decision is about that. */
  seenVersion?: number;
}

/** Box of an entry. */
export function Tick(props: TickProps & TickedPlace) {
  const { id, formId, isTicked, onTick, name, seenVersion } = props;
  const { t } = useTranslation();
  return (
    <label className="-mt-2.5 -mr-2 -ml-2.5 flex size-11 shrink-0 items-center justify-center">
      <input
        type="checkbox"
        name="id"
        value={seenPlaceText(id, seenVersion)}
        form={formId}
        checked={isTicked}
        onChange={(event) => onTick(event.target.checked)}
        aria-label={t("moderation.accept.tick", { name })}
        className="size-6 accent-brand"
      />
    </label>
  );
}
