import { useLocation } from "react-router";
import { useFormatter } from "#app/i18n/use-formatter.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { usePlaceTitles } from "#app/place/place-titles.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { PageLink } from "#app/ui/page-link.tsx";
import { PageMain, PageTitle } from "#app/ui/page-title-and-main.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { ChipLink } from "#app/ui/toggle-chip.tsx";
import { useNow } from "#app/ui/use-now.ts";
import {
  isFiltered,
  type ModerationPart,
  moderationParts,
  type ReportFilter,
  reportFilterText,
} from "#domain/moderation/moderation-query.ts";
import {
  type AuditLine,
  type DeletedPlace,
  isAuditAction,
  type ModerationQueue,
  type ReportedPlace,
  type ReportedReview,
  type Task,
} from "#domain/moderation/moderation-queue.ts";
import type { ModerationRequest } from "#domain/moderation/moderation-request.ts";
import type { ModerationResult } from "#domain/moderation/moderation-result.ts";
import { type TaskKind, taskKinds } from "#domain/moderation/task-kinds.ts";
import { pageCountOf } from "#domain/validation/pagination.ts";
import { listsPath, ModerationForm, moderationHref, moderationPath } from "./moderation-form.tsx";
import { ModerationOutcome } from "./moderation-outcome.tsx";
import { AccountList, type AccountSearch } from "./queue/account-list.tsx";
import { ReportFilters } from "./queue/report-filters.tsx";
import { EntryCard, PlaceName } from "./queue/task-card.tsx";
import { TaskList } from "./queue/task-list.tsx";

export interface ModerationPageData {
  /** Null for the tasks of all kinds. */
  readonly part: ModerationPart | null;
  /** The tasks of `part`; null for other lists. */
  readonly tasks: readonly Task[] | null;
  /** Kind of all tasks; null where they are of several. */
  readonly kind: TaskKind | null;
  /** Number of tasks that the filter lets through. */
  readonly found: number;
  /** Lengths of all lists, and any list but those of tasks. */
  readonly queue: ModerationQueue;
  /** Whether the viewer has the list of accounts: the administrator alone. */
  readonly seesAccounts: boolean;
  /** Filter of the reports of places or of reviews; empty for other lists. */
  readonly filter: ReportFilter;
  /** ISO 8601 instant an hour ago. */
  readonly hourAgo: string;
  /** ISO 8601 instant. */
  readonly renderedAt: string;
  /** Null without a search. */
  readonly search: AccountSearch | null;
}

interface ModerationPageProps {
  data: ModerationPageData;
  /** Result of a form that was sent without script. */
  result: ModerationResult | undefined;
}

/**
 * The staff's page: tasks, deleted places, the audit trail, and for the administrator the accounts
 * (docs/product#moderation-page).
 */
