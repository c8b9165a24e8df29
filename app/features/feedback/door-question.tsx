import { type FormEvent, type ReactNode, useEffect, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { type QueuedWrite, sendOrQueue } from "#app/network/queued-writes.ts";
import { reportPath } from "#app/place/place-paths.ts";
import { Button, IconButton } from "#app/ui/button.tsx";
import { Icon, type IconName } from "#app/ui/icon.tsx";
import { observationLimit } from "#domain/account/daily-limits.ts";
import { type AskedMemory, dismissalsBeforeQuiet, mayAsk } from "#domain/feedback/observation.ts";
import { type AskedFact, unknownFacts } from "#domain/place/asked-facts.ts";
import { isDoubted } from "#domain/place/freshness.ts";
import type { Place } from "#domain/place/place.ts";
import { placeOpeningAt } from "#domain/place/shown-opening.ts";
import { type FeedbackFailure, feedbackFailureOf } from "./feedback-failure.ts";

/** Distance at which a visitor who has chosen a place may stand at its door, in metres. */
const doorMeters = 40;

/** Time after which what is known of a place may be out of date. */
const staleMs = 180 * 24 * 60 * 60_000;

/** Whether a visitor near a place can say what is not known of it: whether it is open, or that all is as described. */
export function isWorthAsking(
  place: Place,
  { now, distanceMeters }: { readonly now: Date; readonly distanceMeters: number | null },
): boolean {
  if (distanceMeters === null || distanceMeters > doorMeters || place.sample) return false;
  const confirmed = [place.last_confirmed, place.visitor_confirmed].map((at) =>
    Date.parse(at ?? ""),
  );
  const isStale = confirmed.every((at) => !(now.getTime() - at <= staleMs));
  const { closure, status, doubt } = placeOpeningAt(place, now);
  const closedUntil = closure ? new Date(closure.until) : null;
  return status === "none" || isStale || isDoubted({ closedUntil, doubt: doubt ?? null }, now);
}

const visitKey = "mosdo:asked";
const dismissedKey = "mosdo:question-dismissed";

/** Asks once in a visit where it is wanted, and not while the visitor has dismissed the question twice in a week. */
export function useIsAsked(placeId: number, isWanted: boolean): boolean {
  const [askedId, setAskedId] = useState<number | null>(null);
  useEffect(() => {
    if (!isWanted || !mayAsk(readMemory(), new Date())) return;
    try {
      sessionStorage.setItem(visitKey, "1");
    } catch {
      return;
    }
    setAskedId(placeId);
  }, [placeId, isWanted]);
  return askedId === placeId;
}

function readMemory(): AskedMemory {
  try {
    return {
      inVisit: sessionStorage.getItem(visitKey) !== null,
      dismissedMs: JSON.parse(localStorage.getItem(dismissedKey) ?? "[]"),
    };
  } catch {
    // Without storage the question would come each time.
    return { inVisit: true, dismissedMs: [] };
  }
}

function rememberDismissal(): void {
  const { dismissedMs } = readMemory();
  // A week without questions is over, or has not begun.
  const before = dismissedMs.length < dismissalsBeforeQuiet ? dismissedMs : [];
  try {
    localStorage.setItem(dismissedKey, JSON.stringify([...before, Date.now()]));
  } catch {
    // Nothing is remembered.
  }
}

/** Sends answers about a place, and what became of the last one. */
export function useDoorAnswers(placeId: number) {
  const [sending, setSending] = useState<"idle" | "sending" | "stored" | FeedbackFailure>("idle");
  return {
    isSending: sending === "sending",
    sending,
    /** Whether the answer is stored, or waits for a connection. */
    async send(write: Pick<QueuedWrite, "kind" | "message">): Promise<boolean> {
      if (sending === "sending") return false;
      setSending("sending");
      const sent = await sendOrQueue({ ...write, placeId });
      setSending(sent.ok ? "stored" : feedbackFailureOf(sent.code));
      return sent.ok || sent.code === "queued";
    },
  };
}

/** What became of an answer; nothing before one. */
export function AnswerStatus({ sending }: Pick<ReturnType<typeof useDoorAnswers>, "sending">) {
  const { t } = useTranslation();
  return (
    <p role="status" className="text-sm empty:hidden">
      {sending === "stored" && t("observe.thanks")}
      {sending === "limit" && t("upkeep.failure.observations", { max: observationLimit })}
      {sending !== "idle" &&
        sending !== "sending" &&
        sending !== "stored" &&
        sending !== "limit" &&
        t(`upkeep.failure.${sending}`)}
    </p>
  );
}

interface DoorQuestionProps {
  place: Place;
  /** Whether it is a question, and not the quiet row for visitors who happen to be there. */
  isAsked?: boolean;
  /** Called once an answer about the opening was stored. */
  onAnswered?: () => void;
}

/**
 * What visitors at the door can say with one press (docs/product#observation): whether the place is open, then one fact
 * that is not known. Its forms work without script.
 */
export function DoorQuestion({ place, isAsked = false, onAnswered }: DoorQuestionProps) {
  const [step, setStep] = useState<"open" | "fact" | "done" | "dismissed">("open");
  const [fact] = useState<AskedFact | undefined>(() => unknownFacts(place)[0]);
  const { send, ...answers } = useDoorAnswers(place.id);
  if (step === "dismissed") return null;
  const sayOpen = async (open: string) => {
    if (!(await send({ kind: "observation", message: { open } }))) return;
    setStep(fact ? "fact" : "done");
    onAnswered?.();
  };
  const sayFact = async (answer: string) => {
    if (fact && (await send({ kind: "fact", message: { fact, answer } }))) setStep("done");
  };
  return (
    <section
      className={
        isAsked || step === "fact"
          ? "relative grid gap-2 rounded-card border border-brand bg-brand-tint p-3 print:hidden"
          : "print:hidden"
      }
    >
      {step !== "open" && <AnswerStatus {...answers} />}
      {step === "open" && (
        <OpenForm
          {...answers}
          placeId={place.id}
          isAsked={isAsked}
          onAnswer={sayOpen}
          onUnsure={() => setStep("dismissed")}
        />
      )}
      {step === "fact" && fact && (
        <FactForm {...answers} placeId={place.id} fact={fact} onAnswer={sayFact} />
      )}
      {step === "open" && <AnswerStatus {...answers} />}
      {((step === "open" && isAsked) || step === "fact") && (
        <Dismiss
          onDismiss={() => {
            if (step === "open") rememberDismissal();
            setStep("dismissed");
          }}
        />
      )}
    </section>
  );
}

function Dismiss({ onDismiss }: { onDismiss: () => void }) {
  const { t } = useTranslation();
  return (
    <IconButton
      icon="close"
      label={t("action.close")}
      className="absolute top-0 right-0 noscript:hidden"
      onClick={onDismiss}
    />
  );
}

/** Gives the value of the button by which a form is sent. */
function answerBy(onAnswer: (value: string) => void) {
  return (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { submitter } = event.nativeEvent as SubmitEvent;
    if (submitter instanceof HTMLButtonElement) onAnswer(submitter.value);
  };
}

interface AnswerFormProps {
  placeId: number;
  isSending: boolean;
  onAnswer: (value: string) => void;
}

interface OpenFormProps extends AnswerFormProps {
  isAsked: boolean;
  /** Called by a visitor who cannot tell. */
  onUnsure?: () => void;
  /** Whether the heading above is the question. */
  isTitled?: boolean;
}

/** 'Is it open now?', with two buttons that are the answer. */
export function OpenForm(props: OpenFormProps) {
  const { placeId, isAsked, isSending, onAnswer, onUnsure, isTitled } = props;
  const { t } = useTranslation();
  return (
    <form method="post" action={reportPath(placeId)} onSubmit={answerBy(onAnswer)}>
      <input type="hidden" name="intent" value="observe" />
      <fieldset className="flex flex-wrap items-center gap-2">
        <legend
          className={
            isTitled
              ? "sr-only"
              : isAsked
                ? "mb-2 pr-10 text-lg font-bold"
                : "float-left mr-2 py-2.5 text-sm"
          }
        >
          {t(isAsked ? "observe.ask" : "observe.here")}
        </legend>
        <AnswerButton name="open" value="1" icon="open" {...{ isSending, isAsked }}>
          {t("observe.open")}
        </AnswerButton>
        <AnswerButton name="open" value="0" icon="closed" {...{ isSending, isAsked }}>
          {t("observe.closed")}
        </AnswerButton>
        {isAsked && onUnsure && (
          <Button variant="quiet" className="noscript:hidden" onClick={onUnsure}>
            {t("observe.unsure")}
          </Button>
        )}
      </fieldset>
    </form>
  );
}

/** Question about a fact, with 'yes' and 'no'. */
export function FactForm({
  placeId,
  fact,
  isSending,
  onAnswer,
}: AnswerFormProps & { fact: AskedFact }) {
  const { t } = useTranslation();
  return (
    <form method="post" action={reportPath(placeId)} onSubmit={answerBy(onAnswer)}>
      <input type="hidden" name="intent" value="fact" />
      <input type="hidden" name="fact" value={fact} />
      <fieldset className="flex flex-wrap items-center gap-2">
        <legend className="mb-2 pr-10 text-lg font-bold">{t(`observe.fact.${fact}`)}</legend>
        <AnswerButton name="answer" value="1" icon="check" {...{ isSending }} isAsked>
          {t("observe.yes")}
        </AnswerButton>
        <AnswerButton name="answer" value="0" icon="close" {...{ isSending }} isAsked>
          {t("observe.no")}
        </AnswerButton>
      </fieldset>
    </form>
  );
}

interface AnswerButtonProps {
  name: string;
  value: "1" | "0";
  icon: IconName;
  isSending: boolean;
  isAsked: boolean;
  children: ReactNode;
}

function AnswerButton({ name, value, icon, isSending, isAsked, children }: AnswerButtonProps) {
  return (
    <Button
      type="submit"
      {...{ name, value }}
      size={isAsked ? "large" : "medium"}
      className={isAsked ? "grow" : undefined}
      aria-disabled={isSending || undefined}
    >
      <Icon name={icon} />
      {children}
    </Button>
  );
}
