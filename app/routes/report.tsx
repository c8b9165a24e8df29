import { data, redirect, useActionData, useNavigate } from "react-router";
import {
  AnswerStatus,
  FactForm,
  OpenForm,
  useDoorAnswers,
} from "#app/features/feedback/door-question.tsx";
import {
  type ReportedPlace,
  readReportForm,
  reportFailureOf,
} from "#app/features/feedback/read-report-form.ts";
import {
  FeedbackThanks,
  ReportForm,
  type ReportResult,
} from "#app/features/feedback/report-form.tsx";
import { ErrorPage } from "#app/features/layout/error-page.tsx";
import { PageMessagesProvider, pageMessagesOf } from "#app/i18n/page-messages.tsx";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import type { QueuedWrite } from "#app/network/queued-writes.ts";
import { failedForm } from "#app/network/send-form.ts";
import { doorParameter, placePath, reportFormId, reportPath } from "#app/place/place-paths.ts";
import { usePlaceTitles } from "#app/place/place-titles.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { PageMain, PageTitle } from "#app/ui/page-title-and-main.tsx";
import { type AskedFact, askedFacts, unknownFacts } from "#domain/place/asked-facts.ts";
import type { Place } from "#domain/place/place.ts";
import { parseId } from "#domain/place/place-id.ts";
import { formTexts } from "#domain/validation/form-text.ts";
import type { DoorAnswer } from "#server/feedback/observations.ts";
import {
  clientContext,
  i18nContext,
  publicConfigContext,
  servicesContext,
  viewerContext,
  writeForm,
} from "#server/request-context.ts";
import type { Route } from "./+types/report.ts";

/** Steps for which the page gives thanks, after a form without script. */
const doneKinds = ["report", "confirmation", "observation"] as const;

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const found = await findReported(params, context);
  if (found === null) throw data(null, { status: 404 });
  const { id, country, city, address, comments, coordinates } = found;
  const place = { id, country, city, address, comments, coordinates };
  const doneParameter = new URL(request.url).searchParams.get("done");
  const done = doneKinds.find((known) => known === doneParameter) ?? null;
  // The code of the door sign opens it so.
  const isAtDoor = new URL(request.url).searchParams.has(doorParameter);
  const fact = done === "observation" ? (unknownFacts(found).at(0) ?? null) : null;
  const { userId, isUnread } = context.get(viewerContext);
  if (isUnread) throw data(null, { status: 503 });
  const isSignedIn = userId !== null;
  const mayReport = isSignedIn || context.get(publicConfigContext).visitorReports;
  const isClosed = found.closed_for_now !== undefined;
  const messages = pageMessagesOf(context.get(i18nContext), "reportPage");
  const page = { place, done, fact, isAtDoor, isSignedIn, mayReport, isClosed, ...messages };
  return data(page, { status: mayReport ? 200 : 401 });
}

/** Action of the forms of the dialog, the page, the panel and the cards, with and without script. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await request.formData();
  return writeForm(
    context,
    async (open) => {
      const viewer = context.get(viewerContext);
      const client = context.get(clientContext);
      const place = await findReported(params, context);
      if (place === null) throw data(null, { status: 404 });
      const writes = await open();
      if (form.get("intent") === "confirm") {
        const result = await writes.confirmPlace(place.id, viewer, client);
        return result.ok ? thank(place.id, "confirmation") : fail(form, result.code);
      }
      const answer = readDoorAnswer(form, context.get(servicesContext).now());
      if (answer !== null) {
        const result = await writes.observePlace(place.id, answer, viewer, client);
        if (!result.ok) return fail(form, result.code);
        return thank(place.id, answer.asked === "open" ? "observation" : "confirmation");
      }
      const read = readReportForm(form, place);
      if (!read.ok) return fail(form, read.error);
      const { message } = read;
      const result =
        message.kind === "report"
          ? await writes.reportPlace(place.id, message.report, viewer, client)
          : await writes.sendCorrection(message.correction, viewer);
      return result.ok ? thank(place.id, "report") : fail(form, result.code);
    },
    (code, waitSeconds) => fail(form, code, waitSeconds),
  );
}

/** Null where there is no place that the visitor may see. */
async function findReported(
  params: Route.LoaderArgs["params"],
  context: Route.LoaderArgs["context"],
): Promise<Place | null> {
  const id = parseId(params.id);
  const viewer = context.get(viewerContext);
  return id === null ? null : context.get(servicesContext).places.findPlace(id, viewer);
}

