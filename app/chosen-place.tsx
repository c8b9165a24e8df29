import { useState } from "react";
import type { Coordinates } from "#domain/coordinates.ts";
import type { Place } from "#domain/place.ts";
import { NavigateButton } from "./features/directions/navigate-button.tsx";
import { useSession } from "./features/layout/use-session.ts";
import { ChosenSkeleton } from "./features/map/chosen-skeleton.tsx";
import type { PanelProps } from "./features/map/map-page.tsx";
import { PlacesHere } from "./features/map/places-here.tsx";
import { PlacePanel } from "./features/place-panel/place-panel.tsx";
import { PlaceReviews } from "./features/reviews/place-reviews.tsx";
import { ReviewButton } from "./features/reviews/review-button.tsx";
import { PlaceUpkeep } from "./features/upkeep/place-upkeep.tsx";
import { ModeratedPlace } from "./moderated-place.tsx";
import { ChunkBoundary } from "./ui/chunk-boundary.tsx";
import { lazyWithRetry } from "./ui/lazy-with-retry.ts";
import { useRefresh } from "./ui/use-refresh.ts";

const Navigation = lazyWithRetry(() =>
  import("./features/directions/navigation.tsx").then((module) => module.Navigation),
);

interface ChosenPlaceProps extends PanelProps {
  /** The places on its point, as the server sent them along; null where the browser is to ask. */
  here: readonly Place[] | null;
}

/**
 * What the map shows of the chosen place: the panel, and what other features put into it; or the way there. A
 * chunk of its own: most who open the map have not chosen a place yet.
 */
export function ChosenPlace({ here, ...panel }: ChosenPlaceProps) {
  const { place, now, placeAddress, position, onPosition, onGuidance, onGone } = panel;
  const session = useSession();
  const { version, refresh } = useRefresh();
  const [start, setStart] = useState<Coordinates | null>(null);
  const [hasWalked, setHasWalked] = useState(false);

  if (start) {
    const end = () => {
      setStart(null);
      setHasWalked(true);
    };
    return (
      <ChunkBoundary fallback={<ChosenSkeleton />}>
        <Navigation place={place} now={now} start={start} onGuidance={onGuidance} onEnd={end} />
      </ChunkBoundary>
    );
  }
  return (
    <PlacePanel
      {...panel}
      here={<PlacesHere place={place} sent={here} placeAddress={placeAddress} now={now} />}
      actions={
        session && (
          <>
            <NavigateButton
              position={position}
              isFocused={hasWalked}
              onStart={(from) => {
                onPosition(from);
                setStart(from);
              }}
            />
            <ReviewButton place={place} onChanged={refresh} />
          </>
        )
      }
      reviews={
        <PlaceReviews
          placeId={place.id}
          count={place.rating_count}
          version={version}
          onChanged={refresh}
        />
      }
      upkeep={
        <>
          <PlaceUpkeep place={place} now={now} />
          <ModeratedPlace place={place} onGone={onGone} />
        </>
      }
    />
  );
}
