import { data, redirect } from "react-router";
import { PageMessagesProvider, pageMessagesOf } from "#app/i18n/page-messages.tsx";
import { useFormatter } from "#app/i18n/use-formatter.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { useFieldNames } from "#app/place/place-change.tsx";
import { editPath, placePath } from "#app/place/place-paths.ts";
import { usePlaceTitles } from "#app/place/place-titles.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { joinClasses } from "#app/ui/class-names.ts";
import { Icon, type IconName } from "#app/ui/icon.tsx";
import { PageLink } from "#app/ui/page-link.tsx";
import { PageMain, PageTitle } from "#app/ui/page-title-and-main.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import type { Contribution, ContributionList } from "#domain/account/contribution.ts";
import { type EditField, editFields } from "#domain/edits/place-change.ts";
import { reportReasons } from "#domain/feedback/report.ts";
import { reviewReportReasons } from "#domain/feedback/review-report.ts";
import { pageCountOf } from "#domain/validation/pagination.ts";
import { pageQuerySchema, parseQuery } from "#domain/validation/parse-query.ts";
import { i18nContext, servicesContext, viewerContext } from "#server/request-context.ts";
import type { Route } from "./+types/contributions.ts";

/** @throws {Response} 422 for a malformed page number, 503 while the database is unavailable */
export async function loader({ request, context }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams;
  const parsed = parseQuery(pageQuerySchema, params, { ignoreUnknownParameters: true });
  if (!parsed.ok) throw data(null, { status: 422 });
  const { accounts } = context.get(servicesContext);
  const list = await accounts.listContributions(parsed.query, context.get(viewerContext));
  if (!list) throw redirect("/login?continueUrl=%2Faccount%2Fcontributions");
  return { list, ...pageMessagesOf(context.get(i18nContext), "contributions") };
}

export default function Contributions({ loaderData }: Route.ComponentProps) {
  const { list, ...given } = loaderData;
  return (
    <PageMessagesProvider given={given} path="/account/contributions">
      <ContributionsPage list={list} />
    </PageMessagesProvider>
  );
}

/** What the account has sent, newest first, and what became of each (docs/product#what-became-of-it). */
export function ContributionsPage({ list }: { list: ContributionList }) {
  const { t } = useTranslation();
  const { page, per_page, total, waiting, contributions } = list;
  return (
    <PageMain className="max-w-[44rem]!">
      <PageTitle screen={t("contributions.title")} />
      <p>
        <PageLink to="/account" className="text-link inline-flex min-h-11 items-center gap-1">
          <Icon name="chevron-left" />
          {t("account.title")}
        </PageLink>
      </p>
      <h1 className="text-2xl">{t("contributions.title")}</h1>
      {total === 0 ? (
        <div className="mt-3 grid justify-items-start gap-4">
          <p>{t("contributions.none")}</p>
          <ButtonLink to="/places?add=1" icon="plus" variant="primary">
            {t("contributions.add")}
          </ButtonLink>
        </div>
      ) : (
        <p className="mt-2 text-muted">
          {waiting === 0
            ? t("contributions.nothingWaiting")
            : t("contributions.waiting", { count: waiting })}
        </p>
      )}
      <ul className="mt-5 grid grid-cols-1 gap-4">
        {contributions.map((sent) => (
          <ContributionCard key={`${sent.kind} ${sent.id}`} sent={sent} />
        ))}
      </ul>
      <Pagination
        current={page}
        pageCount={pageCountOf(total, per_page)}
        toPage={(page) => `/account/contributions${page > 1 ? `?page=${page}` : ""}`}
      />
    </PageMain>
  );
}

const icons: Record<Contribution["kind"], IconName> = {
  place: "place",
  edit: "edit",
  report: "report",
  correction: "map",
  review: "review",
  "review-report": "report",
};

/** Colours of the decided states; the others are plain. */
const stateClasses: Partial<Record<Contribution["state"], string>> = {
  accepted: "bg-open-tint text-open",
  part: "bg-open-tint text-open",
  done: "bg-open-tint text-open",
  waiting: "bg-unknown-tint",
};

