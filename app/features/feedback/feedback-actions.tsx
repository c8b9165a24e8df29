import { useRef, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { reportAddress } from "#app/place/place-addresses.ts";
import { buttonClass } from "#app/ui/button.tsx";
import { ChunkBoundary, lazyComponent } from "#app/ui/chunk-boundary.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { ToggleChip } from "#app/ui/toggle-chip.tsx";
import { localDateAt } from "#domain/opening/local-time.ts";
import { type FeedbackFailure, sendConfirmation } from "./feedback-api.ts";
import { LastConfirmed } from "./last-confirmed.tsx";
import type { ConfirmablePlace, ReportedPlace } from "./read-report-form.ts";

interface FeedbackActionsProps {
  place: ConfirmablePlace;
  now: Date;
  /** Called when the place may have closed or opened by what was sent. */
  onChanged?: () => void;
}

/**
 * For visitors who may: the age of a place's data, a button that confirms the place, and a link to report
 * it. Without script both are a form and a page of their own.
 */
export function FeedbackActions({ place, now, onChanged }: FeedbackActionsProps) {
  const { t } = useTranslation();
  const { state, isConfirmed, lastConfirmed, confirm } = useConfirmation(place, now, onChanged);
  const hasFailed = state !== "idle" && state !== "sending" && state !== "thanks";
  return (
    <div className="grid grid-cols-1 gap-2">
      <LastConfirmed place={place} at={lastConfirmed} />
      <div className="flex flex-wrap items-center gap-2">
        <form
          method="post"
          action={reportAddress(place.id)}
          onSubmit={(event) => {
            event.preventDefault();
            void confirm();
          }}
        >
          <ToggleChip
            name="intent"
            value="confirm"
            icon="confirmed"
            isPressed={isConfirmed}
            aria-disabled={state === "sending" || undefined}
          >
            {t(isClosed(place, now) ? "upkeep.opened" : "upkeep.confirm")}
          </ToggleChip>
        </form>
        <ReportButton
          place={place}
          isSignedIn={place.confirmed_today !== undefined}
          onChanged={onChanged}
        />
      </div>
      <p role="status" className="text-sm empty:hidden">
        {state === "thanks" && t("upkeep.confirmed")}
        {hasFailed && t(`upkeep.failure.${state}`)}
      </p>
    </div>
  );
}

type Sending = "idle" | "sending" | "thanks" | FeedbackFailure;

/** The last confirmation of a place, and whether the visitor has confirmed it today. */
export function useConfirmation(
  place: ConfirmablePlace,
  now: Date,
  onChanged: (() => void) | undefined,
) {
  const [own, setOwn] = useState<string | null>(null);
  const [isCountedApart, setIsCountedApart] = useState(false);
  const [state, setState] = useState<Sending>("idle");
  const day = (instant: Date) => localDateAt(instant, place.time_zone);
  const isOwnOfToday = own !== null && day(new Date(own)) >= day(now);
  // A place that has closed since can be said to be open again.
  const isOverruled = isClosed(place, now) && (own ?? "") < (place.closed_for_now?.since ?? "");
  const isConfirmed = !isOverruled && (isOwnOfToday || place.confirmed_today === true);

  async function confirm() {
    if (isConfirmed || state === "sending") return;
    setState("sending");
    const sent = await sendConfirmation(place.id);
    if (sent.ok) {
      setOwn(sent.visitorConfirmed ?? sent.lastConfirmed);
      setIsCountedApart(sent.visitorConfirmed !== undefined);
      if (place.closed_for_now) onChanged?.();
    }
    setState(sent.ok ? "thanks" : sent.failure);
  }

  const lastConfirmed =
    own !== null && !isCountedApart && own > (place.last_confirmed ?? "")
      ? own
      : place.last_confirmed;
  return { state, isConfirmed, lastConfirmed, confirm };
}

/** Whether a place is closed for now. */
function isClosed({ closed_for_now }: ConfirmablePlace, now: Date): boolean {
  return closed_for_now !== undefined && now.getTime() < Date.parse(closed_for_now.until);
}

const ReportDialog = lazyComponent(() =>
  import("./report-dialog.tsx").then((module) => module.ReportDialog),
);

interface ReportButtonProps {
  place: ReportedPlace;
  /** Whether the visitor has an account, which a correction of an address takes. */
  isSignedIn: boolean;
  onChanged?: () => void;
}

/** Button that opens the report dialog; without script it is a link to the page with the same form. */
export function ReportButton({ place, isSignedIn, onChanged }: ReportButtonProps) {
  const { t } = useTranslation();
  const link = useRef<HTMLAnchorElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [isWanted, setIsWanted] = useState(false);
  return (
    <>
      <a
        ref={link}
        href={reportAddress(place.id)}
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
            isSignedIn={isSignedIn}
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
