import type { PanelProps } from "./features/map/map-page.tsx";
import { PlacePanel } from "./features/place-panel/place-panel.tsx";
import { PlaceReviews } from "./features/reviews/place-reviews.tsx";

/**
 * What the map shows of the chosen place: the panel, and what other features put into it. A chunk
 * of its own: most who open the map have not chosen a place yet.
 */
export function ChosenPlace(panel: PanelProps) {
  const { id, rating_count } = panel.place;
  return <PlacePanel {...panel} reviews={<PlaceReviews placeId={id} count={rating_count} />} />;
}