export function ModerationPage({ data, result }: ModerationPageProps) {
  const { t } = useTranslation();
  const { search } = useLocation();
  const { part, tasks, kind, found, queue, filter, hourAgo } = data;
  const now = useNow(data.renderedAt);
  const list = part ?? "all";
  const title = t(`queue.part.${list}`);
  const length = (tasks ?? queue.closed ?? queue.deleted ?? queue.audit)?.length;
  const isNarrowed = reportFilterText(filter) !== "";
  return (
    <PageMain className="sm:py-6 lg:max-w-[76rem]">
      <PageTitle screen={(part ? `${title} – ` : "") + t("moderation.title")} />
      <div className="mb-3 gap-x-6 lg:flex lg:items-baseline">
        <h1 className="mb-2 text-2xl">{t("moderation.title")}</h1>
        <ModerationNav
          current={part}
          parts={moderationParts.filter((part) => part !== "accounts" || data.seesAccounts)}
          totals={queue.totals}
        />
        {data.seesAccounts && (
          <PageLink
            to={listsPath}
            className="text-link inline-flex min-h-11 flex-none items-center gap-1 lg:ml-auto"
          >
            <Icon name="list" />
            {t("queue.import")}
          </PageLink>
        )}
      </div>
      {result && (
        <Alert kind={result.ok ? "success" : "danger"} className="mb-4">
          <ModerationOutcome result={result} />
        </Alert>
      )}
      <section aria-labelledby="moderation-list">
        <h2 id="moderation-list" className="sr-only">
          {title}
        </h2>
        {isFiltered(part) && (found > 1 || isNarrowed) && (
          <ReportFilters
            {...{ part, filter, found, hourAgo }}
            entries={(tasks ?? []).map(({ entry }) => entry as ReportedPlace | ReportedReview)}
          />
        )}
        {length === 0 && (
          <p className="text-muted">
            {t(isNarrowed ? "queue.filter.none" : `queue.empty.${list}`)}
          </p>
        )}
        {tasks && tasks.length > 0 && <TaskList key={search} {...{ tasks, kind, filter, now }} />}
        {queue.closed && queue.closed.length > 0 && (
          <TaskList
            key={search}
            tasks={queue.closed.map((entry) => ({ kind: "closed", entry }))}
            kind="closed"
            {...{ filter, now }}
          />
        )}
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

/** Deleted places that can still be restored (docs/product#deletion). */
function DeletedPlaces({ places }: { places: readonly DeletedPlace[] }) {
  const { t } = useTranslation();
  const nameOf = usePlaceTitles();
  const format = useFormatter();
  return (
    <ul className="grid grid-cols-1 gap-4">
      {places.map((place) => {
        const name = nameOf(place).whole;
        return (
          <EntryCard key={place.id}>
            <h3 className="pt-2 font-bold wrap-anywhere">{name}</h3>
            {place.comments !== "" && <p className="text-muted">({place.comments})</p>}
            <p className="text-sm wrap-anywhere text-muted">
              {place.deleted_by_email !== undefined &&
                `${place.deleted_by_email ?? t("moderation.nobody")} · `}
              <time dateTime={place.deleted_at}>{format.dateTime(place.deleted_at)}</time>
            </p>
            <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
              <ModerationForm kind="places" outcome="restore" ids={[place.id]}>
                <Button
                  type="submit"
                  icon="retry"
                  aria-label={`${t("moderation.restore")}: ${name}`}
                >
                  {t("moderation.restore")}
                </Button>
              </ModerationForm>
              <p className="tabular">{t("moderation.daysLeft", { count: place.days_left })}</p>
            </div>
          </EntryCard>
        );
      })}
    </ul>
  );
}

/** The audit trail, newest first (docs/product#audit-trail). */
function AuditTrail({ lines }: { lines: readonly AuditLine[] }) {
  const { t } = useTranslation();
  const format = useFormatter();
  const nameOf = usePlaceTitles();
  const actionOf = (action: string) =>
    isAuditAction(action) ? t(`moderation.action.${action}`) : action;
  return (
    <ol className="divide-y divide-line">
      {lines.map((line) => (
        <li key={line.id} className="py-2">
          <p className="flex flex-wrap items-baseline gap-x-3">
            <span className="font-bold">{actionOf(line.action)}</span>
            <time dateTime={line.at} className="tabular text-sm text-muted">
              {format.dateTime(line.at)}
            </time>
          </p>
          {line.place?.deleted && <p className="wrap-anywhere">{nameOf(line.place).whole}</p>}
          {line.place && !line.place.deleted && <PlaceName place={line.place} />}
          {!line.place && line.place_id !== null && (
            <p>{t("places.numbered", { id: line.place_id })}</p>
          )}
          {line.actor !== undefined && (
            <p className="text-sm wrap-anywhere text-muted">
              {t("moderation.by", {
                name: line.actor_email ?? line.actor ?? t("moderation.nobody"),
              })}
              {line.user_id != null && (
                <>
                  {" · "}
                  {t("moderation.about", { name: line.user_email ?? line.user_id })}
                </>
              )}
            </p>
          )}
        </li>
      ))}
    </ol>
  );
}

interface ModerationNavProps {
  current: ModerationPart | null;
  parts: readonly ModerationPart[];
  totals: Readonly<Record<ModerationPart, number>>;
}

/**
 * Links to the lists of moderation, with their lengths; the trail has none, because it only grows. On a phone they are
 * one row, which scrolls and begins with the current one, so that the first task is on the first screen.
 */
function ModerationNav({ current, parts, totals }: ModerationNavProps) {
  const { t } = useTranslation();
  const format = useFormatter();
  const all = taskKinds.reduce((sum, kind) => sum + totals[kind], 0);
  return (
    <nav aria-label={t("queue.lists")} className="min-w-0">
      <ul className="-mx-edge flex gap-2 overflow-x-auto px-edge py-1 lg:flex-wrap">
        {[null, ...parts].map((part) => {
          const count = part === null ? all : part === "audit" ? 0 : totals[part];
          return (
            <li key={part} className={part === current ? "flex-none max-lg:-order-1" : "flex-none"}>
              <ChipLink
                to={moderationHref(part)}
                isCurrent={part === current}
                className="lg:min-h-9! lg:py-0.5! lg:text-sm"
              >
                {t(`queue.part.${part ?? "all"}`)}
                {count > 0 && <span className="tabular">({format.number(count)})</span>}
              </ChipLink>
            </li>
          );
        })}
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
  const isDecision = "outcome" in request;
  const count = isDecision ? request.ids.length : 1;
  return (
    <PageMain>
      <PageTitle screen={title} />
      <h1 className="mb-4 text-2xl">{title}</h1>
      <Alert kind="danger" className="mb-4">
        <ModerationOutcome result={result} />
      </Alert>
      <div className="flex flex-wrap gap-2">
        <ModerationForm
          {...(isDecision ? request : { intent: request.intent, account: request.accountId })}
        >
          {isDecision && (
            <>
              <input type="hidden" name="filter" value={reportFilterText(request.filter)} />
              <input type="hidden" name="reason" value={request.reason} />
              {request.fields && <input type="hidden" name="byField" value="1" />}
              {request.fields?.map((field) => (
                <input key={field} type="hidden" name="field" value={field} />
              ))}
            </>
          )}
          <Button type="submit" variant="primary" icon="retry">
            {t("action.retry")}: {t(labelOf(request))}
            {count > 1 && <span className="tabular">({count})</span>}
          </Button>
        </ModerationForm>
        <ButtonLink to={moderationPath}>{t("moderation.back")}</ButtonLink>
      </div>
    </PageMain>
  );
}

function labelOf(request: ModerationRequest) {
  const { intent } = request;
  if (intent === "undo" || intent === "restore-sent") return "moderation.undo";
  if (intent === "remove-sent") return "moderation.account.removeSent";
  if (!("outcome" in request)) return `moderation.account.${intent as "disable"}` as const;
  const { outcome } = request;
  if (outcome === "restore") return "moderation.restore";
  if (outcome === "accept" || outcome === "delete") return `moderation.${outcome}.action` as const;
  return `moderation.outcome.${outcome}` as const;
}
