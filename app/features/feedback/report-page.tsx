import { useTranslation } from "#app/i18n/use-translation.tsx";
import { placeAddress } from "#app/place/place-addresses.ts";
import { usePlaceWords } from "#app/place/place-words.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { PageMain, PageTitle } from "#app/ui/page-title-and-main.tsx";
import { ConfirmForm } from "./feedback-actions.tsx";
import type { ReportedPlace } from "./read-report-form.ts";
import type { ReportAnswer } from "./report-form.tsx";
import { FeedbackThanks, ReportTask } from "./report-task.tsx";

interface ReportPageProps {
  placeId: number;
  /** Null where it could not be read for the answer. */
  place: ReportedPlace | null;
  /** The step that was just done without script. */
  done: "report" | "confirmation" | null;
  isSignedIn: boolean;
  /** Whether the visitor may say that all is well, and whether the place is closed for now. */
  mayConfirm: boolean;
  isClosed: boolean;
  answer: ReportAnswer | undefined;
}

/**
 * The report dialog as a page of its own: for browsers without script, and for links such as that of a sign at the door
 * (docs/product#sign). It also takes the answer that all is well.
 */
export function ReportPage(props: ReportPageProps) {
  const { placeId, place, done, isSignedIn, mayConfirm, isClosed, answer } = props;
  const { t } = useTranslation();
  const nameOf = usePlaceWords();
  const title = t(done === "confirmation" ? "upkeep.confirm" : "upkeep.report.action");
  const wayBack = (
    <ButtonLink to={placeAddress(placeId)} icon="map">
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
          {mayConfirm && (
            <div className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-line bg-raised p-4">
              <p>{t(isClosed ? "reportPage.askOpened" : "reportPage.askWell")}</p>
              <ConfirmForm placeId={placeId} isClosed={isClosed} />
            </div>
          )}
          <ReportTask
            key={placeId}
            placeId={placeId}
            place={place}
            isSignedIn={isSignedIn}
            answer={answer}
            wayBack={wayBack}
          />
        </>
      )}
    </PageMain>
  );
}