function ContributionCard({ sent }: { sent: Contribution }) {
  const { t } = useTranslation();
  const format = useFormatter();
  const { kind, at, state, decided_at, reason, place } = sent;
  const isTakenDown = kind === "review-report" && state === "removed";
  return (
    <li className="min-w-0 rounded-card border border-line bg-raised px-4 py-3 wrap-anywhere">
      <p className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <span className="inline-flex items-center gap-2 text-muted">
          <Icon name={icons[kind]} />
          {t(`contributions.kind.${kind}`)}
          <time dateTime={at} className="tabular text-sm">
            {format.dateTime(at)}
          </time>
        </span>
        <span
          className={joinClasses(
            "rounded-full border border-line px-3 py-0.5 text-sm font-bold",
            isTakenDown ? stateClasses.done : stateClasses[state],
          )}
        >
          {t(isTakenDown ? "contributions.state.takenDown" : `contributions.state.${state}`)}
        </span>
      </p>
      <h2 className="mt-1 text-lg">
        <ContributionName sent={sent} />
      </h2>
      <ContributionSubject sent={sent} />
      {reason !== "" && (
        <p className="mt-2 rounded-control bg-surface px-3 py-2 whitespace-pre-line">
          {t("contributions.reason", { reason })}
        </p>
      )}
      {decided_at && state !== "waiting" && (
        <p className="mt-1 text-sm text-muted">
          {t("contributions.decided", { date: format.dateTime(decided_at) })}
        </p>
      )}
      {(kind === "edit" ? place?.accepted : kind === "place") && place && !place.deleted && (
        <p className="mt-2">
          <ButtonLink to={editPath(place.id)} icon="edit">
            {t(
              kind === "edit" && state === "waiting"
                ? "contributions.change"
                : "contributions.edit",
            )}
          </ButtonLink>
        </p>
      )}
    </li>
  );
}

/** Name of what it is about, linked where everyone can see the place. */
function ContributionName({ sent: { kind, place, about } }: { sent: Contribution }) {
  const { t } = useTranslation();
  const nameOf = usePlaceTitles();
  if (kind === "correction") return about[0] || t("moderation.unnamed");
  if (!place) return t("contributions.gone");
  const name = nameOf(place).whole;
  if (place.deleted || !place.accepted) return name;
  return (
    <PageLink to={placePath(place.id)} className="text-link">
      {name}
    </PageLink>
  );
}

/** What exactly an edit or a report of a place or a review is about. */
function ContributionSubject({ sent }: { sent: Contribution }) {
  const { t } = useTranslation();
  const { kind, about } = sent;
  if (kind === "edit") return <EditedFields sent={sent} />;
  const ofReview =
    kind === "review-report" && reviewReportReasons.find((known) => known === about[0]);
  if (ofReview === "other") return <p>{t("upkeep.reason.other")}</p>;
  if (ofReview) return <p>{t(`reviews.report.reasons.${ofReview}`)}</p>;
  const reason = kind === "report" && reportReasons.find((known) => known === about[0]);
  return reason ? <p>{t(`moderation.reason.${reason}`)}</p> : null;
}

/** Names of the fields of an edit; where it was accepted in part, which were and which were not. */
function EditedFields({ sent: { state, about, accepted_fields } }: { sent: Contribution }) {
  const { t } = useTranslation();
  const nameOf = useFieldNames();
  const fields = editFields.filter((field) => about.includes(field));
  // Some names are questions, after which a comma would be odd.
  const namesOf = (some: readonly EditField[]) => some.map(nameOf).join(" · ");
  if (state !== "part") return <p>{namesOf(fields)}</p>;
  const others = fields.filter((field) => !accepted_fields.includes(field));
  return (
    <>
      <p>{t("contributions.acceptedFields", { fields: namesOf(accepted_fields) })}</p>
      <p>{t("contributions.otherFields", { fields: namesOf(others) })}</p>
    </>
  );
}
