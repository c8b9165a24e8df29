import { ChunkBoundary, lazyComponent } from "#app/ui/chunk-boundary.tsx";
import { LastConfirmed } from "./last-confirmed.tsx";
import type { ConfirmablePlace } from "./read-report-form.ts";

const FeedbackActions = lazyComponent(() =>
  import("./feedback-actions.tsx").then((module) => module.FeedbackActions),
);

interface PlaceFeedbackProps {
  place: ConfirmablePlace;
  now: Date;
}

/** How old what is written of a place is, and what who is signed in can do about it. */
export function PlaceFeedback({ place, now }: PlaceFeedbackProps) {
  const date = <LastConfirmed place={place} at={place.last_confirmed} />;
  // Only answers to who is signed in say this.
  if (place.confirmed_today === undefined) return date;
  return (
    <ChunkBoundary fallback={date}>
      <FeedbackActions place={place} now={now} />
    </ChunkBoundary>
  );
}
