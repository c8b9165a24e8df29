import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { removeQueued, sendOrQueue } from "#app/network/queued-writes.ts";
import { sendForm } from "#app/network/send-form.ts";
import { reportPath } from "#app/place/place-paths.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { fieldClass, joinClasses } from "#app/ui/class-names.ts";
import { findPosition } from "#app/ui/find-position.ts";
import { Icon } from "#app/ui/icon.tsx";
import { correctionLimit, reportLimit, visitorReportLimit } from "#domain/account/daily-limits.ts";
import { formatCoordinates } from "#domain/geography/coordinates.ts";
import { maxReportLength } from "#domain/text/text-limits.ts";
import { formTexts } from "#domain/validation/form-text.ts";
import type { FeedbackFailure } from "./feedback-failure.ts";
import {
  addressReason,
  isReportError,
  type ReportError,
  type ReportedPlace,
  readReportForm,
  reportFailureOf,
  shownInputs,
} from "./read-report-form.ts";
import { ErrorMessage, type FieldErrorProps, ReasonChoices, ReportText } from "./report-fields.tsx";

interface FailedReport {
  readonly failure: ReportError | FeedbackFailure;
  /** Seconds until the next attempt, where they are known. */
  readonly waitSeconds?: number;
}

/** Result of a form that was sent without script and failed. */
export interface ReportResult extends FailedReport {
  readonly typed: Readonly<Record<string, string>>;
}

interface ReportFormProps {
  placeId: number;
  /** Null where the place could not be read: then only the server knows what is corrected. */
  place: ReportedPlace | null;
  /** Whether the visitor has an account, which a correction of an address takes. */
  isSignedIn: boolean;
  result?: ReportResult;
  wayBack: ReactNode;
  onSent?: () => void;
}

/** The report form: a reason, a text, and a new address where the address is wrong; then the thanks. */
export function ReportForm(props: ReportFormProps) {
  const { placeId, place, isSignedIn, result, wayBack, onSent } = props;
  const { t } = useTranslation();
  const errorId = useId();
  const dayId = useId();
  const form = useRef<HTMLFormElement>(null);
  const [failed, setFailed] = useState<FailedReport | null>(result ?? null);
  const failure = failed?.failure ?? null;
  const [isSending, setIsSending] = useState(false);
  const [isDone, setIsDone] = useState(false);
  const typed = result?.typed ?? {};
  const errorOf = (field: ReportError): FieldErrorProps => {
    if (failure !== field) return { error: null, errorId: undefined };
    const text = t(`upkeep.failure.${field}`, { max: maxReportLength });
    return { error: <ErrorMessage id={errorId}>{text}</ErrorMessage>, errorId };
  };
  const dayError = errorOf("opens_on");
  const [isCorrection, setIsCorrection] = useState(typed.reason === addressReason);
  const limitText = !isSignedIn
    ? t("upkeep.failure.reports", { max: visitorReportLimit })
    : isCorrection
      ? t("upkeep.failure.limit", { max: correctionLimit })
      : t("upkeep.failure.accountReports", { max: reportLimit });

  async function submit(event: FormEvent<HTMLFormElement>) {
    if (place === null) return;
    event.preventDefault();
    if (isSending) return;
    const sent = new FormData(event.currentTarget);
    const read = readReportForm(sent, place);
    if (!read.ok) return markError(read.error);
    const { kind } = read.message;
    setIsCorrection(kind === "correction");
    setIsSending(true);
    setFailed(null);
    const message = formTexts(sent);
    // A correction is never queued: it is checked against the place as it is.
    const result =
      kind === "report"
        ? await sendOrQueue({ kind, placeId, message })
        : await sendForm(reportPath(placeId), message);
    setIsSending(false);
    if (!result.ok) {
      return setFailed({ failure: reportFailureOf(result.code), waitSeconds: result.waitSeconds });
    }
    // A correction too takes the place of a report that is still queued.
    removeQueued({ kind: "report", placeId });
    setIsDone(true);
    onSent?.();
  }

  function markError(field: ReportError) {
    setFailed({ failure: field });
    const invalid = form.current?.querySelector<HTMLElement>(`[name="${field}"]`);
    invalid?.focus();
  }

  if (isDone) return <FeedbackThanks of="report" wayBack={wayBack} />;
  return (
    <form
      ref={form}
      method="post"
      action={reportPath(placeId)}
      noValidate
      aria-busy={isSending}
      onSubmit={submit}
      className="group grid grid-cols-1 gap-4"
    >
      <ReasonChoices
        reasons={reasons.filter((reason) => isSignedIn || reason !== addressReason)}
        textOf={(reason) => t(`upkeep.reason.${reason}`)}
        chosen={typed.reason}
        {...errorOf("reason")}
      />
      <div className="hidden group-has-[[value=closed-until]:checked]:block">
        <label htmlFor={dayId} className="mb-1 block font-bold">
          {t("upkeep.report.opensOn")}
        </label>
        <input
          id={dayId}
          type="date"
          name="opens_on"
          defaultValue={typed.opens_on}
          aria-invalid={dayError.error !== null || undefined}
          aria-describedby={dayError.errorId}
          className={joinClasses(fieldClass, "max-w-56")}
        />
        {dayError.error}
      </div>
      <CorrectedAddress
        place={place}
        typed={typed}
        {...errorOf("address")}
        className="hidden group-has-[[value=address]:checked]:grid"
      />
      <ReportText typed={typed.text} maxCount={maxReportLength} {...errorOf("text")} />
      {failure && !isReportError(failure) && (
        <Alert kind={failure === "waiting" ? "info" : "danger"}>
          {failure === "toomanyrequests" && failed?.waitSeconds
            ? t("upkeep.failure.wait", { count: failed.waitSeconds })
            : failure === "limit"
              ? limitText
              : t(`upkeep.failure.${failure}`)}
          {failure === "signin" && (
            <a href="/login" target="_blank" rel="noreferrer" className="text-link ml-2">
              {t("navigation.login")}
            </a>
          )}
        </Alert>
      )}
      <Button
        type="submit"
        variant="primary"
        name="intent"
        value="report"
        aria-disabled={isSending || undefined}
        className="justify-self-start"
      >
        {t(isSending ? "upkeep.report.sending" : "upkeep.report.send")}
      </Button>
    </form>
  );
}

