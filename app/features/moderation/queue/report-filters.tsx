import { moderationHref } from "#app/features/moderation/moderation-form.tsx";
import { useFormatter } from "#app/i18n/use-formatter.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { Disclosure } from "#app/ui/disclosure.tsx";
import { ChipLink } from "#app/ui/toggle-chip.tsx";
import {
  type FilteredPart,
  filteredReasons,
  type ReportFilter,
  reportFilterText,
} from "#domain/moderation/moderation-query.ts";
import type { ReportedPlace, ReportedReview } from "#domain/moderation/moderation-queue.ts";
import type { MessageKey } from "#domain/text/i18n.ts";

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
  "found-closed": "moderation.reason.found-closed",
  contradiction: "moderation.reason.contradiction",
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
