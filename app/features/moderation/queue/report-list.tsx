import { allOfSenderHref, moderationHref } from "#app/features/moderation/moderation-paths.ts";
import { DeletePlace, MapsServiceLink } from "#app/features/moderation/place-moderation.tsx";
import { useFormatter } from "#app/i18n/use-formatter.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { PlaceFacts } from "#app/place/place-facts.tsx";
import { usePlaceTitles } from "#app/place/place-titles.ts";
import { Disclosure } from "#app/ui/disclosure.tsx";
import { ChipLink } from "#app/ui/toggle-chip.tsx";
import {
  type FilteredPart,
  filteredReasons,
  type ReportFilter,
  reportFilterText,
} from "#domain/moderation/moderation-query.ts";
import type { ReportedPlace, ReportedReview } from "#domain/moderation/moderation-queue.ts";
import { seenPlaceText } from "#domain/moderation/moderation-request.ts";
import type { MessageKey } from "#domain/text/i18n.ts";
import { SenderSwitches } from "./account-switches.tsx";
import {
  ApplyLink,
  ClosureSteps,
  EntryActions,
  EntryArticle,
  PlaceEntryHead,
  Proved,
  SentBy,
  SettleEntry,
} from "./entry-card.tsx";
import { OpeningSummary } from "./opening-summary.tsx";
import { TickedList, type TickProps } from "./ticked-list.tsx";

interface ReportListProps {
  places: readonly ReportedPlace[];
  filter: ReportFilter;
}

/** Pending reports, those of a place on one card (docs/product#reports-of-one-place). */
export function ReportList({ places, filter }: ReportListProps) {
  return (
    <TickedList
      list="reports"
      entries={places}
      idOf={decidedId}
      countOf={({ count }) => count}
      filter={filter}
    >
      {(entry, box) => <ReportedPlaceCard entry={entry} box={box} filter={filter} />}
    </TickedList>
  );
}

/** The report in whose name the card is decided: the first one by which the place can be closed, else the first. */
function decidedId({ reports }: ReportedPlace): number {
  return (reports.find(({ closing }) => closing) ?? reports[0]).id;
}

interface ReportedPlaceCardProps {
  entry: ReportedPlace;
  box: TickProps;
  filter: ReportFilter;
}

function ReportedPlaceCard({ entry, box, filter }: ReportedPlaceCardProps) {
  const { t } = useTranslation();
  const { place, reports, by_accounts } = entry;
  const name = usePlaceTitles()(place).whole;
  const id = decidedId(entry);
  const isOne = entry.count === 1;
  const newest = isOne ? undefined : entry.newest;
  const [first] = reports;
  const seen = new URLSearchParams({ report: seenPlaceText(first.id, newest) });
  const passed = reportFilterText(filter);
  if (passed !== "" && !isOne) seen.set("filter", passed);
  return (
    <EntryArticle>
      <PlaceEntryHead place={place} box={box} seenVersion={newest}>
        <Reasons entry={entry} />
      </PlaceEntryHead>
      {!isOne && <Summary entry={entry} />}
      {isOne ? (
        <ReportText report={first} filter={filter} />
      ) : (
        <Disclosure title={t("queue.many.show", { count: entry.count })}>
          <ul className="divide-y divide-line">
            {reports.map((report) => (
              <li key={report.id} className="py-2">
                <ReportReason report={report} />
                <ReportText report={report} filter={filter} />
              </li>
            ))}
          </ul>
          {entry.count > reports.length && (
            <p className="py-2 text-sm text-muted">
              {t("queue.many.more", { count: entry.count - reports.length })}
            </p>
          )}
        </Disclosure>
      )}
      <div className="mt-2 rounded-control bg-surface px-3 py-2 text-sm">
        <p className="text-sm text-muted">{t("queue.asDescribed")}</p>
        <PlaceFacts place={place} className="mt-1" />
        <OpeningSummary place={place} />
        {place.comments !== "" && (
          <p className="mt-1 wrap-anywhere text-muted">({place.comments})</p>
        )}
      </div>
      <EntryActions
        name={name}
        grave={<DeletePlace place={place} name={name} />}
        more={
          <>
            <MapsServiceLink point={place} name={name} />
            {isOne && <SenderSwitches account={first.sender} />}
          </>
        }
      >
        <SettleEntry
          part="reports"
          id={id}
          seenVersion={newest}
          filter={passed}
          name={name}
          notifiesSender={by_accounts > 0}
        >
          <ClosureSteps
            closing={reports.find((report) => report.id === id)?.closing}
            isClosed={place.closed_for_now !== undefined}
            name={name}
          />
        </SettleEntry>
        <ApplyLink entry={String(seen)} placeId={place.id} name={name} />
      </EntryActions>
    </EntryArticle>
  );
}

type CardReport = ReportedPlace["reports"][number];

/** Reasons of a card's reports, each with its number where there are several reports. */
function Reasons({ entry: { count, reasons, reports } }: { entry: ReportedPlace }) {
  const { t } = useTranslation();
  if (count === 1) return <ReportReason report={reports[0]} />;
  return (
    <ul className="flex flex-wrap gap-x-3 font-bold">
      {reasons.map(({ reason, count }) => (
        <li key={reason}>
          {t(`moderation.reason.${reason}`)} <span className="tabular">({count})</span>
        </li>
      ))}
    </ul>
  );
}