const thanksFor = {
  report: "upkeep.report.thanks",
  confirmation: "upkeep.confirmed",
  observation: "observe.thanks",
} as const;

interface FeedbackThanksProps {
  of: "report" | "confirmation" | "observation";
  wayBack: ReactNode;
}

/** Thanks, announced because they get the focus, and the way back. */
export function FeedbackThanks({ of, wayBack }: FeedbackThanksProps) {
  const { t } = useTranslation();
  const thanks = useRef<HTMLParagraphElement>(null);
  useEffect(() => thanks.current?.focus(), []);
  return (
    <div className="grid justify-items-start gap-4">
      <p ref={thanks} tabIndex={-1} className="flex items-start gap-2 outline-none">
        <Icon name="success" className="mt-0.5 size-5 text-open" />
        {t(thanksFor[of])}
      </p>
      {wayBack}
    </div>
  );
}

/** In the form's order; 'other' last. */
const reasons = [
  "out-of-order",
  "closed-until",
  "closed",
  "hours",
  "position",
  addressReason,
  "other",
] as const;

interface CorrectedAddressProps extends FieldErrorProps {
  /** Null where it could not be read. */
  place: ReportedPlace | null;
  typed: Readonly<Record<string, string>>;
  className: string;
}

/** The corrected address, and the position for a visitor who is there. */
function CorrectedAddress({ place, typed, error, errorId, className }: CorrectedAddressProps) {
  const { t } = useTranslation();
  return (
    <div className={joinClasses("gap-3", className)}>
      {(["city", "address"] as const).map((name) => {
        const shown = typed[shownInputs[name]] ?? place?.[name];
        return (
          shown !== undefined && (
            <input key={name} type="hidden" name={shownInputs[name]} value={shown} />
          )
        );
      })}
      <TextInput
        name="city"
        label={t("upkeep.report.city")}
        start={typed.city ?? place?.city ?? ""}
      />
      <TextInput
        name="address"
        label={t("upkeep.report.address")}
        start={typed.address ?? place?.address ?? ""}
        describedBy={errorId}
      />
      {error}
      <OwnPosition />
    </div>
  );
}

interface TextInputProps {
  name: string;
  label: string;
  start: string;
  describedBy?: string;
}

function TextInput({ name, label, start, describedBy }: TextInputProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-bold">
        {label}
      </label>
      <input
        id={id}
        name={name}
        defaultValue={start}
        dir="auto"
        aria-invalid={describedBy !== undefined || undefined}
        aria-describedby={describedBy}
        className={fieldClass}
      />
    </div>
  );
}

/** The device's position, which is sent along once the visitor has asked for it. */
function OwnPosition() {
  const { t } = useTranslation();
  const [position, setPosition] = useState<string | null>(null);
  const [hasFailed, setHasFailed] = useState(false);

  async function locate() {
    const found = await findPosition(navigator.geolocation);
    setHasFailed(!found.ok);
    if (found.ok) setPosition(formatCoordinates(found.position));
  }

  return (
    <div className="noscript:hidden">
      <input type="hidden" name="position" value={position ?? ""} />
      <Button icon={position ? "check" : "locate"} onClick={locate} disabled={position !== null}>
        {t(position ? "upkeep.report.positionAdded" : "upkeep.report.addPosition")}
      </Button>
      <p role="status" className="mt-1 text-sm empty:hidden">
        {hasFailed && t("upkeep.report.noPosition")}
      </p>
    </div>
  );
}
