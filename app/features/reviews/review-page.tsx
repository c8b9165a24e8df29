import { useNavigate } from "react-router";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { placePath, reviewPath } from "#app/place/place-paths.ts";
import { usePlaceTitles } from "#app/place/place-titles.ts";
import { Alert } from "#app/ui/alert.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { useAnnounce } from "#app/ui/live-region.tsx";
import { PageMain, PageTitle } from "#app/ui/page-title-and-main.tsx";
import { continuingPath } from "#domain/account/own-path.ts";
import type { NewReview } from "#domain/feedback/new-review.ts";
import type { ReviewFailure } from "./review-failure.ts";
import { emptyReview, type ReviewedPlace, ReviewForm } from "./review-form.tsx";

/** Result of a failed form. */
export interface ReviewResult {
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
export function ReviewPage(props: ReviewPageProps) {
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
