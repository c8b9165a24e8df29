import { ModerationForm } from "#app/features/moderation/moderation-form.tsx";
import { allOfSenderHref } from "#app/features/moderation/moderation-paths.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { usePlaceTitles } from "#app/place/place-titles.ts";
import { ReviewQuote } from "#app/place/review-quote.tsx";
import { Button } from "#app/ui/button.tsx";
import { ConfirmedSubmit } from "#app/ui/form/confirmed-submit.tsx";
import { ReasonField } from "#app/ui/form/reason-field.tsx";
import type { ReportFilter } from "#domain/moderation/moderation-query.ts";
import type { ReportedReview } from "#domain/moderation/moderation-queue.ts";
import { SenderSwitches } from "./account-switches.tsx";
import { EntryArticle, PlaceName, Proved, SentBy, TickOfSender } from "./entry-card.tsx";
import { Tick, TickedList, type TickProps } from "./ticked-list.tsx";

interface ReportedReviewsProps {
  reviews: readonly ReportedReview[];
  filter: ReportFilter;
}

/** Reviews that were reported, to keep or to remove (docs/product#reported-reviews). */
export function ReportedReviews({ reviews, filter }: ReportedReviewsProps) {
  return (
    <TickedList
      list="reviews"
      entries={reviews}
      idOf={({ id }) => id}
      senderOf={({ author }) => author}
      filter={filter}
    >
      {(review, box) => <ReviewCard review={review} filter={filter} box={box} />}
    </TickedList>
  );
}

interface ReviewCardProps {
  review: ReportedReview;
  filter: ReportFilter;
  box: TickProps;
}

function ReviewCard({ review, filter, box }: ReviewCardProps) {
  const { t } = useTranslation();
  const { place, changed, author, reports } = review;
  const name = usePlaceTitles()(place).whole;
  return (
    <EntryArticle>
      <div className="flex items-start gap-2">
        <Tick {...box} seenVersion={Date.parse(review.added)} name={name} />
        <h3 className="font-bold">
          <PlaceName place={place} />
        </h3>
      </div>
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
            <TickOfSender {...box.ofSender} />
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
              allPath={allOfSenderHref("reviews", report.sender, filter)}
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
      <Decision review={review} name={name} />
      <div className="mt-4 border-t border-current/20 pt-4 empty:hidden">
        <SenderSwitches account={author} />
      </div>
    </EntryArticle>
  );
}

function senderOf({ by_rule, by_visitor, reason }: ReportedReview["reports"][number]) {
  if (by_rule) return reason === "spam" ? "ruleOfDay" : "rule";
  return by_visitor ? "visitor" : undefined;
}

/** Keeps or removes the review, both with a reason if staff give one. */
function Decision({ review: { id, added }, name }: { review: ReportedReview; name: string }) {
  const { t } = useTranslation();
  const seenVersion = Date.parse(added);
  return (
    <ModerationForm intent="settle" part="reviews" {...{ id, seenVersion }} className="mt-2">
      <ReasonField label={t("reviews.delete.reason")} />
      <div className="mt-2 flex flex-wrap items-start gap-2">
        <Button
          type="submit"
          name="outcome"
          value="keep"
          icon="check"
          aria-label={`${t("moderation.outcome.keep")}: ${name}`}
        >
          {t("moderation.outcome.keep")}
        </Button>
        <ConfirmedSubmit
          name="outcome"
          value="remove"
          icon="delete"
          label={t("reviews.delete.action")}
          about={name}
          question={t("reviews.delete.question")}
          confirmLabel={t("reviews.delete.confirm")}
        />
      </div>
    </ModerationForm>
  );
}
