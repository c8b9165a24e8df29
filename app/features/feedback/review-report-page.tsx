import { useId } from "react";
import { Form, useNavigation } from "react-router";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { placePath, reviewReportPath } from "#app/place/place-paths.ts";
import { usePlaceTitles } from "#app/place/place-titles.ts";
import { ReviewQuote } from "#app/place/review-quote.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { PageMain, PageTitle } from "#app/ui/page-title-and-main.tsx";
import { visitorReportLimit } from "#domain/account/daily-limits.ts";
import type { Review } from "#domain/feedback/review.ts";
import { reviewReportReasons } from "#domain/feedback/review-report.ts";
import type { Place } from "#domain/place/place.ts";
import { maxReviewReportLength } from "#domain/text/text-limits.ts";
import type { FeedbackFailure } from "./feedback-api.ts";
import { ErrorMessage, type FieldErrorProps, ReasonChoices, ReportText } from "./report-fields.tsx";
import { FeedbackThanks } from "./report-task.tsx";

/** Result of a failed form. */
export interface ReviewReportResult {
  /** A failure, or the invalid field. */
  readonly failure: FeedbackFailure | "reason" | "text";
  readonly typed: { readonly reason: string; readonly text: string };
}

interface ReviewReportPageProps {
  placeId: number;
  reviewId: number;
  /** Null where they could not be read for the result. */
  place: Pick<Place, "id" | "country" | "city" | "address" | "comments"> | null;
  review: Review | null;
  isDone: boolean;
  isSignedIn: boolean;
  result: ReviewReportResult | undefined;
}

/** The form that reports a review to staff (docs/product#reported-reviews). */
export function ReviewReportPage(props: ReviewReportPageProps) {
  const { placeId, place, review, isDone } = props;
  const { t } = useTranslation();
  const nameOf = usePlaceTitles();
  const title = t("reviews.report.action");
  return (
    <PageMain>
      <PageTitle screen={title} />
      <h1 className="text-2xl">{title}</h1>
      <p className="mt-1 mb-4 text-muted wrap-anywhere">{place && nameOf(place).whole}</p>
      {isDone ? (
        <FeedbackThanks
          of="report"
          wayBack={
            <ButtonLink to={placePath(placeId)} icon="map">
              {t("upkeep.back")}
            </ButtonLink>
          }
        />
      ) : (
        <>
          {review && (
            <blockquote className="mb-5 rounded-control border-l-4 border-line bg-raised px-4 py-3">
              <ReviewQuote review={review} />
            </blockquote>
          )}
          <ReviewReportForm {...props} />
        </>
      )}
    </PageMain>
  );
}

function ReviewReportForm({ placeId, reviewId, isSignedIn, result }: ReviewReportPageProps) {
  const { t } = useTranslation();
  const isSending = useNavigation().formMethod === "POST";
  const failure = result?.failure ?? null;
  const errorId = useId();
  const errorOf = (field: "reason" | "text"): FieldErrorProps => {
    if (failure !== field) return { error: null, errorId: undefined };
    const text = t(`upkeep.failure.${field}`, { max: maxReviewReportLength });
    return { error: <ErrorMessage id={errorId}>{text}</ErrorMessage>, errorId };
  };
  return (
    <Form
      method="post"
      action={reviewReportPath(placeId, reviewId)}
      noValidate
      aria-busy={isSending}
      className="group grid grid-cols-1 gap-4"
    >
      <ReasonChoices
        reasons={reviewReportReasons}
        textOf={(reason) =>
          reason === "other" ? t("upkeep.reason.other") : t(`reviews.report.reasons.${reason}`)
        }
        chosen={result?.typed.reason}
        {...errorOf("reason")}
      />
      <ReportText
        typed={result?.typed.text}
        maxCount={maxReviewReportLength}
        {...errorOf("text")}
      />
      {failure && failure !== "reason" && failure !== "text" && (
        <Alert kind="danger">
          {failure === "limit"
            ? t("upkeep.failure.reports", { max: visitorReportLimit })
            : t(`upkeep.failure.${failure}`)}
          {failure === "signin" && !isSignedIn && (
            <a href="/login" target="_blank" rel="noreferrer" className="text-link ml-2">
              {t("navigation.login")}
            </a>
          )}
        </Alert>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" aria-disabled={isSending || undefined}>
          {t(isSending ? "upkeep.report.sending" : "upkeep.report.send")}
        </Button>
        <ButtonLink to={placePath(placeId)}>{t("action.cancel")}</ButtonLink>
      </div>
    </Form>
  );
}
