import { ChunkBoundary } from "#app/ui/chunk-boundary.tsx";
import { lazyWithRetry } from "#app/ui/lazy-with-retry.ts";
import type { KeptPlace } from "./kept-place.ts";
import { LastConfirmed } from "./last-confirmed.tsx";

const UpkeepActions = lazyWithRetry(() =>
  import("./upkeep-actions.tsx").then((module) => module.UpkeepActions),
);

interface PlaceUpkeepProps {
  place: KeptPlace;
  now: Date;
}

/** How old what is written of a place is, and what who is signed in can do about it. */
export function PlaceUpkeep({ place, now }: PlaceUpkeepProps) {
  const date = <LastConfirmed place={place} at={place.last_confirmed} />;
  // Only answers to who is signed in say this.
  if (place.confirmed_today === undefined) return date;
  return (
    <ChunkBoundary fallback={date}>
      <UpkeepActions place={place} now={now} />
    </ChunkBoundary>
  );
}
