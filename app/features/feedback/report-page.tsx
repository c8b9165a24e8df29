import { useTranslation } from "#app/i18n/use-translation.tsx";
import { placePath, reportFormId, reportPath } from "#app/place/place-paths.ts";
import { usePlaceTitles } from "#app/place/place-titles.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { PageMain, PageTitle } from "#app/ui/page-title-and-main.tsx";
import type { ReportedPlace } from "./read-report-form.ts";
import { FeedbackThanks, ReportForm, type ReportResult } from "./report-form.tsx";

interface ReportPageProps {
  placeId: number;
  /** Null where it could not be read for the result. */
  place: ReportedPlace | null;
  /** The step that was just done without script. */
  done: "report" | "confirmation" | null;
  isSignedIn: boolean;
  /** Whether the visitor may say that all is well, and whether the place is closed for now. */
  mayConfirm: boolean;
  isClosed: boolean;
  result: ReportResult | undefined;
}

/**
 * The report dialog as a page of its own: for browsers without script, and for links such as that of a sign at the door
 * (docs/product#sign). It asks first whether all is well; the form is shown once something is not.
 */
export function ReportPage(props: ReportPageProps) {
  const { placeId, place, done, isSignedIn, mayConfirm, isClosed, result } = props;
  const { t } = useTranslation();
  const nameOf = usePlaceTitles();
  const showsQuestion = mayConfirm && done === null && result === undefined;
  const title = showsQuestion
    ? t(isClosed ? "reportPage.askOpened" : "reportPage.askWell")
    : t(done === "confirmation" ? "upkeep.confirm" : "upkeep.report.action");
  const wayBack = (
    <ButtonLink to={placePath(placeId)} icon="map">
      {t("upkeep.back")}
    </ButtonLink>
  );
  return (
    <PageMain>
      <PageTitle screen={title} />
      <h1 className="text-2xl">{title}</h1>
      <p className="mt-1 mb-5 text-muted wrap-anywhere">{place && nameOf(place).whole}</p>
      {done ? (
        <FeedbackThanks of={done} wayBack={wayBack} />
      ) : (
        <>
          {mayConfirm && <YesOrNo placeId={placeId} isClosed={isClosed} />}
          <section
            id={reportFormId}
            className={showsQuestion ? "hidden scroll-mt-4 target:block" : undefined}
          >
            <ReportForm
              key={placeId}
              placeId={placeId}
              place={place}
              isSignedIn={isSignedIn}
              result={result}
              wayBack={wayBack}
            />
          </section>
        </>
      )}
    </PageMain>
  );
}

/** Style of a choice, large enough for a thumb in a hurry. */
const choiceClass =
  "flex min-h-20 w-full cursor-pointer items-center gap-4 rounded-card border-2 px-5 py-3 text-left text-xl font-bold no-underline wrap-anywhere";

/** The two choices: a form and a link, which work without script. */
function YesOrNo({ placeId, isClosed }: Pick<ReportPageProps, "placeId" | "isClosed">) {
  const { t } = useTranslation();
  return (
    <div className="mb-8 grid gap-4 sm:grid-cols-2">
      <form method="post" action={reportPath(placeId)}>
        <button
          type="submit"
          name="intent"
          value="confirm"
          className={`${choiceClass} border-open bg-open-tint text-open`}
        >
          <Icon name="success" className="size-9" />
          {t(isClosed ? "upkeep.opened" : "reportPage.well")}
        </button>
      </form>
      <a
        href={`#${reportFormId}`}
        className={`${choiceClass} border-closed bg-closed-tint text-closed`}
      >
        <Icon name="warning" className="size-9" />
        {t("reportPage.wrong")}
      </a>
    </div>
  );
}
