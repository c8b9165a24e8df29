import { DeletePlace, MapsServiceLink } from "#app/features/moderation/place-moderation.tsx";
import { useFormatter } from "#app/i18n/use-formatter.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { PlaceFacts } from "#app/place/place-facts.tsx";
import { usePlaceTitles } from "#app/place/place-titles.ts";
import { Disclosure } from "#app/ui/disclosure.tsx";
import { staffClosureDays } from "#domain/feedback/closed-for-now.ts";
import { type ReportFilter, reportFilterText } from "#domain/moderation/moderation-query.ts";
import type { ReportedPlace } from "#domain/moderation/moderation-queue.ts";
import { seenPlaceText } from "#domain/moderation/moderation-request.ts";
import { askedFacts } from "#domain/place/asked-facts.ts";
import { SenderSwitches } from "../account-list.tsx";
import { OpeningSummary } from "../opening-summary.tsx";
import { OutcomeButton, Proved, SentBy, TaskCard } from "../task-card.tsx";
import { SettleForm, settledOutcomes } from "./settle-form.tsx";
import type { CardProps, TaskView } from "./task-view.ts";

/** Pending reports, those of a place on one card (docs/product#reports-of-one-place). */
export const reports: TaskView<ReportedPlace> = {
  decided: "reports",
  usual: settledOutcomes.usual,
  removal: { ...settledOutcomes.removal, question: "queue.decline.reports" },
  idOf: (entry) => decidedReport(entry).id,
  versionOf: ({ count, newest }) => (count === 1 ? undefined : newest),
  countOf: ({ count }) => count,
  placeOf: ({ place }) => place,
  sinceOf: ({ first }) => first,
  Card: ReportedPlaceCard,
};

/** The report in whose name the card is decided: the first one by which the place can be closed, else the first. */
function decidedReport({ reports }: ReportedPlace): CardReport {
  return reports.find(({ closing }) => closing) ?? reports[0];
}

function ReportedPlaceCard({ entry, filter }: CardProps<ReportedPlace>) {
  const { t } = useTranslation();
  const format = useFormatter();
  const { place, reports, by_accounts } = entry;
  const name = usePlaceTitles()(place).whole;
  const { id, closing } = decidedReport(entry);
  const isOne = entry.count === 1;
  const newest = isOne ? undefined : entry.newest;
  const [first] = reports;
  const seen = new URLSearchParams({ report: seenPlaceText(first.id, newest) });
  const passed = reportFilterText(filter);
  if (passed !== "" && !isOne) seen.set("filter", passed);
  return (
    <TaskCard
      place={place}
      lines={<Reasons entry={entry} />}
      actions={
        <SettleForm
          kind="reports"
          id={id}
          version={newest}
          name={name}
          notifiesSender={by_accounts > 0}
          fields={passed !== "" && <input type="hidden" name="filter" value={passed} />}
          applied={{ placeId: place.id, entry: String(seen) }}
        >
          {closing && (
            <OutcomeButton
              value="close"
              icon="closed"
              label={
                closing.opens_on
                  ? t("moderation.closing.until", { date: format.date(closing.opens_on, "UTC") })
                  : t("moderation.closing.days", { days: staffClosureDays })
              }
              about={name}
            />
          )}
          {closing && place.closed_for_now && (
            <OutcomeButton
              value="open"
              icon="open"
              label={t("moderation.outcome.open")}
              about={name}
            />
          )}
        </SettleForm>
      }
      grave={<DeletePlace place={place} name={name} />}
      more={
        <>
          <MapsServiceLink point={place} name={name} />
          {isOne && <SenderSwitches account={first.sender} />}
        </>
      }
    >
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
    </TaskCard>
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
      {opens_on && ` (${format.date(opens_on, "UTC")})`}
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
  const { t } = useTranslation();
  const fact = report.reason === "contradiction" && askedFacts.find((name) => name === text);
  return (
    <>
      <SentBy
        account={sender}
        by={by_import ? "import" : by_visitor ? "visitor" : undefined}
        at={at}
        narrows={{ part: "reports", filter }}
      />
      {proved && <Proved />}
      {text !== "" && (
        <p dir="auto" className="my-1 whitespace-pre-line wrap-anywhere">
          {fact ? t(`observe.fact.${fact}`) : text}
        </p>
      )}
    </>
  );
}
