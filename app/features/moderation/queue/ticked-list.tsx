import { type ReactNode, useState } from "react";
import { useLocation } from "react-router";
import { ModerationForm } from "#app/features/moderation/moderation-form.tsx";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { Button } from "#app/ui/button.tsx";
import { Choice } from "#app/ui/form/choice.tsx";
import { ConfirmedSubmit } from "#app/ui/form/confirmed-submit.tsx";
import { ReasonField } from "#app/ui/form/reason-field.tsx";
import { PageLink } from "#app/ui/page-link.tsx";
import { undoMinutes } from "#domain/moderation/decision.ts";
import { type ReportFilter, reportFilterText } from "#domain/moderation/moderation-query.ts";
import { type DecidedPart, seenPlaceText } from "#domain/moderation/moderation-request.ts";
import { restoreDays } from "#domain/moderation/restore-period.ts";

interface TickedListProps<Entry> {
  list: keyof typeof lists;
  entries: readonly Entry[];
  idOf: (entry: Entry) => number;
  /** Account that sent an entry; absent for a viewer who may not know. */
  senderOf?: (entry: Entry) => { readonly id: string } | null | undefined;
  /** Number of what an entry stands for; 1 where it is absent. */
  countOf?: (entry: Entry) => number;
  /** What let the entries through, which are reports. */
  filter?: ReportFilter;
  /** Shows an entry with its box. */
  children: (entry: Entry, box: TickProps) => ReactNode;
}

const removal = {
  icon: "close",
  label: "moderation.outcome.declined",
  confirmLabel: "queue.decline.confirmReports",
} as const;

const deletion = {
  icon: "delete",
  label: "moderation.delete.ticked",
  question: "moderation.delete.questionTicked",
  confirmLabel: "moderation.delete.confirm",
} as const;

/** What is decided on the ticked entries of each list: as usual, or after a question, which removes them. */
const lists = {
  waiting: {
    usual: { intent: "accept", icon: "check", label: "moderation.accept.ticked" },
    removal: { ...deletion, intent: "delete" },
  },
  closed: {
    usual: { intent: "open", icon: "open", label: "queue.open" },
    removal: { ...deletion, intent: "delete" },
  },
  proposals: {
    usual: { outcome: "accepted", icon: "check", label: "moderation.outcome.accepted" },
    removal: {
      ...removal,
      outcome: "declined",
      label: "moderation.proposal.decline",
      question: "queue.decline.proposals",
      confirmLabel: "queue.decline.confirmProposals",
    },
  },
  reports: {
    usual: { outcome: "done", icon: "check", label: "moderation.outcome.done" },
    removal: { ...removal, outcome: "declined", question: "queue.decline.reports" },
  },
  corrections: {
    usual: { outcome: "done", icon: "check", label: "moderation.outcome.done" },
    removal: { ...removal, outcome: "declined", question: "queue.decline.corrections" },
  },
  reviews: {
    usual: { outcome: "keep", icon: "check", label: "moderation.outcome.keep" },
    removal: {
      ...deletion,
      outcome: "remove",
      label: "moderation.outcome.remove",
      question: "queue.decline.reviews",
    },
  },
} as const;

/** Id of the form to which the boxes of all entries belong. */
const formId = "ticked";

/** Parameter of a page's URL that ticks all its entries, also without script. */
const selectedParameter = "selected";

/** Entries of which several can be ticked and sent at once. */
export function TickedList<Entry>(props: TickedListProps<Entry>) {
  const { list, entries, idOf, senderOf, countOf = () => 1, filter = {}, children } = props;
  const { usual, removal } = lists[list];
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
            ...{ id, isTicked: isTicked(id) },
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
        {...("intent" in usual
          ? { intent: usual.intent }
          : { intent: "settle", part: list as DecidedPart })}
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
          {...("outcome" in usual && { name: "outcome", value: usual.outcome })}
          variant="primary"
          icon={usual.icon}
          className="max-sm:px-2.5! max-sm:[&>svg]:hidden"
        >
          {t(usual.label)}
          {shownCount > 0 && <span className="tabular">({shownCount})</span>}
        </Button>
        {passed !== "" && <input type="hidden" name="filter" value={passed} />}
        {list === "waiting" && <input type="hidden" name="waiting" value="1" />}
        {"outcome" in removal && <input type="hidden" name="reasonFor" value={removal.outcome} />}
        <ConfirmedSubmit
          {...("outcome" in removal
            ? { name: "outcome", value: removal.outcome }
            : { name: "intent", value: removal.intent })}
          icon={removal.icon}
          label={t(removal.label) + (shownCount > 0 ? ` (${shownCount})` : "")}
          question={t(removal.question, { days: restoreDays, minutes: undoMinutes })}
          field={
            list !== "closed" && (
              <ReasonField label={list === "reviews" ? t("reviews.delete.reason") : undefined} />
            )
          }
          confirmLabel={t(removal.confirmLabel)}
        />
      </ModerationForm>
    </>
  );
}

export interface TickProps {
  id: number;
  isTicked: boolean;
  onTick: (isTicked: boolean) => void;
  /** All entries of the list that the same account sent: ids, and what ticks them alone. */
  ofSender: { readonly ids: readonly number[]; readonly tick: () => void };
}

interface TickedPlace {
  /** Name of its place. */
  name: string;
  /** Version of what is shown, where the decision is about that. */
  seenVersion?: number;
}

/** Box of an entry. */
export function Tick(props: TickProps & TickedPlace) {
  const { id, isTicked, onTick, name, seenVersion } = props;
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
