import { useSession } from "./features/layout/use-session.ts";
import type { PanelProps } from "./features/map/map-page.tsx";
import { PlacePanel } from "./features/place-panel/place-panel.tsx";
import { PlaceReviews } from "./features/reviews/place-reviews.tsx";
import { ReviewButton } from "./features/reviews/review-button.tsx";
import { PlaceUpkeep } from "./features/upkeep/place-upkeep.tsx";
import { ModeratedPlace } from "./moderated-place.tsx";
import { useRefresh } from "./ui/use-refresh.ts";

/**
 * What the map shows of the chosen place: the panel, and what other features put into it. A chunk
 * of its own: most who open the map have not chosen a place yet.
 */
export function ChosenPlace(panel: PanelProps) {
  const { place, now, onGone } = panel;
  const session = useSession();
  const { version, refresh } = useRefresh();
  return (
    <PlacePanel
      {...panel}
      actions={session && <ReviewButton place={place} onChanged={refresh} />}
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
