import { ChunkBoundary, lazyComponent } from "#app/ui/chunk-boundary.tsx";
import { LastConfirmed } from "./last-confirmed.tsx";
import type { ConfirmablePlace } from "./read-report-form.ts";

const FeedbackActions = lazyComponent(() =>
  import("./feedback-actions.tsx").then((module) => module.FeedbackActions),
);

interface PlaceFeedbackProps {
  place: ConfirmablePlace;
  now: Date;
  /** Whether a visitor without an account may confirm and report too. */
  mayReport?: boolean;
  /** Called when the place may have closed or opened by what was sent. */
  onChanged?: () => void;
}

/** Age of a place's data, and for visitors who may the ways to confirm and report it. */
export function PlaceFeedback({ place, now, mayReport = false, onChanged }: PlaceFeedbackProps) {
  const date = <LastConfirmed place={place} at={place.last_confirmed} />;
  // Only answers to signed-in visitors have this field.
  if (place.confirmed_today === undefined && !mayReport) return date;
  return (
    <ChunkBoundary fallback={date}>
      <FeedbackActions place={place} now={now} onChanged={onChanged} />
    </ChunkBoundary>
  );
}
