import { AccountList } from "#app/features/moderation/queue/account-list.tsx";
import { AuditTrail } from "#app/features/moderation/queue/audit-trail.tsx";
import { ClosedPlaces } from "#app/features/moderation/queue/closed-places.tsx";
import { CorrectionList } from "#app/features/moderation/queue/correction-list.tsx";
import { DeletedPlaces } from "#app/features/moderation/queue/deleted-places.tsx";
import { PendingPlaces } from "#app/features/moderation/queue/pending-places.tsx";
import { ProposalList } from "#app/features/moderation/queue/proposal-list.tsx";
import { QueueKeys } from "#app/features/moderation/queue/queue-keys.tsx";
import { ReportFilters, ReportList } from "#app/features/moderation/queue/report-list.tsx";
import { ReportedReviews } from "#app/features/moderation/queue/reported-reviews.tsx";
import { useFormatter } from "#app/i18n/use-formatter.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { PageMain, PageTitle } from "#app/ui/page-title-and-main.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { ChipLink } from "#app/ui/toggle-chip.tsx";
import { useNow } from "#app/ui/use-now.ts";
import {
  isFiltered,
  type ModerationPart,
  moderationParts,
  reportFilterText,
} from "#domain/moderation/moderation-query.ts";
import type { PendingProposal } from "#domain/moderation/moderation-queue.ts";
import {
  type ModerationIntent,
  type ModerationRequest,
  seenPlaceText,
} from "#domain/moderation/moderation-request.ts";
import { pageCountOf } from "#domain/validation/pagination.ts";
import { ModerationForm, moderationPath } from "./moderation-form.tsx";
import { ModerationOutcome } from "./moderation-outcome.tsx";
import { moderationHref } from "./moderation-paths.ts";
import type { ModerationPageData, ModerationResult } from "./moderation-result.ts";

interface ModerationPageProps {
  data: ModerationPageData;
  /** Result of a form that was sent without script. */
  result: ModerationResult | undefined;
}

/**
 * The staff's page: pending entries, deleted places, the audit trail, and for the administrator the accounts
 * (docs/product#moderation-page).
 */
export function ModerationPage({ data, result }: ModerationPageProps) {
  const { t } = useTranslation();
  const { part, queue, filter, hourAgo } = data;
  const now = useNow(data.renderedAt);
  const title = t(`queue.part.${part}`);
  const { reported_places: reportedPlaces, found = queue.totals[part] } = queue;
  const isEmpty = (reportedPlaces ?? (part === "accounts" ? undefined : queue[part]))?.length === 0;
  const isNarrowed = reportFilterText(filter) !== "";
  return (
    <PageMain>
      <PageTitle screen={`${title} – ${t("moderation.title")}`} />
      <h1 className="mb-4 text-2xl">{t("moderation.title")}</h1>
      {result && (
        <Alert kind={result.ok ? "success" : "danger"} className="mb-4">
          <ModerationOutcome result={result} />
        </Alert>
      )}
      <ModerationNav
        current={part}
        parts={moderationParts.filter((part) => part !== "accounts" || data.seesAccounts)}
        totals={queue.totals}
      />
      <section aria-labelledby="moderation-list">
        <h2 id="moderation-list" className="mt-6 mb-3 text-xl">
          {title}
        </h2>
        {isFiltered(part) && (found > 1 || isNarrowed) && (
          <ReportFilters
            {...{ part, filter, found, hourAgo }}
            entries={reportedPlaces ?? queue.reviews ?? []}
          />
        )}
        {isEmpty && (
          <p className="text-muted">
            {t(isNarrowed ? "queue.filter.none" : `queue.empty.${part}`)}
          </p>
        )}
        {keyedParts.has(part) && !isEmpty && <QueueKeys />}
        {queue.waiting && <PendingPlaces places={queue.waiting} />}
        {queue.proposals && <ProposalList proposals={queue.proposals as PendingProposal[]} />}
        {reportedPlaces && <ReportList places={reportedPlaces} filter={filter} />}
        {queue.corrections && <CorrectionList corrections={queue.corrections} />}
        {queue.reviews && <ReportedReviews reviews={queue.reviews} filter={filter} />}
        {queue.closed && <ClosedPlaces places={queue.closed} now={now} />}
        {queue.deleted && <DeletedPlaces places={queue.deleted} />}
        {queue.accounts && (
          <AccountList
            moderators={queue.moderators ?? []}
            disabled={queue.accounts}
            search={data.search}
          />
        )}
        {queue.audit && <AuditTrail lines={queue.audit} />}
      </section>
      <Pagination
        current={queue.page}
        pageCount={pageCountOf(found, queue.per_page)}
        toPage={(page) => moderationHref(part, page, { filter })}
      />
    </PageMain>
  );
}

