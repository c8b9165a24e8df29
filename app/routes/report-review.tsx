import { data, redirect, useActionData } from "react-router";
import { feedbackFailureOf } from "#app/features/feedback/feedback-failure.ts";
import {
  ReviewReportPage,
  type ReviewReportResult,
} from "#app/features/feedback/review-report-page.tsx";
import { ErrorPage } from "#app/features/layout/error-page.tsx";
import { actionWithFallback } from "#app/network/action-with-fallback.ts";
import { failedForm } from "#app/network/send-form.ts";
import { reviewReportPath } from "#app/place/place-paths.ts";
import { isKnownPerson } from "#domain/account/role.ts";
import { reviewReportSchema } from "#domain/feedback/review-report.ts";
import { parseId } from "#domain/place/place-id.ts";
import { checkFields } from "#domain/validation/check-fields.ts";
import { formText } from "#domain/validation/form-text.ts";
import {
  clientContext,
  publicConfigContext,
  servicesContext,
  viewerContext,
  writeForm,
} from "#server/request-context.ts";
import type { Route } from "./+types/report-review.ts";

/** @throws {Response} 404 for an unknown place; a review that is gone is left out after a report of it */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const viewer = context.get(viewerContext);
  const { placeId, reviewId } = idsOf(params);
  const place = await services.places.findPlace(placeId, viewer);
  const review = await services.reviews.findReview({ placeId, reviewId }, viewer);
  const isDone = new URL(request.url).searchParams.has("done");
  if (!place || (!review && !isDone)) throw data(null, { status: 404 });
  const { id, country, city, address, comments } = place;
  const isSignedIn = viewer.userId !== null;
  const mayReport = isSignedIn || context.get(publicConfigContext).visitorReports;
  const page = {
    place: { id, country, city, address, comments },
    review,
    isDone,
    isSignedIn,
    isKnown: isKnownPerson(viewer),
    mayReport,
  };
  return data(page, { status: mayReport ? 200 : 401 });
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await request.formData();
  const ids = idsOf(params);
  return writeForm(
    context,
    async (open) => {
      const writes = await open();
      const checked = checkFields(reviewReportSchema, typedIn(form));
      if (!checked.ok) {
        return fail(form, checked.errors[0].field === "reason" ? "reason" : "text");
      }
      const client = context.get(clientContext);
      const viewer = context.get(viewerContext);
      const result = await writes.reportReview(ids, checked.value, viewer, client);
      if (!result.ok) return fail(form, result.code);
      throw redirect(`${reviewReportPath(ids.placeId, ids.reviewId)}?done=1`, 303);
    },
    (code, waitSeconds) => fail(form, code, waitSeconds),
  );
}

/** @param code of a failure, or the field that is wrong */
function fail(form: FormData, code: string, waitSeconds?: number) {
  const failure = code === "reason" || code === "text" ? code : feedbackFailureOf(code);
  const result: ReviewReportResult = { failure, typed: typedIn(form) };
  return failedForm(result, code, waitSeconds);
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders;
}

function typedIn(form: FormData) {
  return { reason: formText(form, "reason"), text: formText(form, "text") };
}

/** @throws {Response} 404 where the URL has no valid ids */
function idsOf(params: Route.LoaderArgs["params"]) {
  const [placeId, reviewId] = [parseId(params.id), parseId(params.review)];
  if (placeId === null || reviewId === null) throw data(null, { status: 404 });
  return { placeId, reviewId };
}

/** Without a response, the form and what was typed stay. */
export async function clientAction(args: Route.ClientActionArgs) {
  const typed = typedIn(await args.request.clone().formData());
  return actionWithFallback(
    args,
    ({ code }): ReviewReportResult => ({ failure: feedbackFailureOf(code), typed }),
  );
}

export default function ReportReview({ loaderData, actionData, params }: Route.ComponentProps) {
  const { place, review, isDone, isSignedIn, isKnown, mayReport } = loaderData;
  const signIn: ReviewReportResult = { failure: "signin", typed: { reason: "", text: "" } };
  return (
    <ReviewReportPage
      placeId={Number(params.id)}
      reviewId={Number(params.review)}
      place={place}
      review={review}
      isDone={isDone}
      isSignedIn={isSignedIn}
      isKnown={isKnown}
      result={actionData ?? (mayReport ? undefined : signIn)}
    />
  );
}

/** The typed text stays, also where the rest of the page could not be read. */
export function ErrorBoundary({ error, params }: Route.ErrorBoundaryProps) {
  const result = useActionData<typeof action>();
  const [placeId, reviewId] = [parseId(params.id), parseId(params.review)];
  if (placeId === null || reviewId === null || result?.failure !== "unavailable") {
    return <ErrorPage error={error} />;
  }
  return (
    <ReviewReportPage
      placeId={placeId}
      reviewId={reviewId}
      place={null}
      review={null}
      isDone={false}
      isSignedIn
      isKnown={false}
      result={result}
    />
  );
}