function ReportReason({ report: { reason, opens_on } }: { report: CardReport }) {
  const { t } = useTranslation();
  const format = useFormatter();
  return (
    <p className="font-bold">
      {t(`moderation.reason.${reason}`)}
      {opens_on && ` (${format.date(`${opens_on}T00:00:00.000Z`, "UTC")})`}
    </p>
  );
}

/** How many reports a card is about, by whom, and of which time. */
function Summary({
  entry: { count, by_accounts, first, last, reports },
}: {
  entry: ReportedPlace;
}) {
  const { t } = useTranslation();
  const format = useFormatter();
  return (
    <div className="mt-1 text-sm text-muted">
      <p className="flex flex-wrap gap-x-3">
        <span>
          {t("queue.reports", { count })},{" "}
          {by_accounts === 0
            ? t("queue.many.noAccount")
            : t("queue.many.byAccounts", { count: by_accounts })}
        </span>
        <span>
          <time dateTime={first}>{format.dateTime(first)}</time>
          {" – "}
          <time dateTime={last}>{format.dateTime(last)}</time>
        </span>
      </p>
      {/* Reports of people whose word proved true come first. */}
      {reports[0].proved && <Proved message="queue.many.proved" />}
    </div>
  );
}

/** Sender, time and text of a report. */
function ReportText({ report, filter }: { report: CardReport; filter: ReportFilter }) {
  const { sender, by_import, by_visitor, at, text, proved } = report;
  return (
    <>
      <SentBy
        account={sender}
        by={by_import ? "import" : by_visitor ? "visitor" : undefined}
        at={at}
        allPath={allOfSenderHref("reports", sender, filter)}
      />
      {proved && <Proved />}
      {text !== "" && (
        <p dir="auto" className="my-1 whitespace-pre-line wrap-anywhere">
          {text}
        </p>
      )}
    </>
  );
}

const foundLabels = {
  reports: "queue.filter.found",
  reviews: "queue.sent.reviews",
} as const satisfies Record<FilteredPart, MessageKey>;

const reasonLabels = {
  closed: "moderation.reason.closed",
  "out-of-order": "moderation.reason.out-of-order",
  "closed-until": "moderation.reason.closed-until",
  hours: "moderation.reason.hours",
  position: "moderation.reason.position",
  other: "moderation.reason.other",
  spam: "reviews.report.reasons.spam",
  insult: "reviews.report.reasons.insult",
  "off-topic": "reviews.report.reasons.off-topic",
  "personal-data": "reviews.report.reasons.personal-data",
} as const satisfies Record<NonNullable<ReportFilter["reason"]>, MessageKey>;

interface ReportFiltersProps {
  part: FilteredPart;
  filter: ReportFilter;
  /** Number of places or reviews that it lets through. */
  found: number;
  /** Shown places or reviews, which name the sender of a filter. */
  entries: readonly (ReportedPlace | ReportedReview)[];
  /** ISO 8601 instant an hour ago. */
  hourAgo: string;
}

/** Links that narrow the reports, by whom and of which reason, and select those of the last hour. */
export function ReportFilters({ part, filter, found, entries, hourAgo }: ReportFiltersProps) {
  const { t } = useTranslation();
  const format = useFormatter();
  const isNarrowed = reportFilterText(filter) !== "";
  const chipOf = <Name extends keyof ReportFilter>(
    name: Name,
    value: NonNullable<ReportFilter[Name]>,
    label: string,
    isSelected = false,
  ) => {
    const isCurrent = filter[name] === value;
    const narrowed = { ...filter, [name]: isCurrent ? undefined : value };
    const to = moderationHref(part, 1, {
      filter: narrowed,
      isSelected: isSelected && !isCurrent,
    });
    return { to, isCurrent, label };
  };
  const { sender, since } = filter;
  const senders = entries.flatMap(({ reports }) => reports.map((report) => report.sender));
  const senderName =
    senders.find((account) => account?.id === sender)?.email ?? t("moderation.nobody");
  // Those that narrow the list come first: on a phone the row is scrolled.
  const chips = [
    ...(sender ? [chipOf("sender", sender, t("queue.filter.sender", { name: senderName }))] : []),
    since === undefined
      ? chipOf("since", hourAgo, t("queue.filter.hour"), true)
      : chipOf(
          "since",
          since ?? hourAgo,
          t("queue.filter.since", { time: format.dateTime(since ?? hourAgo) }),
        ),
    chipOf("from", "visitors", t("queue.filter.visitors")),
    chipOf("from", "accounts", t("queue.filter.accounts")),
    ...filteredReasons[part].map((reason) => chipOf("reason", reason, t(reasonLabels[reason]))),
  ];
  return (
    <Disclosure
      icon="filter"
      open={isNarrowed}
      title={
        isNarrowed
          ? `${t("queue.filter.title")}: ${t(foundLabels[part], { count: found })}`
          : t("queue.filter.title")
      }
      className="mb-2"
    >
      <div className="-mx-edge flex gap-2 overflow-x-auto px-edge pt-1 pb-2 sm:flex-wrap">
        {[
          ...chips.filter((chip) => chip.isCurrent),
          ...chips.filter((chip) => !chip.isCurrent),
        ].map(({ label, ...chip }) => (
          <ChipLink
            key={label}
            {...chip}
            className="max-sm:max-w-none! max-sm:flex-none sm:min-h-9! sm:py-0.5! sm:text-sm"
          >
            {label}
          </ChipLink>
        ))}
      </div>
    </Disclosure>
  );
}
