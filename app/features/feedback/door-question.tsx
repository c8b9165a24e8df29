import { type FormEvent, type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { type QueuedWrite, sendOrQueue } from "#app/network/queued-writes.ts";
import { reportPath } from "#app/place/place-paths.ts";
import { Button, IconButton } from "#app/ui/button.tsx";
import { Icon, type IconName } from "#app/ui/icon.tsx";
import { observationLimit } from "#domain/account/daily-limits.ts";
import { type AskedMemory, dismissalsBeforeQuiet, mayAsk } from "#domain/feedback/observation.ts";
import { isDoubted } from "#domain/place/freshness.ts";
import type { Place } from "#domain/place/place.ts";
import { placeOpeningAt } from "#domain/place/shown-opening.ts";
import { type AskedFact, unknownFacts } from "#domain/place/visitor-facts.ts";
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
export function useIsAsked(isWanted: boolean): boolean {
  const [isAsked, setIsAsked] = useState(false);
  useEffect(() => {
    if (!isWanted || !mayAsk(readMemory(), new Date())) return;
    try {
      sessionStorage.setItem(visitKey, "1");
    } catch {
      return;
    }
    setIsAsked(true);
  }, [isWanted]);
  return isAsked;
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

type Step = "open" | "fact" | "thanks" | "dismissed" | FeedbackFailure;

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
  const { t } = useTranslation();
  const [step, setStep] = useState<Step>("open");
  const [isQueued, setIsQueued] = useState(false);
  const [fact] = useState<AskedFact | undefined>(() => unknownFacts(place)[0]);
  const send = async (write: Pick<QueuedWrite, "kind" | "message">, next: Step) => {
    const sent = await sendOrQueue({ ...write, placeId: place.id });
    if (!sent.ok && sent.code !== "queued") return setStep(feedbackFailureOf(sent.code));
    if (sent.ok && write.kind === "observation") onAnswered?.();
    setIsQueued(!sent.ok);
    setStep(next === "thanks" && !sent.ok ? "waiting" : next);
  };
  if (step === "dismissed") return null;
  const box = isAsked
    ? "relative rounded-card border border-brand bg-brand-tint p-3 print:hidden"
    : "print:hidden";
  if (step === "open") {
    return (
      <section className={box}>
        <OpenForm
          place={place}
          isAsked={isAsked}
          onAnswer={(open) =>
            void send({ kind: "observation", message: { open } }, fact ? "fact" : "thanks")
          }
          onUnsure={() => setStep("dismissed")}
        />
        {isAsked && (
          <Dismiss
            onDismiss={() => {
              rememberDismissal();
              setStep("dismissed");
            }}
          />
        )}
      </section>
    );
  }
  return (
    <section className={box}>
      {step === "fact" && fact ? (
        <>
          <p role="status" className="text-sm">
            {t(isQueued ? "upkeep.failure.waiting" : "observe.thanks")}
          </p>
          <FactForm
            placeId={place.id}
            fact={fact}
            onAnswer={(answer) => void send({ kind: "fact", message: { fact, answer } }, "thanks")}
          />
          <Dismiss onDismiss={() => setStep("dismissed")} />
        </>
      ) : (
        <p role="status" className="text-sm">
          <StepText step={step} />
        </p>
      )}
    </section>
  );
}

function StepText({ step }: { step: Step }): ReactNode {
  const { t } = useTranslation();
  if (step === "thanks" || step === "fact" || step === "open" || step === "dismissed") {
    return t("observe.thanks");
  }
  if (step === "limit") return t("upkeep.failure.observations", { max: observationLimit });
  return t(`upkeep.failure.${step}`);
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

/** Sends a form by script with the value of the button that was pressed. */
function useAnswer(onAnswer: (value: string) => void) {
  const [isSending, setIsSending] = useState(false);
  const answer = useEffectEvent(onAnswer);
  return {
    isSending,
    onSubmit(event: FormEvent<HTMLFormElement>) {
      event.preventDefault();
      const { submitter } = event.nativeEvent as SubmitEvent;
      if (isSending || !(submitter instanceof HTMLButtonElement)) return;
      setIsSending(true);
      answer(submitter.value);
    },
  };
}

interface OpenFormProps {
  place: Pick<Place, "id">;
  isAsked: boolean;
  onAnswer: (open: string) => void;
  /** Called by a visitor who cannot tell. */
  onUnsure?: () => void;
  /** Whether the heading above is the question. */
  isTitled?: boolean;
}

/** 'Is it open now?', with two buttons that are the answer. */
export function OpenForm({ place, isAsked, onAnswer, onUnsure, isTitled }: OpenFormProps) {
  const { t } = useTranslation();
  const { isSending, onSubmit } = useAnswer(onAnswer);
  return (
    <form method="post" action={reportPath(place.id)} onSubmit={onSubmit}>
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

interface FactFormProps {
  placeId: number;
  fact: AskedFact;
  onAnswer: (answer: string) => void;
}

/** Question about a fact, with 'yes' and 'no'. */
export function FactForm({ placeId, fact, onAnswer }: FactFormProps) {
  const { t } = useTranslation();
  const { isSending, onSubmit } = useAnswer(onAnswer);
  return (
    <form method="post" action={reportPath(placeId)} onSubmit={onSubmit}>
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