/** Lists that are decided on, card by card. */
const keyedParts: ReadonlySet<ModerationPart> = new Set<ModerationPart>([
  "waiting",
  "proposals",
  "reports",
  "corrections",
  "reviews",
]);

interface ModerationNavProps {
  current: ModerationPart;
  parts: readonly ModerationPart[];
  totals: Readonly<Record<ModerationPart, number>>;
}

/**
 * Links to the lists of moderation, with their lengths; the trail has none, because it only grows. On a desk in
 * rows of the same number, on a phone as wide as their text, so that the first entry is on the first screen.
 */
function ModerationNav({ current, parts, totals }: ModerationNavProps) {
  const { t } = useTranslation();
  const format = useFormatter();
  return (
    <nav aria-label={t("queue.lists")}>
      <ul className="flex flex-wrap gap-2 sm:grid sm:grid-cols-3">
        {parts.map((part) => (
          <li key={part}>
            <ChipLink
              to={moderationHref(part)}
              isCurrent={part === current}
              className="h-full w-full justify-center text-center"
            >
              {t(`queue.part.${part}`)}
              {part !== "audit" && totals[part] > 0 && (
                <span className="tabular">({format.number(totals[part])})</span>
              )}
            </ChipLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface ModerationRetryPageProps {
  result: ModerationResult;
  request: ModerationRequest;
}

/**
 * A form that was sent without script while the database was away: the lists cannot be shown, but the request
 * can be sent again as it was, selected places included.
 */
export function ModerationRetryPage({ result, request }: ModerationRetryPageProps) {
  const { t } = useTranslation();
  const title = t("moderation.title");
  const { intent } = request;
  const ids = "ids" in request ? request.ids : [];
  const label =
    "outcome" in request
      ? (`moderation.outcome.${request.outcome}` as const)
      : intentLabels[request.intent];
  return (
    <PageMain>
      <PageTitle screen={title} />
      <h1 className="mb-4 text-2xl">{title}</h1>
      <Alert kind="danger" className="mb-4">
        <ModerationOutcome result={result} />
      </Alert>
      <div className="flex flex-wrap gap-2">
        <ModerationForm
          intent={intent}
          part={"part" in request ? request.part : undefined}
          id={"id" in request ? request.id : undefined}
          account={"accountId" in request ? request.accountId : undefined}
        >
          {ids.map((id) => (
            <input
              key={id}
              type="hidden"
              name="id"
              value={seenPlaceText(id, "versions" in request ? request.versions[id] : undefined)}
            />
          ))}
          {"filter" in request && (
            <input type="hidden" name="filter" value={reportFilterText(request.filter)} />
          )}
          {"outcome" in request && <input type="hidden" name="outcome" value={request.outcome} />}
          {"reason" in request && <input type="hidden" name="reason" value={request.reason} />}
          {request.intent === "decide-proposal" && (
            <input type="hidden" name="version" value={request.version} />
          )}
          {request.intent === "delete" && request.isPending && (
            <input type="hidden" name="waiting" value="1" />
          )}
          {"fields" in request &&
            request.fields.map((field) => (
              <input key={field} type="hidden" name="field" value={field} />
            ))}
          <Button type="submit" variant="primary" icon="retry">
            {t("action.retry")}: {t(label)}
            {ids.length > 1 && <span className="tabular">({ids.length})</span>}
          </Button>
        </ModerationForm>
        <ButtonLink to={moderationPath}>{t("moderation.back")}</ButtonLink>
      </div>
    </PageMain>
  );
}

const intentLabels = {
  accept: "moderation.accept.action",
  "undo-accept": "moderation.undo",
  open: "moderation.outcome.open",
  delete: "moderation.delete.action",
  restore: "moderation.restore",
  reopen: "moderation.undo",
  disable: "moderation.account.disable",
  enable: "moderation.account.enable",
  "remove-sent": "moderation.account.removeSent",
  "restore-sent": "moderation.undo",
  appoint: "moderation.account.appoint",
  dismiss: "moderation.account.dismiss",
} as const satisfies Partial<Record<ModerationIntent, string>>;
