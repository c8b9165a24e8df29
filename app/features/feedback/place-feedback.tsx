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

/** Age of a card's data, and for signed-in visitors the ways to confirm and report the place. */
export function PlaceFeedback({ place, now }: PlaceFeedbackProps) {
  const date = <LastConfirmed place={place} at={place.last_confirmed} />;
  // Only responses to signed-in visitors have this field.
  if (place.confirmed_today === undefined) return date;
  return (
    <ChunkBoundary fallback={date}>
      <FeedbackActions place={place} now={now} />
    </ChunkBoundary>
  );
}
