import { data, redirect, useActionData, useNavigate } from "react-router";
import { ErrorPage } from "#app/features/layout/error-page.tsx";
import { type ReviewFailure, reviewFailureOf } from "#app/features/reviews/review-failure.ts";
import {
  emptyReview,
  type ReviewedPlace,
  ReviewForm,
  readReviewForm,
} from "#app/features/reviews/review-form.tsx";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { failedForm } from "#app/network/send-form.ts";
import { placePath, reviewPath } from "#app/place/place-paths.ts";
import { usePlaceTitles } from "#app/place/place-titles.ts";
import { Alert } from "#app/ui/alert.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { useAnnounce } from "#app/ui/live-region.tsx";
import { PageMain, PageTitle } from "#app/ui/page-title-and-main.tsx";
import { continuingPath } from "#domain/account/own-path.ts";
import { type NewReview, newReviewSchema } from "#domain/feedback/new-review.ts";
import { reviewDecisionSchema } from "#domain/feedback/review-report.ts";
import { parseId } from "#domain/place/place-id.ts";
import { checkFields } from "#domain/validation/check-fields.ts";
import { formText } from "#domain/validation/form-text.ts";
import { servicesContext, viewerContext, writeForm } from "#server/request-context.ts";
import type { Writes } from "#server/services.ts";
import type { Route } from "./+types/review.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const viewer = context.get(viewerContext);
  const placeId = placeIdOf(params);
  const found = await services.places.findPlace(placeId, viewer);
  if (!found) throw data(null, { status: 404 });
  const { id, country, city, address, comments } = found;
  const own = await services.reviews.findOwnReview(placeId, viewer);
  const page = {
    place: { id, country, city, address, comments },
    own: own.ok ? own.review : null,
    isSignedIn: viewer.userId !== null,
  };
  return data(page, { status: page.isSignedIn ? 200 : 401 });
}

/** Action of the forms of the dialog, the page and the list of reviews, with and without script. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const viewer = context.get(viewerContext);
  const placeId = placeIdOf(params);
  const form = await request.formData();
  const isOwnDeletion = form.get("intent") === "delete";
  const isDeletion = isOwnDeletion || form.has("review");
  return writeForm(
    context,
    async (open) => {
      const result = await write(await open());
      // A review that is gone already need not be deleted.
      const isGone = isDeletion && !result.ok && result.code === "error.notfound";
      if (!result.ok && !isGone) return fail(result.code, form);
      throw redirect(placePath(placeId));
    },
    (code, waitSeconds) => fail(code, form, waitSeconds),
  );

  async function write(writes: Writes) {
    if (form.has("review")) return remove(writes);
    if (isOwnDeletion) return writes.deleteOwnReview(placeId, viewer);
    const checked = checkFields(newReviewSchema, readReviewForm(form));
    if (checked.ok) return writes.putReview(placeId, checked.value, viewer);
    const isRating = checked.errors.some(({ field }) => field === "rating");
    return { ok: false, code: isRating ? "rating" : "text" } as const;
  }

  /** Removes any account's review, by staff. */
  async function remove(writes: Writes) {
    const reviewId = parseId(formText(form, "review"));
    const reason = formText(form, "reason");
    const checked = checkFields(reviewDecisionSchema, { decision: "remove", reason });
    if (reviewId === null) return { ok: false, code: "error.notfound" } as const;
    if (!checked.ok) return { ok: false, code: "text" } as const;
    return writes.settleReview(reviewId, checked.value, viewer);
  }
}

/** @param code of a failure, or the field that is wrong */
function fail(code: string, form: FormData, waitSeconds?: number) {
  const failure: ReviewFailure =
    code === "rating" || code === "text" ? code : reviewFailureOf(code);
  const typed: NewReview | null =
    form.has("rating") || form.has("text") ? readReviewForm(form) : null;
  const result: ReviewResult = { failure, typed };
  return failedForm(result, code, waitSeconds);
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders;
}

/** @throws {Response} 404 where the URL has no valid id */
function placeIdOf({ id }: { id: string }): number {
  const placeId = parseId(id);
  if (placeId === null) throw data(null, { status: 404 });
  return placeId;
}

export default function Page({ loaderData, actionData }: Route.ComponentProps) {
  const { place, own, isSignedIn } = loaderData;
  return (
    <ReviewPage
      placeId={place.id}
      place={place}
      own={own}
      isSignedIn={isSignedIn}
      result={actionData}
    />
  );
}

/** The typed text stays, also where the rest of the page could not be read. */
export function ErrorBoundary({ error, params }: Route.ErrorBoundaryProps) {
  const result = useActionData<typeof action>();
  const placeId = parseId(params.id);
  if (placeId === null || result?.failure !== "unavailable") return <ErrorPage error={error} />;
  return (
    <ReviewPage placeId={placeId} place={null} own={null} isSignedIn={false} result={result} />
  );
}

interface ReviewResult {
  readonly failure: ReviewFailure;
  /** The sent review; null where the form was about another author's review. */
  readonly typed: NewReview | null;
}

interface ReviewPageProps {
  placeId: number;
  /** Null where it could not be read for the result. */
  place: ReviewedPlace | null;
  own: NewReview | null;
  isSignedIn: boolean;
  result: ReviewResult | undefined;
}

/** The review dialog as a page of its own: for browsers without script, and for links. */
function ReviewPage(props: ReviewPageProps) {
  const { placeId, place, own, isSignedIn, result } = props;
  const { t } = useTranslation();
  const nameOf = usePlaceTitles();
  const navigate = useNavigate();
  const announce = useAnnounce();
  const title = t(own === null ? "reviews.write" : "reviews.edit");
  return (
    <PageMain>
      <PageTitle screen={title} />
      <h1 className="text-2xl">{title}</h1>
      <p className="mt-1 mb-5 wrap-anywhere">
        {place && (
          <a href={placePath(placeId)} className="text-link inline-block py-2.5">
            {nameOf(place).whole}
          </a>
        )}
      </p>
      {isSignedIn || result ? (
        <ReviewForm
          key={placeId}
          placeId={placeId}
          start={result?.typed ?? own ?? emptyReview}
          hasOwn={own !== null}
          result={result?.failure}
          onDone={(change) => {
            announce(t(`reviews.change.${change}`));
            void navigate(placePath(placeId));
          }}
        />
      ) : (
        <Alert kind="info">
          <p>{t("error.signin")}</p>
          <ButtonLink
            to={continuingPath("/login", reviewPath(placeId))}
            icon="log-in"
            className="my-2"
          >
            {t("navigation.login")}
          </ButtonLink>
        </Alert>
      )}
    </PageMain>
  );
}
