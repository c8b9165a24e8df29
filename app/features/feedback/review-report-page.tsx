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
import { namingReason, reviewReportReasons } from "#domain/feedback/review-report.ts";
import type { Place } from "#domain/place/place.ts";
import { maxReviewReportLength } from "#domain/text/text-limits.ts";
import type { FeedbackFailure } from "./feedback-failure.ts";
import { ErrorMessage, type FieldErrorProps, ReasonChoices, ReportText } from "./report-fields.tsx";
import { FeedbackThanks } from "./report-form.tsx";

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
  /** Whether the visitor's word alone hides a text that names somebody. */
  isKnown: boolean;
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
          {canNamePerson(review) && <NamingForm {...props} />}
          <ReviewReportForm {...props} />
        </>
      )}
    </PageMain>
  );
}

/** Whether there is a text that the visitor can say to name somebody. */
function canNamePerson(review: Review | null): boolean {
  return review !== null && review.text !== "" && !review.held;
}

/** The one press that says that the text names somebody (docs/product#texts-that-name-a-person). */
function NamingForm({ placeId, reviewId, isSignedIn, isKnown, result }: ReviewReportPageProps) {
  const { t } = useTranslation();
  const isSending = useNavigation().formMethod === "POST";
  const hintId = useId();
  return (
    <Form
      method="post"
      action={reviewReportPath(placeId, reviewId)}
      aria-busy={isSending}
      className="mb-5 grid justify-items-start gap-2 border-b border-line pb-5"
    >
      <Button
        type="submit"
        name="reason"
        value={namingReason}
        icon="eye-off"
        aria-describedby={hintId}
        aria-disabled={isSending || undefined}
      >
        {t("reviews.report.naming.action")}
      </Button>
      <p id={hintId} className="text-sm text-muted">
        {isKnown ? t("reviews.report.naming.known") : t("reviews.report.naming.visitor")}
      </p>
      {isOfNaming(result) && <FailureAlert result={result} isSignedIn={isSignedIn} />}
    </Form>
  );
}

function isOfNaming(result: ReviewReportResult | undefined): result is ReviewReportResult {
  return result?.typed.reason === namingReason;
}

interface FailureAlertProps {
  result: ReviewReportResult;
  isSignedIn: boolean;
}

/** What went wrong, but for a field. */
function FailureAlert({ result, isSignedIn }: FailureAlertProps) {
  const { t } = useTranslation();
  const { failure } = result;
  if (failure === "reason" || failure === "text") return null;
  const limit = isOfNaming(result)
    ? t("reviews.report.naming.limit")
    : t("upkeep.failure.reports", { max: visitorReportLimit });
  return (
    <Alert kind="danger">
      {failure === "limit" ? limit : t(`upkeep.failure.${failure}`)}
      {failure === "signin" && !isSignedIn && (
        <a href="/login" target="_blank" rel="noreferrer" className="text-link ml-2">
          {t("navigation.login")}
        </a>
      )}
    </Alert>
  );
}

function ReviewReportForm(props: ReviewReportPageProps) {
  const { placeId, reviewId, review, isSignedIn, result } = props;
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
        reasons={reviewReportReasons.filter((reason) => reason !== namingReason)}
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
      {result && !(isOfNaming(result) && canNamePerson(review)) && (
        <FailureAlert result={result} isSignedIn={isSignedIn} />
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