/** An answer at the door; null for a form of anything else. */
function readDoorAnswer(form: FormData, now: Date): DoorAnswer | null {
  const intent = form.get("intent");
  const fact = askedFacts.find((name) => name === form.get("fact"));
  const asked = intent === "observe" ? "open" : intent === "fact" ? fact : undefined;
  const answer = form.get(asked === "open" ? "open" : "answer");
  if (asked === undefined || (answer !== "1" && answer !== "0")) return null;
  const ageSeconds = Number(form.get("age") ?? 0);
  const at = new Date(now.getTime() - 1000 * ageSeconds);
  const isInstant = ageSeconds >= 0 && !Number.isNaN(at.getTime());
  return { asked, answer: answer === "1", at: isInstant ? at : undefined };
}

function thank(placeId: number, done: (typeof doneKinds)[number]) {
  return redirect(`${reportPath(placeId)}?done=${done}`, 303);
}

/** @param code of a failure, or the field that is wrong */
function fail(form: FormData, code: string, waitSeconds?: number) {
  const failure = reportFailureOf(code);
  const result: ReportResult = { failure, waitSeconds, typed: formTexts(form) };
  return failedForm(result, code, waitSeconds);
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders;
}

export default function Report({ loaderData, actionData }: Route.ComponentProps) {
  const { place, done, fact, isAtDoor, isSignedIn, mayReport, isClosed } = loaderData;
  return (
    <PageMessagesProvider given={loaderData} path={reportPath(place.id)}>
      <ReportPage
        placeId={place.id}
        place={place}
        done={done}
        fact={fact}
        isAtDoor={isAtDoor}
        isSignedIn={isSignedIn}
        mayConfirm={mayReport}
        isClosed={isClosed}
        result={actionData ?? (mayReport ? undefined : { failure: "signin", typed: {} })}
      />
    </PageMessagesProvider>
  );
}

/** The typed text stays, also where the rest of the page could not be read. */
export function ErrorBoundary({ error, params }: Route.ErrorBoundaryProps) {
  const result = useActionData<typeof action>();
  const placeId = parseId(params.id);
  if (placeId === null || result?.failure !== "unavailable") return <ErrorPage error={error} />;
  const unknown = {
    place: null,
    done: null,
    fact: null,
    isAtDoor: false,
    isSignedIn: true,
    mayConfirm: false,
    isClosed: false,
  };
  return <ReportPage placeId={placeId} {...unknown} result={result} />;
}

interface ReportPageProps {
  placeId: number;
  /** Null where it could not be read for the result. */
  place: ReportedPlace | null;
  /** The step that was just done without script. */
  done: (typeof doneKinds)[number] | null;
  /** Fact that is asked for after an answer without script; null without one. */
  fact: AskedFact | null;
  /** Whether the visitor came by the code of the door sign. */
  isAtDoor: boolean;
  isSignedIn: boolean;
  /** Whether the visitor may say that all is well, and whether the place is closed for now. */
  mayConfirm: boolean;
  isClosed: boolean;
  result: ReportResult | undefined;
}

/**
 * The report dialog as a page, for browsers without script and for links (docs/product#door-sign). It asks first
 * whether all is well.
 */
function ReportPage(props: ReportPageProps) {
  const { placeId, place, done, fact, isAtDoor, isSignedIn, mayConfirm, isClosed, result } = props;
  const { t } = useTranslation();
  const nameOf = usePlaceTitles();
  const navigate = useNavigate();
  const showsQuestion = mayConfirm && done === null && result === undefined;
  const asksOpen = showsQuestion && isAtDoor && !isClosed;
  const { send, ...answers } = useDoorAnswers(placeId);
  const answer = async (write: Pick<QueuedWrite, "kind" | "message">, thanks: typeof done) => {
    // The page that gives thanks needs a connection.
    if ((await send(write)) && navigator.onLine) {
      void navigate(`${reportPath(placeId)}?done=${thanks}`, { replace: true });
    }
  };
  const title = asksOpen
    ? t("observe.title")
    : showsQuestion
      ? t(isClosed ? "reportPage.askOpened" : "reportPage.askWell")
      : t(
          done === "confirmation"
            ? "upkeep.confirm"
            : done === "observation"
              ? "observe.title"
              : "upkeep.report.action",
        );
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
      {done && (
        <>
          <FeedbackThanks of={done} wayBack={fact ? null : wayBack} />
          {fact && (
            <div className="my-6">
              <FactForm
                {...answers}
                placeId={placeId}
                fact={fact}
                onAnswer={(value) =>
                  void answer({ kind: "fact", message: { fact, answer: value } }, "confirmation")
                }
              />
              <AnswerStatus {...answers} />
            </div>
          )}
          {fact && wayBack}
        </>
      )}
      {!done && (
        <>
          {asksOpen && (
            <div className="mb-8">
              <OpenForm
                {...answers}
                placeId={placeId}
                isAsked
                isTitled
                onAnswer={(open) =>
                  void answer({ kind: "observation", message: { open } }, "observation")
                }
              />
              <AnswerStatus {...answers} />
              <h2 className="mt-8 mb-3 text-xl">{t("reportPage.askWell")}</h2>
            </div>
          )}
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
