import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { findQueued, listenForQueue, sendOrQueue } from "#app/network/queued-writes.ts";
import { reportFormId, reportPath } from "#app/place/place-paths.ts";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { ChunkBoundary, lazyComponent } from "#app/ui/chunk-boundary.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { ToggleChip } from "#app/ui/toggle-chip.tsx";
import { confirmationLimit } from "#domain/account/daily-limits.ts";
import { localDateAt } from "#domain/opening/local-time.ts";
import { type FeedbackFailure, feedbackFailureOf } from "./feedback-failure.ts";
import { LastConfirmed } from "./last-confirmed.tsx";
import type { ConfirmablePlace } from "./read-report-form.ts";

interface ConfirmAndReportProps {
  place: ConfirmablePlace;
  now: Date;
  /** Called when the place may have closed or opened by what was sent. */
  onChanged?: () => void;
}

/** For visitors who may: the age of a place's data, and the ways to confirm and to report it. */
export function ConfirmAndReport({ place, now, onChanged }: ConfirmAndReportProps) {
  const confirmation = useConfirmation(place, now, onChanged);
  return (
    <div className="grid grid-cols-1 gap-2">
      <LastConfirmed place={place} at={confirmation.lastConfirmed} />
      <div className="flex flex-wrap items-center gap-2 print:hidden">
        <ConfirmAction place={place} now={now} confirmation={confirmation} />
        <PlaceReportButton place={place} onChanged={onChanged} />
      </div>
    </div>
  );
}

interface ConfirmActionProps extends Pick<ConfirmAndReportProps, "place" | "now"> {
  confirmation: ReturnType<typeof useConfirmation>;
  /** Whether it is one of a row of actions of equal width. */
  isStacked?: boolean;
}

/** Button that says that a place is as described, or open again, and what became of that. */
export function ConfirmAction({ place, now, confirmation, isStacked }: ConfirmActionProps) {
  const { t } = useTranslation();
  const { state, isConfirmed, confirm } = confirmation;
  const hasFailed = state !== "idle" && state !== "sending" && state !== "thanks";
  const label = t(isClosed(place, now) ? "upkeep.opened" : "upkeep.confirm");
  const intent = {
    ...{ name: "intent", value: "confirm" },
    "aria-disabled": state === "sending" || undefined,
  };
  return (
    <>
      <form
        method="post"
        action={reportPath(place.id)}
        className={isStacked ? "flex min-w-0 grow basis-1/4" : undefined}
        onSubmit={(event) => {
          event.preventDefault();
          void confirm();
        }}
      >
        {isStacked ? (
          <Button
            type="submit"
            {...intent}
            variant={isConfirmed ? "primary" : "secondary"}
            size="stacked"
            icon={isConfirmed ? "check" : "confirmed"}
            aria-pressed={isConfirmed}
          >
            {label}
          </Button>
        ) : (
          <ToggleChip {...intent} icon="confirmed" isPressed={isConfirmed}>
            {label}
          </ToggleChip>
        )}
      </form>
      <p role="status" className="order-last col-span-full basis-full text-sm empty:hidden">
        {state === "thanks" && t("upkeep.confirmed")}
        {hasFailed &&
          (state === "limit"
            ? t("upkeep.failure.confirmations", { max: confirmationLimit })
            : t(`upkeep.failure.${state}`))}
      </p>
    </>
  );
}

type Sending = "idle" | "sending" | "thanks" | FeedbackFailure;

/**
 * The last confirmation of a place, and whether the visitor has confirmed it today; a queued one gives thanks once it
 * is sent.
 */
export function useConfirmation(
  place: ConfirmablePlace,
  now: Date,
  onChanged: (() => void) | undefined,
) {
  const [own, setOwn] = useState<string | null>(null);
  const [state, setState] = useState<Sending>("idle");
  const day = (instant: Date) => localDateAt(instant, place.time_zone);
  const isOwnOfToday = own !== null && day(new Date(own)) >= day(now);
  // A place that has closed since can be reported open again.
  const isOverruled = isClosed(place, now) && (own ?? "") < (place.closed_for_now?.since ?? "");
  const isConfirmed = !isOverruled && (isOwnOfToday || place.confirmed_today === true);

  async function confirm() {
    if (isConfirmed || state === "sending") return;
    setState("sending");
    const sent = await sendOrQueue({ kind: "confirmation", placeId: place.id });
    if (!sent.ok) return setState(feedbackFailureOf(sent.code));
    if (place.closed_for_now) onChanged?.();
    thank();
  }

  function thank() {
    setOwn(new Date().toISOString());
    setState("thanks");
  }

  const checkQueue = useEffectEvent(async () => {
    const wasQueued = state === "waiting";
    const write = await findQueued({ kind: "confirmation", placeId: place.id });
    if (write?.state === "line") return setState("waiting");
    if (!wasQueued) return;
    // The account that is signed in may confirm it too; whose the other one is, `/offline` asks.
    if (write?.state === "asks") return setState("idle");
    if (write) return setState(write.state === "author" ? "signin" : "error");
    // It has gone out; the server knows whether it counts as the last confirmation.
    thank();
    onChanged?.();
  });
  useEffect(() => {
    const check = () => void checkQueue();
    check();
    return listenForQueue(check);
  }, []);

  // Those of visitors without an account are counted apart.
  const isCounted = place.confirmed_today !== undefined && own !== null;
  const lastConfirmed =
    isCounted && own > (place.last_confirmed ?? "") ? own : place.last_confirmed;
  return { state, isConfirmed, lastConfirmed, confirm };
}

function isClosed({ closed_for_now }: ConfirmablePlace, now: Date): boolean {
  return closed_for_now !== undefined && now.getTime() < Date.parse(closed_for_now.until);
}

const ReportDialog = lazyComponent(() =>
  import("./report-dialog.tsx").then((module) => module.ReportDialog),
);

/** Button that opens the report dialog; without script it is a link to the page with the same form. */
export function PlaceReportButton({
  place,
  onChanged,
}: Pick<ConfirmAndReportProps, "place" | "onChanged">) {
  const { t } = useTranslation();
  const link = useRef<HTMLAnchorElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [isWanted, setIsWanted] = useState(false);
  return (
    <>
      <a
        ref={link}
        href={`${reportPath(place.id)}#${reportFormId}`}
        className={buttonClass("quiet", "medium", "px-2!")}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          setIsWanted(true);
          setIsOpen(true);
        }}
      >
        <Icon name="report" />
        {t("upkeep.report.action")}
      </a>
      {isWanted && (
        <ChunkBoundary fallback={null}>
          <ReportDialog
            place={place}
            isSignedIn={place.confirmed_today !== undefined}
            isOpen={isOpen}
            onSent={onChanged}
            onClose={() => {
              setIsOpen(false);
              link.current?.focus();
            }}
          />
        </ChunkBoundary>
      )}
    </>
  );
}
