import { useTranslation } from "#app/i18n/use-translation.tsx";
import { usePlaceTitles } from "#app/place/place-titles.ts";
import { ReviewQuote } from "#app/place/review-quote.tsx";
import { ConfirmedSubmit } from "#app/ui/form/confirmed-submit.tsx";
import type { ReportedReview } from "#domain/moderation/moderation-queue.ts";
import { SenderSwitches } from "../account-list.tsx";
import {
  DecisionForm,
  OutcomeButton,
  Proved,
  SentBy,
  TaskCard,
  TickOfSender,
} from "../task-card.tsx";
import type { CardProps, TaskView } from "./task-view.ts";

/** Reviews that were reported, to keep or to remove (docs/product#reported-reviews). */
export const reviews: TaskView<ReportedReview> = {
  decided: "reviews",
  usual: { outcome: "keep", icon: "check", label: "moderation.outcome.keep" },
  removal: {
    ...{ outcome: "remove", icon: "delete", label: "moderation.outcome.remove" },
    question: "queue.decline.reviews",
    confirmLabel: "moderation.delete.confirm",
    reason: "reviews.delete.reason",
  },
  idOf: ({ id }) => id,
  versionOf: ({ added }) => Date.parse(added),
  senderOf: ({ author }) => author,
  placeOf: ({ place }) => place,
  sinceOf: ({ reports }) => reports[0].at,
  Card: ReviewCard,
};

function ReviewCard({ entry: review, filter, ofSender }: CardProps<ReportedReview>) {
  const { t } = useTranslation();
  const { id, place, changed, author, reports } = review;
  const name = usePlaceTitles()(place).whole;
  return (
    <TaskCard
      place={place}
      actions={
        <DecisionForm
          kind="reviews"
          id={id}
          version={Date.parse(review.added)}
          answer={t("reviews.delete.reason")}
        >
          <OutcomeButton
            value="keep"
            icon="check"
            label={t("moderation.outcome.keep")}
            about={name}
          />
          <ConfirmedSubmit
            name="outcome"
            value="remove"
            icon="delete"
            label={t("reviews.delete.action")}
            about={name}
            question={t("reviews.delete.question")}
            confirmLabel={t("reviews.delete.confirm")}
          />
        </DecisionForm>
      }
      more={author && <SenderSwitches account={author} />}
    >
      <blockquote
        aria-label={t("moderation.review.label")}
        className="rounded-control bg-surface px-3 py-2"
      >
        <ReviewQuote review={review}>
          {changed && <strong className="text-sm">{t("moderation.review.changed")}</strong>}
        </ReviewQuote>
        {author !== undefined && (
          <p className="flex flex-wrap items-baseline gap-x-1 text-sm text-muted">
            {t("moderation.review.author")} {author?.email ?? t("moderation.nobody")}
            <TickOfSender {...ofSender} />
          </p>
        )}
      </blockquote>
      <h4 className="mt-3 font-bold">{t("moderation.review.reports")}</h4>
      <ul className="divide-y divide-line">
        {reports.map((report) => (
          <li key={`${report.at} ${report.reason}`} className="py-2">
            <p>
              {report.reason === "other"
                ? t("upkeep.reason.other")
                : t(`reviews.report.reasons.${report.reason}`)}
            </p>
            {report.said && (
              <blockquote
                aria-label={t("queue.said")}
                className="my-2 rounded-control bg-surface px-3 py-2"
              >
                <p className="text-sm text-muted">{t("queue.said")}</p>
                <p dir="auto" className="whitespace-pre-line wrap-anywhere">
                  {"★".repeat(report.said.rating)} {report.said.text}
                </p>
              </blockquote>
            )}
            {report.text !== "" && (
              <p dir="auto" className="whitespace-pre-line wrap-anywhere">
                {report.text}
              </p>
            )}
            <SentBy
              account={report.sender}
              by={senderOf(report)}
              at={report.at}
              narrows={{ part: "reviews", filter }}
            />
            {report.proved && <Proved />}
          </li>
        ))}
      </ul>
      {review.count > reports.length && (
        <p className="py-2 text-sm text-muted">
          {t("queue.many.more", { count: review.count - reports.length })}
        </p>
      )}
    </TaskCard>
  );
}

function senderOf({ by_rule, by_visitor, reason }: ReportedReview["reports"][number]) {
  if (by_rule) return reason === "spam" ? "ruleOfDay" : "rule";
  return by_visitor ? "visitor" : undefined;
}
